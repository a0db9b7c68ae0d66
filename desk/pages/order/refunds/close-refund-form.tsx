import { CannotBeUndone } from "#desk/components/forms/cannot-be-undone.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import { paidOtherwiseLabels } from "#shop/sales/orders/refund-labels.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";

interface CloseRefundFormProps {
  number: string;
  refundId: number;
  /** Whether it was never to be made by a payment provider, because the order was paid on delivery. */
  isByHand: boolean;
  /** The current day in India, such as `2026-11-30`. */
  today: string;
  trouble: ActionError | null;
}

/** Form for owners that closes a refund which the shop has paid itself: by bank transfer, UPI or in cash. */
export function CloseRefundForm({ number, refundId, isByHand, today, trouble }: CloseRefundFormProps) {
  return (
    <details open={trouble !== null} className="w-full">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        {isByHand ? "I have paid it back" : "It was paid in another way"}
      </summary>
      <Form method="post" className="grid max-w-measure gap-3 pt-1 pb-3">
        <input type="hidden" name="order" value={number} />
        <input type="hidden" name="refund" value={refundId} />
        <SelectField
          label="How it was paid"
          name="by"
          required
          defaultValue={trouble?.values.by ?? ""}
          error={trouble?.errors.by}
        >
          <option value="">Choose</option>
          {Object.entries(paidOtherwiseLabels).map(([way, label]) => (
            <option key={way} value={way}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="On which day"
          name="on"
          type="date"
          required
          max={today}
          className="max-w-56"
          defaultValue={trouble?.values.on ?? today}
          error={trouble?.errors.on}
        />
        <TextField
          label="Reference"
          hint="The bank’s payment number (UTR). For cash: the number of the receipt, if there is one"
          name="reference"
          autoComplete="off"
          defaultValue={trouble?.values.reference ?? ""}
          error={trouble?.errors.reference}
        />
        <div>
          <Button variant="outline" name="intent" value="orders.close-refund">
            Close this refund
          </Button>
          <CannotBeUndone what="The reader gets an e-mail, and a credit note is issued." />
        </div>
      </Form>
    </details>
  );
}
