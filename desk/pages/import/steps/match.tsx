/** The first step of an import: what the file contains, which column is which field, and rules for what it lacks. */
import { Form } from "#desk/components/forms/form.tsx";
import { NoEnter } from "#desk/components/forms/no-enter.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import type { SampledColumn } from "#shop/catalogue/import/csv/plan-csv.ts";
import type { UploadPreview } from "#shop/catalogue/uploads/preview-upload.server.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { kindChoices } from "#desk/pages/import/kinds.ts";
import { matchForm } from "./match-form.ts";
import { Rules, type AskedRule } from "./rules.tsx";
import { StepHeading } from "./step-heading.tsx";

/** A field that a column can be. */
export interface ColumnChoice {
  header: CsvHeader;
  label: string;
}

/** The fields that columns can be: those of most files of this kind, and further ones. */
export interface ColumnChoices {
  usual: ColumnChoice[];
  further: ColumnChoice[];
}

interface MatchProps {
  work: ImportJob;
  /** The sheets of a workbook. */
  sheets: UploadPreview["sheets"];
  columns: SampledColumn[];
  choices: ColumnChoices;
  /** The rules whose fields are next to the records that they mend. */
  askedRules: AskedRule[];
  trouble: ActionError | null;
}

/** The form of the first step; `trouble` is its rejection. */
export function Match({ work, sheets, columns, choices, askedRules, trouble }: MatchProps) {
  const { options, kind } = work;
  const isTable = columns.length > 0 && kind !== "covers";
  return (
    <section aria-labelledby="reading">
      <StepHeading id="reading" number={1}>
        {isTable ? "Match the columns" : "Say what is in the file"}
      </StepHeading>
      {isTable && (
        <p className="mt-1 max-w-measure text-quiet">
          {options.like
            ? `Matched as in ${options.like}, your last file with these columns.`
            : "Guessed by the names of the columns. What you choose is kept for your next file with these columns."}
        </p>
      )}
      <Form method="post" id={matchForm} className="mt-3 grid gap-4">
        <NoEnter />
        <input type="hidden" name="work" value={work.id} />
        <div className="field-row max-w-[60rem] sm:grid-cols-2">
          <SelectField
            label="What is in it"
            name="kind"
            defaultValue={trouble?.values.kind ?? kind}
            error={trouble?.errors.kind}
          >
            {kindChoices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          {sheets && sheets.names.length > 1 && <SheetChoice sheets={sheets} />}
        </div>
        {isTable && <Columns columns={columns} choices={choices} values={trouble?.values ?? {}} />}
        {kind !== "covers" && <Rules kind={kind} options={options} trouble={trouble} elsewhere={askedRules} />}
      </Form>
    </section>
  );
}

function SheetChoice({ sheets: { names, chosen } }: { sheets: NonNullable<MatchProps["sheets"]> }) {
  return (
    <>
      <input type="hidden" name="was-sheet" value={chosen} />
      <SelectField
        label="Sheet"
        hint={`The workbook has ${names.length} sheets, and one of them is read.`}
        name="sheet"
        defaultValue={chosen}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}

type ColumnsProps = Pick<MatchProps, "columns" | "choices"> & { values: Record<string, string> };

/** Each column with some of its values, and the field that it is; `values` are those of a rejected form. */
function Columns({ columns, choices, values }: ColumnsProps) {
  const { usual, further } = choices;
  const labelOf = (name: CsvHeader | undefined) => [...usual, ...further].find(({ header }) => header === name)?.label;
  return (
    <ul className="desk-match desk-columns border-t border-line" aria-label="Columns of the file">
      {columns.map(({ column, field, near, samples }, at) => (
        // Columns may have equal names, and keep their places.
        <li key={`${at} ${column}`} className="border-b border-line py-2">
          <input type="hidden" name={`name.${at}`} value={column} />
          <SelectField
            label={column || "(no name)"}
            hint={samples.join(" · ") || "no value in the first rows"}
            name={`field.${at}`}
            defaultValue={values[`field.${at}`] ?? field ?? ""}
          >
            <option value="">Not used</option>
            <Options choices={usual} />
            {further.length > 0 && (
              <optgroup label="Further fields">
                <Options choices={further} />
              </optgroup>
            )}
          </SelectField>
          {field === "isbn_or_code" && (
            <p className="text-small">
              Each value that is an ISBN is taken as the ISBN of its book, any other as your item code.
            </p>
          )}
          {labelOf(near) && (
            <Button variant="quiet" className="-ml-4" name={`take.${at}`} value={near}>
              Did you mean “{labelOf(near)}”?<span className="sr-only"> For the column {column}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Options({ choices }: { choices: ColumnChoice[] }) {
  return choices.map(({ header, label }) => (
    <option key={header} value={header}>
      {label}
    </option>
  ));
}
