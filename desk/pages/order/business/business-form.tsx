import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { formatMonth } from "#desk/pages/gst/read-gst-query.ts";
import type { Business } from "#shop/sales/documents/business.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { businessAddressHint, businessLabels, businessValues } from "./business-fields.ts";

interface BusinessFormProps {
  number: string;
  business: Business | null;
  /** The month whose GSTR-1 may be filed already, such as `2026-10`; null for none. */
  month: string | null;
  trouble: ActionError | null;
}

/** Form that adds or corrects the business that an order is billed to. */
export function BusinessForm({ number, business, month, trouble }: BusinessFormProps) {
  const now = businessValues(business);
  const shown: Record<string, string> = trouble?.values ?? now;
  const field = (name: keyof typeof now) => ({
    label: businessLabels[name],
    name,
    isOptional: true,
    autoComplete: "off",
    defaultValue: shown[name] ?? "",
    error: trouble?.errors[name] ?? null,
  });
  return (
    <>
      <BothVersions trouble={trouble} now={now} labels={businessLabels} />
      <Form method="post" className="desk-card mt-4 grid max-w-measure gap-4 p-4">
        <input type="hidden" name="order" value={number} />
        <input key={JSON.stringify(now)} type="hidden" name="was" value={JSON.stringify(now)} />
        <TextField {...field("businessName")} maxLength={120} />
        <TextField {...field("gstin")} maxLength={40} />
        <TextField {...field("businessAddress")} hint={businessAddressHint} maxLength={160} />
        <TextField {...field("purchaseOrder")} maxLength={40} />
        {month !== null && (
          <SelectField
            label={`GSTR-1 of ${formatMonth(month)}`}
            name="filed"
            hint="Asked if the GSTIN changes"
            defaultValue={trouble?.values.filed ?? ""}
            error={trouble?.errors.filed}
          >
            <option value="">Choose</option>
            <option value="no">Not filed yet</option>
            <option value="yes">Filed</option>
          </SelectField>
        )}
        <p>
          <Button name="intent" value="orders.correct-business">
            Save
          </Button>
        </p>
      </Form>
    </>
  );
}
