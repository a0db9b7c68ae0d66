import { Form } from "#desk/components/forms/form.tsx";
import { availabilityLabels } from "#shop/catalogue/editing/availability-labels.ts";
import type { CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { bulkWords, type BulkChoice, type BulkField } from "./read-bulk-change.ts";

interface ChoiceFormProps {
  /** The filters of the list, as hidden fields. */
  set: Record<string, string>;
  choice: BulkChoice;
  categories: CategoryPath[];
  problem: { field: BulkField; problem: string } | null;
}

/** Form that chooses the change for all found books. */
export function ChoiceForm({ set, choice, categories, problem }: ChoiceFormProps) {
  const errorOf = (field: BulkField) => (problem?.field === field ? problem.problem : null);
  return (
    <Form method="get" className="desk-choice field-row mt-3 sm:grid-cols-[1fr_1fr_auto]">
      {Object.entries(set).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SelectField label="Change" name="kind" defaultValue={choice.kind || "price-by-percent"}>
        {Object.entries(bulkWords).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Percent or rupees"
        hint="Such as 10, or -25 to make them cheaper"
        name="amount"
        inputMode="text"
        autoComplete="off"
        maxLength={20}
        defaultValue={choice.amount}
        error={errorOf("amount")}
      />
      <SelectField label="Which category" name="to" defaultValue={choice.to} error={errorOf("to")}>
        <option value="">None</option>
        {categories.map(({ id, path }) => (
          <option key={id} value={id}>
            {path}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Availability"
        name="availability"
        defaultValue={choice.availability}
        error={errorOf("availability")}
      >
        <option value="">None</option>
        {Object.entries(availabilityLabels).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <p>
        <Button variant="outline">Preview</Button>
      </p>
    </Form>
  );
}
