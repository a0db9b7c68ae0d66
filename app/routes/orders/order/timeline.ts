/** Builds the timeline of an order's page from its state changes, parcels, returns and refunds. */
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { OrderPage } from "#shop/sales/orders/find-order.server.ts";
import { goesInParts, nameTracking, type OrderParcel } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { isToPack, type OrderState } from "#shop/sales/orders/order-state.ts";
import { accountOf } from "#shop/sales/orders/payment-labels.ts";
import { refundReason, type OrderRefund } from "#shop/sales/orders/refund-labels.ts";
import { isUnasked, returnReasonLabels, type OrderReturn } from "#shop/sales/orders/return-labels.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

export interface TimelineEntry {
  /** ISO time. */
  at: string;
  words: string;
  /** Empty if `words` needs no detail. */
  detail: string;
}

/** The label of the move into a state. */
const moveLabels: Record<OrderState, string> = {
  pending_payment: "Order placed",
  to_confirm: "Order placed",
  paid: "Paid",
  to_pack: "Confirmed",
  shipped: "Sent",
  delivered: "Delivered",
  expired: "Payment expired",
  superseded: "Restarted as another order",
  cancelled: "Cancelled",
  returned: "Nothing to pay",
  refund_pending: "Cancelled",
  refunded: "Refunded",
};

/** The same of an order that is collected at the shop. */
const collectionLabels: Partial<Record<OrderState, string>> = { shipped: "Ready at the shop", delivered: "Collected" };

/** The events of an order, oldest first: state changes, parcels, returns and refunds. */
export function buildTimeline(order: OrderPage): TimelineEntry[] {
  const moves = order.moves
    .filter((move) => !isShownByRefund(move, order.refunds) && !isShownByParcels(move, order))
    .map(({ state, at }) => ({
      at,
      words: (order.isCollection && collectionLabels[state]) || moveLabels[state],
      detail: detailOf(order, state),
    }));
  const refunds = order.refunds.flatMap((refund) => [
    ...(isFoundAfterwards(refund) || isShownByFailure(order, refund) ? [] : [describeRequestedRefund(order, refund)]),
    ...describeEndedRefund(refund),
  ]);
  const returns = order.returns.flatMap((orderReturn) => describeReturn(order, orderReturn));
  const parts = order.parcels.flatMap((parcel) => describeParcel(order, parcel));
  return [...moves, ...parts, ...returns, ...refunds].toSorted((first, second) =>
    first.at < second.at ? -1 : first.at > second.at ? 1 : 0,
  );
}

/** Describes copies of an order, such as `1 copy of Gora, 2 copies of Persuasion`. */
export function nameCopies(order: OrderPage, copies: OrderRefund["copies"]): string {
  return copies
    .map(({ position, quantity }) => {
      return `${formatCount(quantity, "copy", "copies")} of ${order.lines[position]?.title ?? "a book"}`;
    })
    .join(", ");
}

function detailOf({ parcels, documents, isCollection }: OrderPage, state: OrderState): string {
  if (state === "shipped" && isCollection) return "";
  if (state === "shipped") return parcels[0] ? withCarrier(parcels[0]) : "";
  const bill = documents.find(({ kind }) => kind === "bill");
  return isToPack(state) && bill ? `Bill ${bill.number}` : "";
}

function withCarrier(parcel: OrderParcel): string {
  return `Carried by ${nameTracking(parcel)}`;
}

/**
 * If an order was sent in several parcels, the entries of the parcels replace the moves to shipped and delivered; the
 * entry of a parcel that failed replaces the move to returned.
 */
function isShownByParcels({ state }: OrderPage["moves"][number], { parcels }: OrderPage): boolean {
  if (state === "returned") return parcels.some(({ failure }) => failure !== null);
  return (
    (state === "shipped" || state === "delivered") &&
    parcels.every(({ copies }) => copies !== null) &&
    parcels.length > 0
  );
}

