import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";

interface VersionsProps {
  page: string;
  versions: { number: number; at: string; who: string }[];
  /** When the words were replaced that the page had before its first version; null if there were none. */
  firstUntil: string | null;
  /** The version whose words the form has; null for the saved ones. */
  chosen: string | null;
  /** Whether the shop brings words for the page, and whether the bookseller wrote others. */
  isFixed: boolean;
  isChanged: boolean;
}

/** Earlier versions of a page, each with a link that fills the form with its words. */
export function Versions({ page, versions, firstUntil, chosen, isFixed, isChanged }: VersionsProps) {
  const isListed = isFixed ? isChanged || versions.length > 0 : versions.length > 1 || firstUntil !== null;
  if (!isListed) return null;
  const rows = [
    ...versions.map(({ number, at, who }) => ({ version: String(number), words: `${at}, ${who}` })),
    ...(firstUntil === null ? [] : [{ version: "first", words: `Until ${firstUntil}` }]),
    ...(isFixed ? [{ version: "original", words: "The shop’s own words" }] : []),
  ];
  return (
    <section aria-labelledby="versions" className="max-w-measure">
      <h2 id="versions" className="text-title">
        Versions
      </h2>
      <ul className="mt-2 border-t border-line">
        {rows.map(({ version, words }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 border-b border-line">
            <span className="min-w-0 flex-1 py-2">{words}</span>
            {version === chosen ? (
              <span className="inline-flex min-h-11 items-center text-small text-quiet">In the form above</span>
            ) : (
              <Link className="link inline-flex min-h-11 items-center" to={deskHref("/pages/edit", { page, version })}>
                Show
                <span className="sr-only"> the words of {words}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
