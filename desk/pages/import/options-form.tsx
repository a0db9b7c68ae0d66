/** The form with the options of an import: which column is which field, and defaults for new books. */
import { Fragment } from "react";

import { Form } from "#desk/components/forms/form.tsx";
import { NoEnter } from "#desk/components/forms/no-enter.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { ColumnUse } from "#shop/catalogue/import/csv/columns.ts";
import type { CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import type { FileChanges } from "#shop/catalogue/uploads/preview-changes.server.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { maxColumns } from "./max-columns.ts";

interface OptionsFormProps {
  work: ImportJob;
  /** The changes that the preview found; null if the file cannot be read. */
  changes: FileChanges | null;
  columns: ColumnUse[];
  choices: ColumnChoice[];
  /** Whether the file is readable, and the preview found no record that would be rejected. */
  isInOrder: boolean;
  trouble: ActionError | null;
}

/** A field that a column can be assigned to. */
export interface ColumnChoice {
  header: CsvHeader;
  label: string;
}

/** Whether the file contains changes that are only made if the person chooses them. */
const asksChoice = (changes: FileChanges | null) =>
  changes !== null && (changes.capitals > 0 || changes.newCategories.length > 0);

export function OptionsForm({ work, columns, choices, changes, isInOrder, trouble }: OptionsFormProps) {
  const { options, kind } = work;
  const of = trouble?.action === "import.set-options" ? trouble : null;
  const given = (name: string, known: string | number | undefined) => of?.values[name] ?? String(known ?? "");
  const hasHint = columns.slice(0, maxColumns).some(({ near }) => choices.some(({ header }) => header === near));
  const rates = Object.entries(options.exchangeRates ?? {}).map(([currency, rate]) => `${currency}=${rate}`);
  return (
    <section aria-labelledby="reading">
      <details open={!isInOrder || of !== null || asksChoice(changes) || hasHint}>
        <summary className="inline-flex min-h-11 items-center text-action">
          <h2 id="reading" className="text-title">
            How the file is read
          </h2>
        </summary>
        <Form method="post" className="mt-3 grid gap-4">
          <NoEnter />
          <input type="hidden" name="work" value={work.id} />
          <input type="hidden" name="intent" value="import.set-options" />
          {columns.length > 0 && (
            <Columns columns={columns.slice(0, maxColumns)} choices={choices} values={of?.values ?? {}} />
          )}
          <div className="field-row sm:grid-cols-2 lg:grid-cols-3">
            {kind !== "lookup" && (
              <TextField
                label="Sender of the file"
                isOptional
                name="source"
                hint="One word for the sender, such as penguin. The sender’s own book numbers are stored together with this word."
                defaultValue={given("source", options.source)}
                error={of?.errors.source}
              />
            )}
            {(kind === "books" || kind === "lookup") && (
              <>
                <TextField
                  label="Percent off the MRP"
                  isOptional
                  name="discount"
                  inputMode="numeric"
                  hint="For records without a price of yours."
                  defaultValue={given("discount", options.discountPercent)}
                  error={of?.errors.discount}
                />
                <TextField
                  label="Rates for other currencies, in ₹"
                  isOptional
                  name="rates"
                  hint="Such as USD=83.50,GBP=110."
                  defaultValue={given("rates", rates.join(","))}
                  error={of?.errors.rates}
                />
              </>
            )}
            {kind === "books" && (
              <>
                <TextField
                  label="MRP of new books, ₹"
                  isOptional
                  name="mrp"
                  inputMode="decimal"
                  hint="For new books without an MRP. If you leave this empty, they are refused."
                  defaultValue={given("mrp", options.defaultMrpPaise && options.defaultMrpPaise / 100)}
                  error={of?.errors.mrp}
                />
                <TextField
                  label="Copies of new books"
                  isOptional
                  name="copies"
                  inputMode="numeric"
                  hint="For new books that are in stock, if the file has no number."
                  defaultValue={given("copies", options.defaultCopies)}
                  error={of?.errors.copies}
                />
              </>
            )}
          </div>
          {(kind === "books" || kind === "stock") && (
            <fieldset className="grid gap-2">
              <legend className="mb-1 font-semibold">Import these only if they are ticked</legend>
              {kind === "books" ? (
                <BookChoices work={work} changes={changes} />
              ) : (
                <>
                  <Checkbox name="titles" value="1" defaultChecked={options.takesTitles === true}>
                    Rows with a different title than the book of this ISBN in the shop
                  </Checkbox>
                  <Checkbox name="again" value="1" defaultChecked={options.isAgain === true}>
                    The same file again, although it was the last imported file
                  </Checkbox>
                </>
              )}
            </fieldset>
          )}
          <p>
            <Button variant="outline">Preview with these options</Button>
          </p>
        </Form>
      </details>
    </section>
  );
}

type ColumnsProps = Pick<OptionsFormProps, "columns" | "choices"> & { values: Record<string, string> };

/** The field of each column; `values` are those of a rejected form. */
function Columns({ columns, choices, values }: ColumnsProps) {
  const labelOf = (name: CsvHeader | undefined) => choices.find(({ header }) => header === name)?.label;
  return (
    <fieldset>
      <legend className="font-semibold">Fields of the columns</legend>
      <div className="field-row mt-2 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ column, field, near }, at) => (
          <Fragment key={`${at} ${column}`}>
            <input type="hidden" name={`name.${at}`} value={column} />
            <div>
              <SelectField
                label={column || "(no name)"}
                name={`field.${at}`}
                defaultValue={values[`field.${at}`] ?? field ?? ""}
              >
                <option value="">Not used</option>
                {choices.map(({ header, label }) => (
                  <option key={header} value={header}>
                    {label}
                  </option>
                ))}
              </SelectField>
              {labelOf(near) && (
                <Button variant="quiet" className="-ml-4" name={`take.${at}`} value={near}>
                  Did you mean “{labelOf(near)}”?<span className="sr-only"> For the column {column}</span>
                </Button>
              )}
            </div>
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}

/** Checkboxes for a file of books: whether its titles, its titles in capitals and its new categories are imported. */
function BookChoices({ work: { options }, changes }: Pick<OptionsFormProps, "work" | "changes">) {
  const { capitals = 0, newCategories = [] } = changes ?? {};
  const names = newCategories.map(([name, records]) => `${name} (${formatCount(records, "book")})`);
  return (
    <>
      <Checkbox name="titles" value="1" defaultChecked={options.takesTitles === true}>
        Titles that differ from those of the shop’s books with the same ISBN, or from titles that staff wrote
      </Checkbox>
      <Checkbox name="capitals" value="1" defaultChecked={options.takesCapitals === true}>
        Titles in capital letters, although the shop has them in normal letters
        {capitals > 0 && (
          <span className="block text-quiet">
            {formatCount(capitals, "title")} in this file, such as THE HOBBIT for The Hobbit.
          </span>
        )}
      </Checkbox>
      <Checkbox name="newCategories" value="1" defaultChecked={options.takesNewCategories === true}>
        Categories that the shop does not have: they are added
        {names.length > 0 && <span className="block text-quiet">{names.join(", ")}</span>}
      </Checkbox>
    </>
  );
}
