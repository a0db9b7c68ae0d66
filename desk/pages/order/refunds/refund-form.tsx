/** Form that refunds a sum of an order, with the sums that were paid and refunded so far. */

import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { moneyOf, WhatGoesBack } from "./what-goes-back.tsx";

interface RefundFormProps {
  number: string;
  version: string;
  /** The captured payments. */
  payments: OrderRecord["payments"];
  refunds: OrderRecord["refunds"];
  lines: OrderRecord["lines"];
  /** Whether the reader paid for delivery. */
  hasFee: boolean;
  /** The sum above which an owner must approve a refund, in paise; null for no limit. */
  limitPaise: number | null;
  /** Whether the URL opens the form. */
  isAsked: boolean;
  trouble: ActionError | null;
}

export function RefundForm({
  number,
  version,
  payments,
  refunds,
  lines,
  hasFee,
  limitPaise,
  isAsked,
  trouble,
}: RefundFormProps) {
  const onlyPayment = payments.length === 1 ? payments[0] : undefined;
  const onlyLine = lines.length === 1 ? lines[0] : undefined;
  const { paid, back, left } = moneyOf({ payments, refunds });
  return (
    <details id="refund" open={isAsked || trouble !== null}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">Refund money</summary>
      <div className="max-w-measure pt-1 pb-4">
        <p className="text-quiet">
          {back > 0
            ? `${formatPaise(paid)} was received, ${formatPaise(back)} was or is being refunded, ${formatPaise(left)} is left. `
            : `${formatPaise(paid)} was received, and nothing was refunded. `}
          A refund cannot be undone, and the reader gets an e-mail.
          {limitPaise !== null &&
            ` An owner must approve refunds of more than ${formatPaise(limitPaise)} per order, including earlier refunds by booksellers. This form then sends a request.`}
        </p>
        <WhatGoesBack
          goes={[["The amount that you enter, at most", left]]}
          stays={[
            "The rest of the payment",
            "The order and its books: nothing is cancelled, and the stock does not change",
            "The bill: a credit note is added to it",
          ]}
        />
        <Form method="post" className="mt-3 grid gap-3">
          <input type="hidden" name="seen" value={version} />
          <input type="hidden" name="order" value={number} />
          {onlyPayment ? (
            <input type="hidden" name="payment" value={onlyPayment.id} />
          ) : (
            <SelectField label="Payment" name="payment" defaultValue={trouble?.values.payment}>
              {payments.map(({ id, amountPaise, settles }) => (
                <option key={id} value={id}>
                  {formatPaise(amountPaise)}
                  {settles ? ", which paid the order" : ""}, {id}
                </option>
              ))}
            </SelectField>
          )}
          {onlyLine && !hasFee ? (
            <input type="hidden" name="book" value={onlyLine.bookId} />
          ) : (
            <SelectField
              label="Book"
              hint="The credit note names this book. A later return of the book refunds this much less."
              name="book"
              required
              defaultValue={trouble?.values.book ?? ""}
              error={trouble?.errors.book}
            >
              <option value="">Choose a book or the whole order</option>
              {lines.map(({ bookId, title, totalPaise }) => (
                <option key={bookId} value={bookId} lang={detectLanguage(title)}>
                  {title} ({formatPaise(totalPaise)})
                </option>
              ))}
              <option value="all">The whole order, including delivery</option>
            </SelectField>
          )}
          <TextField
            label="Amount, ₹"
            hint="Such as 150 or 150.50"
            name="amount"
            inputMode="decimal"
            required
            autoComplete="off"
            className="max-w-40"
            defaultValue={trouble?.values.amount ?? ""}
            error={trouble?.errors.amount}
          />
          <TextField
            label="Reason"
            hint="The reader sees it too"
            name="note"
            required
            defaultValue={trouble?.values.note ?? ""}
            error={trouble?.errors.note}
          />
          <p>
            <Button variant="danger" name="intent" value="orders.refund">
              Refund this amount
            </Button>
          </p>
        </Form>
      </div>
    </details>
  );
}
