import { Link } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import { describeMissingFile } from "#shop/catalogue/uploads/describe-missing-file.ts";
import { CountsTable } from "./counts-table.tsx";

/** The result of an import or of its undo. If the report is on another server, a sentence names that server. */
export function Report({ work, isReportHere }: { work: ImportJob; isReportHere: boolean }) {
  const { id, kind, importId, result } = work;
  if (!result) return null;
  const { counts, notes, report } = result;
  return (
    <section aria-labelledby="report" className="mt-4">
      <h2 id="report" className="text-title">
        Done
      </h2>
      <CountsTable counts={counts} />
      {notes.length > 0 && (
        <ul className="mt-3 grid max-w-measure gap-1">
          {notes.map((note) => (
            <li key={note} className="break-words">
              {note}
            </li>
          ))}
        </ul>
      )}
      {report && !isReportHere && <p className="mt-4 max-w-measure">{describeMissingFile("report", work)}</p>}
      <p className="mt-4 flex flex-wrap gap-x-6">
        {report && isReportHere && (
          <a className="link inline-flex min-h-11 items-center" href={deskHref("/import/:work/report", { work: id })}>
            {kind === "undo"
              ? "Changes that were not undone, as CSV"
              : "Refused, corrected and skipped records, as CSV"}
          </a>
        )}
        {importId !== null && kind !== "undo" && (
          <Link
            className="link inline-flex min-h-11 items-center"
            to={deskHref("/import/undo/:import", { import: importId })}
          >
            Undo this import
          </Link>
        )}
      </p>
    </section>
  );
}