function describeParcel(order: OrderPage, parcel: OrderParcel): TimelineEntry[] {
  const { place, copies, shippedAt, deliveredAt, failedAt } = parcel;
  const detailOfFailure = order.state === "returned" ? "You have nothing to pay" : "";
  const failed =
    failedAt === null ? [] : [{ at: failedAt, words: failureWords(order, parcel), detail: detailOfFailure }];
  if (copies === null) return failed;
  const name = goesInParts(order) ? `Parcel ${place} ` : "";
  const say = (words: string) => (name ? name + words.toLowerCase() : words);
  const sent = { at: shippedAt, words: say("Sent"), detail: withCarrier(parcel) };
  if (deliveredAt === null) return [sent, ...failed];
  return [sent, { at: deliveredAt, words: say("Delivered"), detail: "" }];
}

function failureWords({ parcels, isCollection }: OrderPage, { place, failure }: OrderParcel): string {
  if (isCollection && failure === "came-back") return "Not collected";
  const name = parcels.length === 1 ? "The parcel" : `Parcel ${place}`;
  return failure === "lost" ? `${name} was lost on its way` : `${name} came back to us`;
}

function describeReturn(order: OrderPage, orderReturn: OrderReturn): TimelineEntry[] {
  const copies = nameCopies(order, [orderReturn]);
  // The parcel's entry reports the loss or the return to sender, and the refund's entry the amount.
  if (isUnasked(orderReturn.reason)) return [];
  const told: TimelineEntry[] = [
    { at: orderReturn.askedAt, words: `Return of ${copies} requested`, detail: returnReasonLabels[orderReturn.reason] },
  ];
  if (orderReturn.answeredAt !== null) {
    const words =
      orderReturn.state === "refused"
        ? `Return of ${copies} refused`
        : orderReturn.state === "kept"
          ? `${copies}: yours to keep`
          : `Return of ${copies} accepted`;
    told.push({ at: orderReturn.answeredAt, words, detail: orderReturn.answer });
  }
  if (orderReturn.receivedAt !== null)
    told.push({ at: orderReturn.receivedAt, words: `We received ${copies}`, detail: "" });
  return told;
}

/** Whether a refund's own entry, which has more detail, replaces a move made at the same moment. */
function isShownByRefund({ state, at }: OrderPage["moves"][number], refunds: OrderRefund[]): boolean {
  if (state === "refund_pending") return refunds.some(({ askedAt, endedAt }) => askedAt === at || endedAt === at);
  return state === "refunded" && refunds.some(({ endedAt }) => endedAt === at);
}

/** Whether the entry of the parcel that did not reach its reader says that nothing is to be paid. */
function isShownByFailure({ state }: OrderPage, { reason }: OrderRefund): boolean {
  return state === "returned" && reason === "returned";
}

/** Whether the refund was made at the payment provider and the shop learned of it only when it was complete. */
function isFoundAfterwards({ reason, state }: OrderRefund): boolean {
  return reason === "elsewhere" && state === "processed";
}

function describeRequestedRefund(order: OrderPage, refund: OrderRefund): TimelineEntry {
  const { askedAt: at, copies, payment } = refund;
  const amount = formatPaise(refund.amountPaise);
  if (refund.isOfDue && (copies.length === 0 || refund.reason === "returned"))
    return { at, words: `${amount} less to pay`, detail: refundReason(refund) };
  if (copies.length === 0 || refund.reason === "returned")
    return { at, words: `Refund of ${amount}`, detail: refundReason(refund) };
  const isWhole = order.moves.some((move) => move.state === "refund_pending" && move.at === at);
  // For a whole order the top of the page already shows where the money goes.
  if (isWhole) return { at, words: "Cancelled", detail: "" };
  return {
    at,
    words: `${nameCopies(order, copies)} cancelled`,
    detail: refund.isOfDue ? `${amount} less to pay` : `${amount} goes back to ${accountOf(payment)}`,
  };
}

function describeEndedRefund(refund: OrderRefund): TimelineEntry[] {
  if (refund.isOfDue) return [];
  const amount = formatPaise(refund.amountPaise);
  const detail = isFoundAfterwards(refund) ? refundReason(refund) : "";
  if (refund.state === "processed") return [{ at: refund.endedAt, words: `${amount} was refunded to you`, detail }];
  if (refund.state !== "failed") return [];
  return [{ at: refund.endedAt, words: `${amount} could not be refunded yet`, detail: "We are working on it" }];
}
