import { Form, Link } from "react-router";

import { Money } from "#app/components/books/money.tsx";
import { href } from "#routing/href.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { longMoment } from "#shop/kernel/dates/dates.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { Button } from "#ui/button.tsx";
import type { CodeState } from "#shop/sales/orders/codes/find-code-state.server.ts";
import { CancelWaitingOrder } from "./cancel-waiting-order.tsx";
import type { CodeFlash } from "#app/routes/orders/order/code/code-words.ts";
import { ConfirmByCode } from "#app/routes/orders/order/code/confirm-by-code.tsx";

interface PayOnDeliveryProps {
  order: OrderPage;
  duePaise: number;
  action: string;
  linkKey: string | null;
  /** Whether the visitor came by the link in the letter or is signed in, and not only has the cart of the order. */
  mayConfirm: boolean;
  /** The code by which other visitors confirm it; null if none is offered. */
  code: CodeState | null;
  codeFlash: CodeFlash | null;
}

/** What is to be paid on delivery, or when the order is collected; before that, the order is confirmed here. */
export function PayOnDelivery({ order, duePaise, action, linkKey, mayConfirm, code, codeFlash }: PayOnDeliveryProps) {
  const { state, number: orderNumber, totalPaise, onlineSavingPaise } = order;
  const whenPaid = order.isCollection ? "when you collect it, in cash, by UPI or by card" : "when the parcel comes";
  const isPayable =
    (state === "to_confirm" || state === "to_pack") && duePaise === totalPaise && !order.isPaymentComing;
  const payOnline = isPayable && (
    <Link
      to={href("/orders/:orderNumber/pay", { orderNumber }, { key: linkKey })}
      // That page has a security policy of its own, which allows the payment window.
      reloadDocument
      className="link inline-flex min-h-11 items-center text-[0.9375rem] font-semibold print:hidden"
    >
      {onlineSavingPaise > 0 ? `Pay online instead and save ${formatPaise(onlineSavingPaise)}` : "Pay online instead"}
    </Link>
  );
  if (state !== "to_confirm")
    return (
      <div className="mt-6">
        <p className="figures text-lead font-semibold">
          You pay <Money paise={duePaise} /> {whenPaid}.
        </p>
        {payOnline}
        {order.isPaymentComing && (
          <p>Your bank has approved a payment. We wait for its final confirmation and will write to you.</p>
        )}
      </div>
    );
  return (
    <section aria-labelledby="confirm-heading" className="mt-8 border-t-4 border-ink bg-raised p-6 sm:p-8 print:hidden">
      <h2 id="confirm-heading" className="text-h3">
        Please confirm your order
      </h2>
      <p className="figures mt-3 max-w-measure">
        You pay <Money paise={duePaise} /> {whenPaid}. We pack your books once you have confirmed the order. They are
        held for you until {longMoment(order.heldUntil)}.
      </p>
      {mayConfirm ? (
        <Form method="post" action={action} className="mt-5">
          <input type="hidden" name="intent" value="confirm-order" />
          <Button size="large">Confirm the order</Button>
        </Form>
      ) : (
        <p className="mt-3 max-w-measure font-semibold wrap-anywhere">
          We have written to {order.email}. Open the link in that e-mail, and confirm the order there.
        </p>
      )}
      {code && <ConfirmByCode code={code} flash={codeFlash} action={action} />}
      <div className="mt-2 flex flex-wrap items-center gap-x-5">
        {payOnline}
        <CancelWaitingOrder action={action} />
      </div>
    </section>
  );
}
