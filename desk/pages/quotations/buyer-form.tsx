/** The buyer and the terms of a draft. */
import { BothVersions } from "#desk/components/forms/both-versions.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { businessAddressHint } from "#desk/pages/order/business/business-fields.ts";
import { indianStates, stateName } from "#shop/kernel/regions/indian-states.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { termLabels, type termValues } from "./quotation-fields.ts";

type Values = ReturnType<typeof termValues>;

interface BuyerFormProps {
  id: number;
  values: Values;
  /** Whether this person may set a discount by hand, and sell on credit. */
  mayDiscount: boolean;
  trouble: ActionError | null;
}

export function BuyerForm({ id, values, mayDiscount, trouble }: BuyerFormProps) {
  const shown: Record<string, string> = trouble?.values ?? values;
  const field = (name: keyof Values) => ({
    label: termLabels[name],
    name,
    autoComplete: "off",
    defaultValue: shown[name] ?? "",
    error: trouble?.errors[name] ?? null,
  });
  return (
    <section aria-labelledby="buyer" className="desk-card p-4">
      <h2 id="buyer" className="text-title">
        Buyer and terms
      </h2>
      <BothVersions
        trouble={trouble}
        now={values}
        labels={termLabels}
        describe={(name, value) => (name === "stateCode" ? stateName(value) : value)}
      />
      <Form method="post" className="field-row mt-3 sm:grid-cols-2">
        <input type="hidden" name="quotation" value={id} />
        <input type="hidden" name="was" value={JSON.stringify(values)} />
        <TextField {...field("businessName")} maxLength={120} isOptional />
        <TextField {...field("gstin")} maxLength={40} isOptional />
        <div className="sm:col-span-2">
          <TextField {...field("businessAddress")} hint={businessAddressHint} maxLength={160} isOptional />
        </div>
        <TextField {...field("name")} hint="Who receives the books" required maxLength={120} />
        <TextField {...field("purchaseOrder")} maxLength={40} isOptional />
        <TextField {...field("email")} type="email" required />
        <TextField {...field("phone")} type="tel" required />
        <TextField {...field("addressLine1")} required />
        <TextField {...field("addressLine2")} isOptional />
        <TextField {...field("pin")} inputMode="numeric" required />
        <TextField {...field("city")} required />
        <SelectField {...field("stateCode")}>
          <option value="">Choose the state</option>
          {indianStates.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField {...field("validUntil")} type="date" required />
        {mayDiscount ? (
          <>
            <TextField
              {...field("discount")}
              hint="Left empty: by the number of copies, as in the settings"
              isOptional
              inputMode="decimal"
            />
            <TextField
              {...field("creditDays")}
              hint="Left empty: paid before the books are sent"
              isOptional
              inputMode="numeric"
            />
          </>
        ) : (
          <>
            <input type="hidden" name="discount" value={values.discount} />
            <input type="hidden" name="creditDays" value={values.creditDays} />
          </>
        )}
        <TextField {...field("delivery")} hint="Left empty: free" isOptional inputMode="decimal" />
        <div className="sm:col-span-2">
          <TextArea {...field("words")} rows={3} isOptional />
        </div>
        <p className="sm:col-span-2">
          <Button name="intent" value="quotations.save">
            Save
          </Button>
        </p>
      </Form>
    </section>
  );
}
