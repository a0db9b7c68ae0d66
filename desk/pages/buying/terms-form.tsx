import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { bases } from "#shop/office/stock-room/terms.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

const labels = {
  name: "Name",
  gstin: "GSTIN",
  email: "E-mail for orders",
  discount: "Discount off the MRP, %",
  creditDays: "Days to pay",
  basis: "Sold to you as",
  returnDays: "Days to return",
};

interface TermsFormProps {
  id: number;
  values: Record<string, string>;
  trouble: ActionError | null;
}

/** The name and the terms of a supplier. */
export function TermsForm({ id, values, trouble }: TermsFormProps) {
  const shown = trouble?.values ?? values;
  const field = (name: keyof typeof labels) => ({
    label: labels[name],
    name,
    defaultValue: shown[name] ?? "",
    error: trouble?.errors[name] ?? null,
  });
  return (
    <section aria-labelledby="terms" className="desk-card p-4">
      <h2 id="terms" className="text-title">
        Terms
      </h2>
      <BothVersions
        trouble={trouble}
        now={values}
        labels={labels}
        describe={(name, value) => (name === "basis" && isKeyOf(bases, value) ? bases[value] : value)}
      />
      <Form method="post" className="field-row mt-3 sm:grid-cols-2">
        <input type="hidden" name="supplier" value={id} />
        <input type="hidden" name="was" value={JSON.stringify(values)} />
        <TextField {...field("name")} required maxLength={120} autoComplete="off" />
        <TextField {...field("email")} type="email" isOptional autoComplete="off" />
        <TextField {...field("gstin")} isOptional maxLength={20} autoComplete="off" />
        <TextField {...field("discount")} isOptional inputMode="decimal" autoComplete="off" />
        <SelectField {...field("basis")}>
          {Object.entries(bases).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field("returnDays")}
          hint="From the arrival; not for a firm sale. Left empty: no limit"
          isOptional
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField {...field("creditDays")} isOptional inputMode="numeric" autoComplete="off" />
        <p className="sm:col-span-2">
          <Button name="intent" value="buying.save-supplier">
            Save
          </Button>
        </p>
      </Form>
    </section>
  );
}
