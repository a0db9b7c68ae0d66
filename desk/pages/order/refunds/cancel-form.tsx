/** Form that cancels an unsent order or its unsent rest, and a second form that cancels copies of one book. */

import { detectLanguage } from "#app/display/detect-language.ts";
import { Form } from "#desk/components/forms/form.tsx";
import type { ActionError } from "#desk/http/action-error.ts";
import type { OrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { WhatGoesBack } from "./what-goes-back.tsx";

interface CancelFormProps {
  number: string;
  version: string;
  /** Captured payments minus refunds, in paise. */
  leftPaise: number;
  /** The lines with copies that can be cancelled; `left` is the number of these copies. */
  lines: (OrderRecord["lines"][number] & { left: number })[];
  /** Whether a part of the order was already sent. */
  isRest: boolean;
  /** Whether the URL opens the form. */
  isAsked: boolean;
  trouble: ActionError | null;
}

export function CancelForm({ number, version, leftPaise, lines, isRest, isAsked, trouble }: CancelFormProps) {
  const only = lines.length === 1 ? lines[0] : undefined;
  const restPaise = lines.reduce(
    (sum, { totalPaise, quantity, left }) => sum + Math.round((totalPaise * left) / quantity),
    0,
  );
  const copies = lines.reduce((sum, { left }) => sum + left, 0);
  const all = isRest ? "all unsent books" : "the whole order";
  // A single copy needs no second form, except to show the errors of a form from an older page.
  const isChoice = copies > 1 || Boolean(trouble?.errors.book ?? trouble?.errors.copies);
  const fields = (
    <>
      <input type="hidden" name="seen" value={version} />
      <input type="hidden" name="order" value={number} />
    </>
  );
  return (
    <details id="cancel" open={isAsked || trouble !== null}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">
        {isChoice ? `Cancel copies or ${all}` : `Cancel ${all}`}
      </summary>
      <div className="grid max-w-measure gap-4 pt-1 pb-4">
        <p className="text-quiet">
          The paid amount is refunded, the copies are in stock again, and the reader gets an e-mail. It cannot be
          undone.
        </p>
        <WhatGoesBack
          goes={[
            ...(isChoice ? lines : []).map(({ title, quantity, totalPaise }): [string, number] => [
              `A copy of ${title}`,
              Math.round(totalPaise / quantity),
            ]),
            isRest
              ? ["All unsent books, at most", Math.min(restPaise, leftPaise)]
              : ["The whole order, with delivery", leftPaise],
          ]}
          stays={[
            ...(isRest
              ? ["The delivery fee"]
              : isChoice
                ? ["The delivery fee, as long as the order has a book left"]
                : []),
            "Amounts that were refunded before: they are not refunded twice",
            "The bill: a credit note is added to it",
          ]}
        />
        <Form method="post">
          {fields}
          <input type="hidden" name="book" value="" />
          <Button variant="danger" name="intent" value="orders.cancel">
            Cancel {all}
          </Button>
        </Form>
        {isChoice && (
          <Form method="post" className="grid gap-3 border-t border-line pt-4">
            {fields}
            {only ? (
              <input type="hidden" name="book" value={only.bookId} />
            ) : (
              <SelectField
                label="Copies of which book"
                name="book"
                required
                defaultValue={trouble?.values.book ?? ""}
                error={trouble?.errors.book}
              >
                <option value="">Choose a book</option>
                {lines.map(({ bookId, title, left, totalPaise, quantity }) => (
                  <option key={bookId} value={bookId} lang={detectLanguage(title)}>
                    {title} ({left} × {formatPaise(Math.round(totalPaise / quantity))})
                  </option>
                ))}
              </SelectField>
            )}
            <TextField
              label="How many copies"
              hint={only && `Of ${only.left}`}
              name="copies"
              inputMode="numeric"
              required
              autoComplete="off"
              className="max-w-24"
              defaultValue={trouble?.values.copies ?? ""}
              error={trouble?.errors.copies}
            />
            <p>
              <Button variant="danger" name="intent" value="orders.cancel">
                Cancel these copies
              </Button>
            </p>
          </Form>
        )}
      </div>
    </details>
  );
}
