import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { shortMoment } from "#shop/dates/dates.ts";
import type { ImportRecord } from "#shop/import/list-imports.server.ts";

/** Imports of the desk and the command line, newest first, each with the way to undo it. */
export function EarlierImports({ imports }: { imports: ImportRecord[] }) {
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier" className="text-title">
        Earlier imports
      </h2>
      {imports.length === 0 ? (
        <p className="mt-3">Nothing has been imported yet.</p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {imports.map(({ id, kind, fileName, state, startedAt, counts }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="min-w-0 flex-1 basis-60 break-words">
                <span className="font-semibold">
                  {id}. {fileName}
                </span>
                <span className="block text-small text-quiet">
                  <time dateTime={startedAt}>{shortMoment(startedAt)}</time>
                  {kind === "stock" && ", prices and copies of a till"}
                  {kind === "lookup" && ", books to look up"}
                </span>
              </span>
              <span className="basis-60">{describeCounts(kind, counts)}</span>
              <span className="basis-28 sm:text-right">
                {state === "undone" ? (
                  "Undone"
                ) : (
                  <Link
                    className="link inline-flex min-h-11 items-center"
                    to={deskHref("/import/undo/:import", { import: id })}
                  >
                    Undo<span className="sr-only"> import {id}</span>
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {imports.length === 30 && <p className="mt-3 text-quiet">These are the newest 30. The record has all of them.</p>}
    </section>
  );
}

function describeCounts(kind: ImportRecord["kind"], counts: ImportRecord["counts"]): string {
  const { added = 0, changed = 0, refused = 0, kept = 0 } = counts;
  const written = (number: number) => number.toLocaleString("en-IN");
  if (kind === "lookup") return `${written(kept)} kept, ${written(refused)} refused`;
  return `${written(added)} new, ${written(changed)} changed, ${written(refused)} refused`;
}
