/** The second step of an import: what it would change, what it would refuse, and its first records. */
import { detectLanguage } from "#app/display/detect-language.ts";
import type { FileChanges } from "#shop/catalogue/uploads/preview-changes.server.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import type { UploadPreview } from "#shop/catalogue/uploads/preview-upload.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { SelectField } from "#ui/field.tsx";
import { devanagariLanguages } from "./devanagari-languages.ts";
import { Figures } from "./figures.tsx";
import { KnownCopies } from "./known-copies.tsx";
import { matchForm } from "./match-form.ts";
import { NewCategories } from "./new-categories.tsx";
import { Refusals } from "./refusals.tsx";
import { StepHeading } from "./step-heading.tsx";

interface CheckProps {
  work: ImportJob;
  preview: UploadPreview;
  trouble: ActionError | null;
}

/** What an import would do. Its choices belong to the form of the first step. */
export function Check({ work, preview, trouble }: CheckProps) {
  const { looked, counts, notes, refusals, changes } = preview;
  const isOfCovers = work.kind === "covers";
  return (
    <section aria-labelledby="first" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <StepHeading id="first" number={2}>
          Check what would change
        </StepHeading>
        <p className="mt-1 text-quiet">
          Nothing has been changed yet.
          {!isOfCovers && ` This is what the first ${looked === 1 ? "record" : `${looked} records`} would do:`}
        </p>
        <Figures counts={counts} />
        {notes.length > 0 && (
          <ul className="mt-3 grid max-w-measure gap-1">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
      <PriceRule work={work} preview={preview} />
      {work.kind === "books" && <KnownCopies options={work.options} changes={changes} />}
      <Changes changes={changes} />
      {work.kind === "books" && <BookChoices work={work} preview={preview} />}
      <Refusals groups={refusals} work={work} looked={looked} trouble={trouble} />
      <FirstRows preview={preview} isOfCovers={isOfCovers} />
    </section>
  );
}

/** Says what books cost if the file has an MRP and no price. */
function PriceRule({ work: { kind, options }, preview: { columns } }: Omit<CheckProps, "trouble">) {
  const hasColumn = (name: string) => columns.some(({ field }) => field === name);
  if (!(kind === "books" || kind === "stock") || !hasColumn("mrp") || hasColumn("price")) return null;
  const { discountPercent } = options;
  const ofShop = "A book of the shop keeps its discount off the MRP";
  return (
    <p className="max-w-measure">
      The file has an MRP and no price.{" "}
      {discountPercent
        ? `Each book costs ${discountPercent} percent less than its MRP, as you chose.`
        : kind === "stock"
          ? `${ofShop}.`
          : `${ofShop}, and a new one costs its MRP.`}
    </p>
  );
}

/** For each field, the number of books in which it would change; and examples with old and new values. */
function Changes({ changes: { fields, samples } }: { changes: FileChanges }) {
  if (fields.length === 0) return null;
  return (
    <div>
      <h3 className="font-semibold">Changes in books of the shop</h3>
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
    </div>
  );
}

/** Choices for a file of books: its new categories and its titles. */
function BookChoices({ work: { options }, preview }: Omit<CheckProps, "trouble">) {
  const { changes, columns, counts, refusals } = preview;
  const { takesTitles, takesCapitals, takesNewCategories } = options;
  const hasCategories =
    takesNewCategories === true || columns.length === 0 || columns.some(({ field }) => field === "categories");
  // An ISBN that is refused may be that of a book with another title.
  const hasBooks = counts.some(([label, count]) => count > 0 && (label === "changed" || label === "unchanged"));
  const isOfShop = hasBooks || refusals.some(({ field, example }) => field === "isbn" && /title/.test(example.reason));
  const asksOfShop = takesTitles === true || takesCapitals === true || isOfShop;
  const asksSmall = options.lowersCapitals === true || changes.lowerable > 0 || changes.lowerableNames > 0;
  return (
    <>
      {hasCategories && <NewCategories options={options} changes={changes} />}
      {(options.devanagariLanguage !== undefined || changes.newDevanagari > 0) && (
        <DevanagariLanguage options={options} changes={changes} />
      )}
      {(asksOfShop || asksSmall) && (
        <fieldset>
          <legend className="font-semibold">Titles and names</legend>
          {asksSmall && <SmallLetters options={options} changes={changes} />}
          {asksOfShop && <TitlesOfShop options={options} changes={changes} />}
        </fieldset>
      )}
    </>
  );
}

type TitlesProps = Pick<ImportJob, "options"> & Pick<UploadPreview, "changes">;

/** Asks for the language of titles in Devanagari, which may be Hindi or Marathi. */
function DevanagariLanguage({ options, changes: { newDevanagari } }: TitlesProps) {
  return (
    <div className="max-w-80">
      <SelectField
        label="Language of titles in Devanagari"
        hint={
          newDevanagari > 0
            ? `For ${formatCount(newDevanagari, "new book")} without a language in the file.`
            : "For new books without a language in the file."
        }
        form={matchForm}
        name="devanagari"
        defaultValue={options.devanagariLanguage ?? ""}
      >
        <option value="">Hindi</option>
        {devanagariLanguages.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Asks whether titles and new names in capitals get small letters. */
function SmallLetters({ options, changes: { lowerable, lowerableNames } }: TitlesProps) {
  const found = [
    lowerable > 0 && formatCount(lowerable, "title"),
    lowerableNames > 0 && formatCount(lowerableNames, "new author or category", "new authors and categories"),
  ].filter(Boolean);
  return (
    <Checkbox form={matchForm} name="lowered" value="1" defaultChecked={options.lowersCapitals === true}>
      Write titles, authors and new categories in capital letters with small ones: The Great Gatsby, not THE GREAT
      GATSBY
      <span className="block text-quiet">
        {found.length > 0 && `In capitals: ${found.join(", ")}. `}Initials and short forms such as R. K. and NCERT stay;
        check the others afterwards.
      </span>
    </Checkbox>
  );
}

/** Asks which titles of books that the shop has already are replaced. */
function TitlesOfShop({ options, changes: { capitals } }: TitlesProps) {
  return (
    <>
      <Checkbox form={matchForm} name="capitals" value="1" defaultChecked={options.takesCapitals === true}>
        Replace titles of the shop by titles in capital letters
        <span className="block text-quiet">
          {capitals > 0
            ? `${formatCount(capitals, "title")} of these, such as THE HOBBIT for The Hobbit. Unless you tick this, the shop’s titles stay as they are.`
            : "Unless you tick this, titles that the shop has in normal letters stay as they are."}
        </span>
      </Checkbox>
      <Checkbox form={matchForm} name="titles" value="1" defaultChecked={options.takesTitles === true}>
        Replace titles that differ from those of the shop’s books with the same ISBN, or that staff wrote
      </Checkbox>
    </>
  );
}

function FirstRows({ preview: { rows, headings }, isOfCovers }: { preview: UploadPreview; isOfCovers: boolean }) {
  // Empty columns are omitted to save space. For example, the file of a till contains no people.
  const columns = headings
    .map((heading, at) => ({ heading, at }))
    .filter(({ at }) => rows.some(({ cells }) => cells[at]));
  if (rows.length === 0) return <p>The file contains no record that can be read.</p>;
  return (
    <div>
      <h3 className="font-semibold">
        {isOfCovers ? "The first pictures" : "The first rows, as the import reads them"}
      </h3>
      {/* A region that scrolls sideways must be focusable for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="mt-2 overflow-x-auto" tabIndex={0} role="region" aria-label="The first rows">
        <table className="desk-table">
          <thead>
            <tr>
              <th scope="col" className="whitespace-nowrap">
                {isOfCovers ? "No." : "Row"}
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
    </div>
  );
}

/** The class of a table cell: prices and counts do not wrap; texts get enough width for most of a title. */
const widthOf = (value: string) => (/^[₹\d]/.test(value) ? "whitespace-nowrap tabular-nums" : "min-w-40");

/** The class of a cell in a table whose columns must all fit on a phone. */
const narrowWidthOf = (value: string) => (/^[₹\d]/.test(value) ? "whitespace-nowrap tabular-nums" : undefined);
