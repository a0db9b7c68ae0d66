/** The preview of an import: its first records, the assignment of columns, and the button that starts it. */
import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { FileChanges } from "#shop/catalogue/uploads/preview-changes.server.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import type { UnreadableUpload, UploadPreview } from "#shop/catalogue/uploads/preview-upload.server.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CountsTable } from "./counts-table.tsx";
import { OptionsForm, type ColumnChoice } from "./options-form.tsx";
import { RemoveButton } from "./remove-file.tsx";

interface PreviewProps {
  work: ImportJob;
  preview: UploadPreview | UnreadableUpload;
  /** The fields that a column can be assigned to. */
  choices: ColumnChoice[];
  trouble: ActionError | null;
}

export function Preview({ work, preview, choices, trouble }: PreviewProps) {
  const isReadable = !("problem" in preview);
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8">
      {isReadable ? (
        <FirstRecords preview={preview} kind={work.kind} />
      ) : (
        <Banner variant="error">{preview.problem}</Banner>
      )}
      {work.kind !== "covers" && (
        <OptionsForm
          work={work}
          columns={preview.columns}
          choices={choices}
          changes={isReadable ? preview.changes : null}
          isInOrder={isReadable && preview.report.every(({ what }) => what !== "refused")}
          trouble={trouble}
        />
      )}
      {isReadable && (work.kind === "books" || work.kind === "stock") && (
        <p className="max-w-measure text-small text-quiet">
          Readers who wait for one of these books get an e-mail when it has copies again. This cannot be undone.
        </p>
      )}
      <Form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="work" value={work.id} />
        {isReadable && (
          <Button name="intent" value="import.start">
            Start the import
          </Button>
        )}
        <RemoveButton />
      </Form>
    </div>
  );
}

function FirstRecords({ preview, kind }: { preview: UploadPreview; kind: ImportJob["kind"] }) {
  const { rows, headings, looked, counts, report, changes } = preview;
  const isOfCovers = kind === "covers";
  // Empty columns are omitted to save space. For example, the file of a till contains no people.
  const columns = headings
    .map((heading, at) => ({ heading, at }))
    .filter(({ at }) => rows.some(({ cells }) => cells[at]));
  return (
    <section aria-labelledby="first">
      <h2 id="first" className="text-title">
        {isOfCovers ? "What is in it" : `The first ${looked === 1 ? "record" : `${looked} records`}`}
      </h2>
      <p className="mt-1 text-quiet">Nothing has been changed yet. The import would read these:</p>
      <CountsTable counts={counts} />
      <Changes changes={changes} />
      {changes.fields.length > 0 && rows.length > 0 && <h3 className="mt-6 font-semibold">Line by line</h3>}
      {rows.length === 0 ? (
        <p className="mt-3">The file contains no record that can be read.</p>
      ) : (
        // A region that scrolls sideways must be focusable for the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="mt-2 overflow-x-auto" tabIndex={0} role="region" aria-label="The first rows">
          <table className="desk-table">
            <thead>
              <tr>
                <th scope="col" className="whitespace-nowrap">
                  {isOfCovers ? "No." : "Line"}
                </th>
                {columns.map(({ heading }) => (
                  <th key={heading} scope="col" className="whitespace-nowrap">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, cells }) => (
                <tr key={line}>
                  <td className="tabular-nums">{line}</td>
                  {columns.map(({ heading, at }) => (
                    <td key={heading} lang={detectLanguage(cells[at] ?? "")} className={widthOf(cells[at] ?? "")}>
                      {cells[at]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {report.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">Records that would be refused or corrected</h3>
          <ul className="mt-2 grid gap-1">
            {report.map(({ line, what, record, reason }) => (
              <li key={`${line} ${reason}`} className="break-words">
                <span className={what === "refused" ? "font-semibold text-vermilion" : "font-semibold"}>
                  Line {line}, {what}:
                </span>{" "}
                {record}. {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The class of a table cell: prices and counts do not wrap; texts get enough width for most of a title. */
const widthOf = (value: string) => (/^[₹\d]/.test(value) ? "whitespace-nowrap tabular-nums" : "min-w-40");

/** The class of a cell in a table whose columns must all fit on a phone. */
const narrowWidthOf = (value: string) => (/^[₹\d]/.test(value) ? "whitespace-nowrap tabular-nums" : undefined);

/** For each field, the number of books in which it would change; and examples with old and new values. */
function Changes({ changes: { fields, samples } }: { changes: FileChanges }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 font-semibold">Changes in books of the shop</h3>
      <p className="mt-1 first-letter:uppercase">
        {fields.map(([field, books]) => `${field} in ${books}`).join(", ")}.
      </p>
      {samples.length > 0 && (
        <table className="desk-table mt-2">
          <thead>
            <tr>
              <th scope="col">Book</th>
              <th scope="col">What</th>
              <th scope="col">Now</th>
              <th scope="col">After the import</th>
            </tr>
          </thead>
          <tbody>
            {samples.map(({ title, field, before, after }, at) => (
              // A book may occur twice in a file.
              <tr key={`${at} ${title} ${field}`}>
                <td lang={detectLanguage(title)}>{title}</td>
                <td>{field}</td>
                <td lang={detectLanguage(before)} className={narrowWidthOf(before)}>
                  {before}
                </td>
                <td lang={detectLanguage(after)} className={narrowWidthOf(after)}>
                  {after}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
