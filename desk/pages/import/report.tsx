import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import { describeMissingFile } from "#shop/catalogue/uploads/describe-missing-file.ts";
import type { Refusals } from "#shop/catalogue/uploads/read-refusals.server.ts";
import { ButtonLink, buttonClass } from "#ui/button.tsx";
import { RefusedRowsList } from "./refused-rows.tsx";
import { Figures } from "./steps/figures.tsx";

/**
 * The result of an import or of its undo, and where to go on. If the report is on another server, a sentence names that
 * server.
 */
export function Report({
  work,
  isReportHere,
  refusals,
}: {
  work: ImportJob;
  isReportHere: boolean;
  refusals: Refusals | null;
}) {
  const { id, kind, importId, result } = work;
  if (!result) return null;
  const { counts, notes, report } = result;
  const countOf = (label: string) => counts.find(([known]) => known === label)?.[1] ?? 0;
  const isUndo = kind === "undo";
  const isInShop = kind === "books" || kind === "stock";
  return (
    <section aria-labelledby="report" className="mt-4">
      <h2 id="report" className="text-title">
        Done
      </h2>
      <Figures counts={counts} />
      {notes.length > 0 && (
        <ul className="mt-3 grid max-w-measure gap-1">
          {notes.map((note) => (
            <li key={note} className="break-words">
              {note}
            </li>
          ))}
        </ul>
      )}
      {refusals && <RefusedRowsList {...refusals} />}
      {report && !isReportHere && <p className="mt-4 max-w-measure">{describeMissingFile("report", work)}</p>}
      <p className="mt-4 flex flex-wrap gap-3">
        {isInShop && <ButtonLink to={deskHref("/books")}>See the books</ButtonLink>}
        {kind === "books" && countOf("new books") > 0 && (
          <ButtonLink variant="outline" to={deskHref("/import")}>
            Covers next
          </ButtonLink>
        )}
        {report && isReportHere && (
          <a className={buttonClass("outline")} href={deskHref("/import/:work/report", { work: id })}>
            {isUndo ? "Changes that were not undone, as CSV" : "Refused, corrected and skipped records, as CSV"}
          </a>
        )}
        {!isUndo && (
          <ButtonLink variant={isInShop ? "outline" : "primary"} to={deskHref("/import")}>
            Import another file
          </ButtonLink>
        )}
      </p>
      {importId !== null && !isUndo && (
        <p className="mt-2">
          <Link
            className="link inline-flex min-h-11 items-center"
            to={deskHref("/import/undo/:import", { import: importId })}
          >
            Undo this import
          </Link>
        </p>
      )}
    </section>
  );
}
