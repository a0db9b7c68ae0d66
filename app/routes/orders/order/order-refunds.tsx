import { htmlTime } from "#app/display/html-time.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { refundTime } from "#shop/kernel/money/refund-time.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { isPaidByHand } from "#shop/sales/orders/paid-by-hand.ts";
import { orderStates } from "#shop/sales/orders/order-state.ts";
import { accountOf } from "#shop/sales/orders/payment-labels.ts";
import { namePaidOtherwise, refundReason, type OrderRefund } from "#shop/sales/orders/refund-labels.ts";
import { nameCopies } from "./timeline.ts";

/** Refunds of an order: amount, destination and date; at the top of the page of a cancelled order. */
export function OrderRefunds({ order }: { order: OrderPage }) {
  if (!hasRefundPanel(order)) return null;
  const cancelledAt = findCancelledAt(order);
  return (
    <section aria-labelledby="refund-heading" className="mt-8 border-t-4 border-ink bg-raised p-6 sm:p-8">
      <h2 id="refund-heading" className="text-h3">
        {headingOf(order)}
      </h2>
      {cancelledAt && (
        <p className="mt-2">
          Cancelled on <DayOf at={cancelledAt} />. {order.paidPaise === 0 && <span>No money was taken for it.</span>}
        </p>
      )}
      <ul className="grid max-w-measure">
        {order.refunds.map((refund) => (
          <li key={refund.id} className="mt-3">
            <p className="figures text-lead font-semibold">
              {order.state === "returned" && refund.reason === "returned"
                ? "You have nothing to pay."
                : describeRefund(refund)}
            </p>
            <p className="mt-1 text-quiet">
              {refund.state === "processed" && !refund.isOfDue && (
                <span>{`Banks usually show it within ${refundTime}. `}</span>
              )}
              {describeReason(order, refund)}, <DayOf at={refund.askedAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the page has this panel: the order is cancelled, or has a refund. */
export function hasRefundPanel(order: OrderPage): boolean {
  return order.refunds.length > 0 || findCancelledAt(order) !== undefined;
}

function findCancelledAt({ moves }: OrderPage): string | undefined {
  return moves.find(({ state }) => state === "cancelled")?.at;
}

function DayOf({ at }: { at: string }) {
  return (
    <time dateTime={htmlTime(at)} className="figures whitespace-nowrap">
      {longDay(at)}
    </time>
  );
}

function headingOf({ state, refunds, parcels, isCollection }: OrderPage): string {
  if (orderStates[state].isConfirmed) return refunds.every(({ isOfDue }) => isOfDue) ? "You pay less" : "Your refund";
  if (state === "returned" && isCollection) return "You did not collect this order";
  if (state === "returned")
    return parcels.at(-1)?.failure === "lost" ? "The parcel did not reach you" : "The parcel came back to us";
  if (state === "cancelled" || refunds.some(({ reason, isOfBill }) => reason === "cancelled" && isOfBill))
    return "Your order is cancelled";
  return refunds.every((refund) => refund.state === "processed")
    ? "Your payment was refunded"
    : "Your payment goes back to you";
}

/** Describes amount, destination and date of a refund. */
function describeRefund({ amountPaise, state, endedAt, payment, paidOtherwise, isOfDue }: OrderRefund): string {
  const amount = formatPaise(amountPaise);
  if (isOfDue) return `${amount} less to pay.`;
  if (state === "failed") return `${amount} could not be refunded yet. We are working on it.`;
  if (paidOtherwise) return `We paid ${amount} back to you ${namePaidOtherwise(paidOtherwise)}.`;
  if (isPaidByHand(payment.provider))
    return `We pay ${amount} back to you by bank transfer or UPI, and ask you where to send it.`;
  if (state === "processed")
    return `${amount} went back to ${accountOf(payment)} on ${longDay(endedAt).replaceAll(" ", "\u00a0")}.`;
  return `${amount} goes back to ${accountOf(payment)}, usually within ${refundTime}.`;
}

/** Returns the reason of a refund, with the copies it covers when these are only a part of the order. */
function describeReason(order: OrderPage, refund: OrderRefund): string {
  const isPart = orderStates[order.state].isConfirmed && refund.copies.length > 0;
  return isPart ? `${nameCopies(order, refund.copies)}: ${lowered(refundReason(refund))}` : refundReason(refund);
}

function lowered(phrase: string): string {
  return phrase.charAt(0).toLowerCase() + phrase.slice(1);
}
