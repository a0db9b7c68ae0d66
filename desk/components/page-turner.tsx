import { Link } from "react-router";

interface PageTurnerProps {
  /** Where the list begins, null where it is shown; and where it goes on, null at its end. */
  newest: string | null;
  older: string | null;
  /** What both are called in a list that is not newest first. */
  words?: { first: string; more: string };
}

/** Below a list that is newest first: back to the newest where older ones are shown, and on to older ones; null for neither. */
export function PageTurner({ newest, older, words = { first: "Newest", more: "Older" } }: PageTurnerProps) {
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

/** The words of a list that is not newest first. */
export const byOrder = { first: "From the beginning", more: "More" };
