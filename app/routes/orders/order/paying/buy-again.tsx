import { Form } from "react-router";

import { timeOfDay } from "#shop/kernel/dates/dates.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import { Button } from "#ui/button.tsx";
import { CancelWaitingOrder } from "./cancel-waiting-order.tsx";

/** The button that resumes the payment of an unpaid order, or puts the books of any other order into the cart. */
export function BuyAgain({ order, action }: { order: OrderPage; action: string }) {
  const isWaiting = order.state === "pending_payment";
  const isGoingBack = order.paidPaise > 0 && goingBackPaise(order) >= order.paidPaise;
  // Never ask for a second payment.
  if (isWaiting && (order.isPaymentComing || (order.paidPaise > 0 && !isGoingBack))) {
    return (
      <p className="mt-6 max-w-measure">
        {order.isPaymentComing
          ? "Your bank has approved the payment. We are waiting for its final confirmation and will write to you. Please do not pay again."
          : "We received a payment that does not match this order. We will refund it or write to you."}
      </p>
    );
  }
  // Reloads the document, because the cart's count in the header must be rendered anew.
  const buy = (
    <Form method="post" action={action} reloadDocument className={isWaiting ? undefined : "mt-6 print:hidden"}>
      <input type="hidden" name="intent" value="buy-again" />
      <Button variant={isWaiting ? "primary" : "outline"} size={isWaiting ? "large" : "regular"}>
        {isWaiting ? "Continue to payment" : "Buy again"}
      </Button>
    </Form>
  );
  if (!isWaiting) return buy;
  return (
    <div className="mt-6 print:hidden">
      <p className="mb-3 max-w-measure">
        <span>{isGoingBack ? explainWrongAmount(order) : "This order is not paid yet."}</span>{" "}
        <span className="figures">Your books are held for you until {timeOfDay(order.heldUntil)}.</span>
      </p>
      <p className="mb-3 max-w-measure">You pay in your cart, which has the same books: you do not pay twice.</p>
      <div className="flex flex-wrap items-center gap-x-5">
        {buy}
        <CancelWaitingOrder action={action} />
      </div>
    </div>
  );
}

function goingBackPaise({ refunds }: OrderPage): number {
  return refunds.reduce((sum, refund) => sum + (refund.state === "failed" ? 0 : refund.amountPaise), 0);
}

/** Explains that the payment differed from the order's total and is refunded, and how to pay again. */
function explainWrongAmount({ paidPaise, totalPaise, refunds }: OrderPage): string {
  const provider = nameProvider(refunds[0]?.payment.provider ?? "");
  const offer = paidPaise < totalPaise ? `, without an offer if ${provider}’s window shows one` : "";
  return `Your payment does not match this order’s total, so we refund it in full. Please pay again${offer}.`;
}
