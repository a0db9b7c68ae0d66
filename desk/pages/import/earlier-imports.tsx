import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import type { EarlierImport } from "#shop/catalogue/uploads/list-earlier.server.ts";

/** The newest imports of the desk and the command line, with their results and a link to undo them. */
export function EarlierImports({ imports }: { imports: EarlierImport[] }) {
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier" className="text-title">
        Earlier imports
      </h2>
      {imports.length === 0 ? (
        <p className="mt-3">Nothing has been imported yet.</p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {imports.map(({ id, isRunning, work, kind, fileName, state, startedAt, counts, resultCounts }) => (
            <li key={id ?? work} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="min-w-0 flex-1 basis-60 break-words">
                {work === null ? (
                  <span className="font-semibold">{nameOf(id, fileName)}</span>
                ) : (
                  <Link className="row-link" to={deskHref("/import/:work", { work })}>
                    {nameOf(id, fileName)}
                  </Link>
                )}
                <span className="block text-small text-quiet">
                  <time dateTime={startedAt}>{shortMoment(startedAt)}</time>
                  {kind === "stock" && ", price and stock update"}
                  {kind === "lookup" && ", catalogue to look up in"}
                  {kind === "covers" && ", covers"}
                </span>
              </span>
              <span className="basis-60">{describeCounts(kind, counts, resultCounts)}</span>
              <span className="basis-28 sm:text-right">
                {state === "undone" ? "Undone" : isRunning && "Running"}
                {state !== "undone" && !isRunning && id !== null && (
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
      {imports.length === 30 && (
        <p className="mt-3 text-quiet">Only the newest 30 are shown. All imports are on the page History.</p>
      )}
    </section>
  );
}

const nameOf = (id: number | null, fileName: string) => (id === null ? fileName : `${id}. ${fileName}`);

function describeCounts(
  kind: EarlierImport["kind"],
  counts: EarlierImport["counts"],
  resultCounts: EarlierImport["resultCounts"],
): string {
  const { added = 0, changed = 0, refused = 0, kept = 0 } = counts;
  const written = (number: number) => number.toLocaleString("en-IN");
  if (resultCounts.length > 0) {
    const counted = resultCounts.filter(([, count]) => count > 0);
    return counted.map(([label, count]) => `${written(count)} ${label}`).join(", ") || "No picture was imported";
  }
  const counted: [number, string][] =
    kind === "lookup"
      ? [
          [kept, "kept"],
          [refused, "refused"],
        ]
      : [
          [added, "new"],
          [changed, "changed"],
          [refused, "refused"],
        ];
  const found = counted.filter(([count]) => count > 0).map(([count, label]) => `${written(count)} ${label}`);
  return found.join(", ") || "Nothing changed";
}
