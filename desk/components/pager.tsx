import { Link } from "react-router";

interface PagerProps {
  /** Link to the first page; null on the first page. */
  newest: string | null;
  older: string | null;
  /** Labels of the links, for a list that is not newest first. */
  words?: { first: string; more: string };
}

/** Links below a list to its first page and its next page. Renders nothing if there is only one page. */
export function Pager({ newest, older, words = { first: "Newest", more: "Older" } }: PagerProps) {
  if (newest === null && older === null) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-4">
      {newest && (
        <Link className="link inline-flex min-h-11 items-center" to={newest}>
          {words.first}
        </Link>
      )}
      {older && (
        <Link className="link inline-flex min-h-11 items-center" to={older}>
          {words.more}
        </Link>
      )}
    </p>
  );
}

/** Labels for a list that is not newest first. */
export const orderedLabels = { first: "From the beginning", more: "More" };
