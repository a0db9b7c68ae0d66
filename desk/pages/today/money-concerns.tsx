import { Link } from "react-router";

import { Form } from "#desk/components/forms/form.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { MoneyConcern } from "#shop/office/back-office/money-concerns.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { orderNumberPattern } from "#shop/sales/orders/placing/order-number.ts";
import { Button } from "#ui/button.tsx";
import { Figure } from "#ui/figure.tsx";

/** A problem with a payment or refund, with its age as text. */
export interface ShownConcern extends Omit<MoneyConcern, "since"> {
  age: string;
}

/** A list of problems with payments and refunds, each with a link to its order, or a button that dismisses it. */
export function MoneyConcerns({ concerns, isCut }: { concerns: ShownConcern[]; isCut: boolean }) {
  return (
    <ul className="border-t border-l-4 border-t-line border-l-vermilion">
      {concerns.map(({ id, what, order, message, amountPaise, payment, age }) => (
        <li
          key={`${what} ${id ?? message}`}
          className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-2 pr-4 pl-8 last:border-b-0"
        >
          <div className="min-w-0 flex-1 basis-72">
            <p className="break-words">
              {what === "refund" && (
                <span>{`A refund${amountPaise === null ? "" : ` of ${formatPaise(amountPaise)}`} fails: `}</span>
              )}
              <span>{message}</span>
            </p>
            {payment && <p>{describePaymentBalance(payment)}</p>}
            <p className="text-small text-quiet">
              {orderNumberPattern.test(order) && (
                <Link
                  className="link inline-flex min-h-11 items-center gap-1 lg:min-h-6"
                  to={deskHref("/orders/:number", { number: order })}
                >
                  Order <Figure>{order}</Figure>
                </Link>
              )}
              <span>{orderNumberPattern.test(order) ? `, ${age} ago` : `${age} ago`}</span>
            </p>
          </div>
          {id !== null && (
            <Form method="post" action="?index">
              <input type="hidden" name="intent" value="today.see-concern" />
              <input type="hidden" name="what" value={what} />
              <input type="hidden" name="id" value={id} />
              <Button variant="outline" className="sm:min-w-36">
                Dismiss
              </Button>
            </Form>
          )}
        </li>
      ))}
      {isCut && <li className="py-2 pl-8 text-small text-quiet">There are more. They appear when these are done.</li>}
    </ul>
  );
}

/** Describes how much of a payment was refunded, how much is being refunded, and how much the shop keeps. */
function describePaymentBalance({ paidPaise, askedPaise, gonePaise }: NonNullable<MoneyConcern["payment"]>): string {
  const paid = formatPaise(paidPaise);
  const [leftPaise, comingPaise] = [paidPaise - askedPaise, askedPaise - gonePaise];
  if (askedPaise === 0)
    return `${paid} was received, and nothing was refunded. If the reader should get it back, refund it on the order’s page.`;
  const went = gonePaise > 0 ? ` ${formatPaise(gonePaise)} was refunded.` : "";
  const goes = comingPaise > 0 ? ` ${formatPaise(comingPaise)} is being refunded by the shop.` : "";
  const stays =
    leftPaise > 0
      ? ` The shop keeps ${formatPaise(leftPaise)}. If the reader should get it back, refund it on the order’s page.`
      : " Nothing is left to do.";
  return `${paid} was received.${went}${goes}${stays}`;
}
