import { Form } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { refundTime } from "#shop/kernel/money/refund-time.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { copiesToSend } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { accountOf } from "#shop/sales/orders/payment-labels.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { formatCount } from "#shop/kernel/text/format-count.ts";

/** Form that cancels the order, or copies of a book, before dispatch; collapsed, to prevent accidental clicks. */
export function CancelOrder({ order, action }: { order: OrderPage; action: string }) {
  const open = copiesToSend(order).flatMap(({ position, quantity: left }) => {
    const line = order.lines[position];
    return line ? [{ ...line, left }] : [];
  });
  const copies = open.reduce((sum, { left }) => sum + left, 0);
  const isRest = order.parcels.length > 0;
  return (
    <details className="mt-6 border-t border-line pt-4 print:hidden">
      <summary className="link inline-flex min-h-11 items-center font-semibold">
        {isRest ? "Cancel what is still to be sent" : "Cancel this order"}
      </summary>
      <p className="mt-2 max-w-measure">
        <span>
          {`${order.isCollection ? "Your books are not ready yet" : "It has not left the shop yet"}, so you may cancel it free of charge.`}
        </span>{" "}
        <span>
          {order.duePaise === null
            ? `The money is refunded to ${accountOf(order.payment)}, usually within ${refundTime}.`
            : `You pay that much less when ${order.isCollection ? "you collect it" : "the parcel comes"}.`}
        </span>
      </p>
      {copies > 1 && (
        <ul className="mt-5">
          {open.map((line) => (
            <li key={line.bookId} className="border-t border-line py-4">
              <Form method="post" action={action} className="flex flex-wrap items-end gap-x-4 gap-y-2">
                <input type="hidden" name="intent" value="cancel-copies" />
                <input type="hidden" name="bookId" value={line.bookId} />
                <div className="min-w-0 flex-1">
                  <SelectField
                    label={<span lang={detectLanguage(line.title)}>{line.title}</span>}
                    name="quantity"
                    className="max-w-40"
                  >
                    {Array.from({ length: line.left }, (_, index) => (
                      <option key={index} value={index + 1}>
                        {formatCount(index + 1, "copy", "copies")}
                      </option>
                    ))}
                  </SelectField>
                </div>
                <Button variant="outline">
                  Cancel these
                  <span className="sr-only">
                    {" "}
                    copies of <span lang={detectLanguage(line.title)}>{line.title}</span>
                  </span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form method="post" action={action} className="mt-4">
        <input type="hidden" name="intent" value="cancel-order" />
        <Button variant="outline">
          {isRest || order.lines.some((line) => line.cancelled > 0) ? "Cancel the rest" : "Cancel the whole order"}
        </Button>
      </Form>
    </details>
  );
}
