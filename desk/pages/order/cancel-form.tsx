import { Form } from "react-router";

import { OnceField } from "#desk/components/once-field.tsx";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import type { OrderRecord } from "#shop/back-office/order-record.server.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { WhatGoesBack } from "./what-goes-back.tsx";

interface CancelFormProps {
  number: string;
  version: string;
  once: string;
  /** What is left of the money. */
  leftPaise: number;
  /** Books of which copies were neither cancelled nor sent. */
  lines: (OrderRecord["lines"][number] & { left: number })[];
  /** A part of the order was sent. */
  isRest: boolean;
  trouble: ActionTrouble | null;
}

/** Cancels an order that was not sent, or what waits of it, or copies of a book in it. */
export function CancelForm({ number, version, once, leftPaise, lines, isRest, trouble }: CancelFormProps) {
  const restPaise = lines.reduce(
    (sum, { totalPaise, quantity, left }) => sum + Math.round((totalPaise * left) / quantity),
    0,
  );
  return (
    <section aria-labelledby="cancel">
      <h2 id="cancel" className="text-title">
        Cancel
      </h2>
      <p className="mt-2 text-quiet">
        What was paid for it goes back, the copies are in stock again, and the reader gets an e-mail.
      </p>
      <WhatGoesBack
        goes={[
          ...lines.map(({ title, quantity, totalPaise }): [string, number] => [
            `A copy of ${title}`,
            Math.round(totalPaise / quantity),
          ]),
          isRest
            ? ["All that was not sent, at most", Math.min(restPaise, leftPaise)]
            : ["The whole order, with delivery", leftPaise],
        ]}
        stays={[
          isRest ? "The fee for delivery" : "The fee for delivery, while a book of the order is left",
          "What was refunded before: it does not go back twice",
          "The bill: a credit note is added to it",
        ]}
      />
      <Form method="post" className="mt-3 grid gap-3">
        <OnceField value={once} />
        <input type="hidden" name="seen" value={version} />
        <input type="hidden" name="order" value={number} />
        <SelectField label="What" name="book" defaultValue={trouble?.values.book ?? ""} error={trouble?.errors.book}>
          <option value="">{isRest ? "All that was not sent" : "The whole order"}</option>
          {lines.map(({ bookId, title }) => (
            <option key={bookId} value={bookId}>
              {title}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Copies"
          hint={
            isRest ? "Of one book; else all that were not sent" : "Of one book; of the whole order all are cancelled"
          }
          name="copies"
          inputMode="numeric"
          defaultValue={trouble?.values.copies ?? "1"}
          error={trouble?.errors.copies}
        />
        <p>
          <Button variant="danger" name="intent" value="orders.cancel">
            Cancel it
          </Button>
        </p>
      </Form>
    </section>
  );
}
