import { availabilityLabels } from "#shop/catalogue/editing/availability-labels.ts";
import type { CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { bulkWords, roundingWords, type BulkChoice, type BulkField } from "./read-bulk-change.ts";

interface ChoiceFieldsProps {
  choice: BulkChoice;
  categories: CategoryPath[];
  problem: { field: BulkField; problem: string } | null;
}

/** Fields that choose a change of many books. Their form has the class `desk-choice`, which shows those of the kind. */
export function ChoiceFields({ choice, categories, problem }: ChoiceFieldsProps) {
  const errorOf = (field: BulkField) => (problem?.field === field ? problem.problem : null);
  return (
    <>
      <SelectField label="What to change" name="kind" defaultValue={choice.kind} error={errorOf("kind")}>
        <option value="">Choose</option>
        {Object.entries(bulkWords).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField
        label={
          <>
            By how much<span className="desk-signed font-normal text-quiet"> (-10 for less)</span>
          </>
        }
        name="amount"
        inputMode="text"
        autoComplete="off"
        maxLength={20}
        defaultValue={choice.amount}
        error={errorOf("amount")}
      />
      <SelectField label="Round to" name="rounding" defaultValue={choice.rounding}>
        {Object.entries(roundingWords).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField label="Selling price" name="prices" defaultValue={choice.prices}>
        <option value="follow">Keeps its discount</option>
        <option value="stay">Stays as it is</option>
      </SelectField>
      <SelectField label="Which category" name="to" defaultValue={choice.to} error={errorOf("to")}>
        <option value="">None</option>
        {categories.map(({ id, path }) => (
          <option key={id} value={id}>
            {path}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Which publisher"
        name="house"
        autoComplete="off"
        maxLength={200}
        defaultValue={choice.house}
        error={errorOf("house")}
      />
      <SelectField label="Which availability" name="had" defaultValue={choice.had} error={errorOf("had")}>
        <option value="">None</option>
        {Object.entries(availabilityLabels).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    </>
  );
}
