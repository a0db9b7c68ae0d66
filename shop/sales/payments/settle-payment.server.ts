/** Settles payments: reads an order from its payment provider and decides whether it is paid, refunded or expired. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inOrder, inTransaction } from "#db/transaction.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { DeliveryTimes } from "#shop/kernel/regions/delivery-regions.ts";
import { publishedBy } from "#shop/catalogue/books/parcel.server.ts";
import { removePaidLines } from "#shop/sales/cart/change-lines.server.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { becomeSale } from "#shop/sales/orders/become-sale.server.ts";
import { promiseOrder, type OrderToPromise } from "#shop/sales/orders/parcels/promise-order.ts";
import { carrierDaysSql } from "#shop/sales/carriers/pin-service.server.ts";
import { takeSavingOff } from "#shop/sales/orders/online-saving.server.ts";
import { closeUnpaidOrder } from "#shop/sales/orders/close-unpaid-order.server.ts";
import { moveOrder } from "#shop/sales/orders/move-order.server.ts";
import { heldStates, payableStates, type MoveCause, type OrderState } from "#shop/sales/orders/order-state.ts";
import { handOverAtCounter } from "#shop/sales/orders/counter/hand-over.server.ts";
import type { Services, ShopSettings } from "#shop/services.ts";
import { providerOf, type ProviderPayment } from "./payment-provider.ts";
import {
  findAttempt,
  readNamedPayment,
  readReport,
  type NamedPayment,
  type ProviderReport,
} from "./provider-report.server.ts";
import { hasNewerConfirmed, holdAgain } from "./late-payment.server.ts";
import { giveBackTransfers } from "./bank-transfers.server.ts";
import { isPaidUnseen, pays, whyUnfit } from "./payment-fit.ts";
import { recordPayments } from "./record-payment.server.ts";
import { followRefunds } from "./follow-refunds.server.ts";
import { refundPayment } from "./refund-payment.server.ts";
import { replaceDue } from "#shop/sales/orders/due-payment.server.ts";
import { recordRefunds } from "./refunds.server.ts";

/**
 * State of an order after a check at its payment provider: `confirming` if a payment is in progress, `review` if a
 * person must look at money that came in, `unknown` if the provider's order does not belong to the shop.
 */
export type Settlement =
  | { outcome: "paid" | "confirming" | "unpaid" | "review"; orderNumber: string }
  | { outcome: "unknown" };

interface OrderRow {
  id: string;
  number: string;
  state: OrderState;
  isOnDelivery: boolean;
  /** Whether it was sold on credit, and is not paid. */
  isOwed: boolean;
  isAtCounter: boolean;
  cartId: string | null;
  /** What is paid online, in paise: the total, less the saving of an order on delivery. */
  totalPaise: string;
  email: string;
  promotionCode: string | null;
  /** Whether the reservation of its copies is over. */
  isOver: boolean;
  /** The arrival to promise if the order is paid now; null if its PIN code is unknown. */
  arrival: Arrival | null;
  /** The time of the lock, used for all changes. */
  at: Date;
}

/**
 * The only function that marks an order paid. It does not trust callers: it reads the order and its payments from the
 * provider, or the payment that a signed report names, outside any transaction, then decides in a transaction that locks
 * the order's row. Idempotent: of two concurrent calls the second changes nothing. Throws ProviderError.
 */
export async function settlePayment(
  services: Services,
  attemptId: string,
  cause: MoveCause,
  named: NamedPayment | null = null,
): Promise<Settlement> {
  const { db, paymentProviders } = services;
  const attempt = await findAttempt(db, attemptId);
  if (!attempt) return { outcome: "unknown" };
  if (named && attempt.settledBy === named.paymentId) return { outcome: "paid", orderNumber: attempt.number };
  const { orderId } = attempt;
  const provider = providerOf(paymentProviders, attempt.provider);
  // All other callers come while the provider may still capture automatically.
  const isLate = cause === "reconciler" || cause === "bookseller";
  const report =
    (named && (await readNamedPayment(provider, attemptId, attempt, named))) ??
    (await readReport(db, provider, attemptId, { ...attempt, isLate }));

  return inTransaction(db, async (tx) => {
    const at = services.now();
    const [order, , settled] = await inOrder([
      lockOrder(tx, orderId, services.settings.policies.delivery, at),
      recordPayments(tx, orderId, report.opened, report.payments, at),
      findSettlingPayment(tx, orderId),
    ]);
    const settlement = await decide(tx, services.settings, order, settled, report, cause);
    for (const [paymentId, made] of report.refunds) {
      await followRefunds(tx, orderId, await recordRefunds(tx, orderId, paymentId, made, at), cause, at);
    }
    return settlement;
  });
}

/**
 * Locks the order's row, so that settlements of one order run one after the other. Two reports of the same payment
 * would also wait at the payment's row; those of different payments only wait here.
 */
async function lockOrder(tx: Db, orderId: number, times: DeliveryTimes, at: Date): Promise<OrderRow> {
  const { rows } = await tx.execute<Omit<OrderRow, "arrival" | "at"> & Omit<OrderToPromise, "now">>(sql`
    select id, number, state, payment_method = 'on_delivery' as is_on_delivery, payment_method = 'counter' as is_at_counter,
      coalesce(payment_state = 'owed', false) as is_owed, cart_id, total_paise - online_saving_paise as total_paise, email,
      promotion_code, ${carrierDaysSql(sql`orders.pin`)} as carrier_days,
      reserved_until < ${at.toISOString()}::timestamptz as is_over, pin, delivery_method = 'collection' as is_collection,
      (select max(${publishedBy})::text from order_lines l join books b on b.id = l.book_id where l.order_id = orders.id) as published_on
    from orders where id = ${orderId} for update`);
  const order = oneRow(rows);
  return { ...order, arrival: promiseOrder(times, { ...order, now: at }), at };
}

interface SettlingPayment {
  id: string;
  attemptId: string;
}

/**
 * Reads the payment that has paid the order, in a statement after the lock, because the locking statement sees the state
 * before the wait.
 */
async function findSettlingPayment(tx: Db, orderId: number): Promise<SettlingPayment | null> {
  const { rows } = await tx.execute<SettlingPayment>(
    sql`select id, coalesce(attempt_id, '') as attempt_id from payments where order_id = ${orderId} and settles and status in ('captured', 'refunded')`,
  );
  return rows[0] ?? null;
}

async function decide(
  tx: Db,
  settings: ShopSettings,
  order: OrderRow,
  settled: SettlingPayment | null,
  { provider, opened, payments }: ProviderReport,
  cause: MoveCause,
): Promise<Settlement> {
  const captured = payments.filter((payment) => payment.status === "captured");
  const isComing = payments.some((payment) => payment.status === "authorized");
  const isUnseen = captured.length === 0 && !isComing && isPaidUnseen(opened, payments);
  if (isUnseen && order.isOver && settled?.attemptId !== opened.id) {
    const held =
      order.state === "pending_payment" ? " The copies of the order stay reserved until it is paid or cancelled." : "";
    const message = `${provider.name} says that its order ${opened.id} is paid, but not by which payment. Look at it there.${held}`;
    await raiseAlert(tx, { kind: "payment", orderId: order.id, message, subject: opened.id });
  }
  if (settled) {
    await refundOtherPayments(tx, order, captured, settled.id);
    return { outcome: "paid", orderNumber: order.number };
  }
  if (captured.length === 0) {
    return { outcome: isComing || isUnseen ? "confirming" : "unpaid", orderNumber: order.number };
  }
  const good = captured.find((payment) => pays(payment, opened, order));
  if (!good) {
    for (const payment of captured) {
      const message =
        `Payment ${payment.id} was captured but does not match the order. ${whyUnfit(provider, payment, order)}`.trim();
      if (payment.orderId === opened.id) await refundPayment(tx, order, payment, "mismatch", message);
      else {
        const known = `${message} It names the ${provider.name} order ${payment.orderId}.`;
        await raiseAlert(tx, { kind: "payment", orderId: order.id, message: known, subject: payment.id });
      }
    }
    return { outcome: "review", orderNumber: order.number };
  }
  const settlement = order.isAtCounter
    ? await acceptAtCounter(tx, settings, order, good, cause)
    : await accept(tx, order, good, cause);
  await refundOtherPayments(tx, order, captured, good.id);
  return settlement;
}

async function accept(tx: Db, order: OrderRow, payment: ProviderPayment, cause: MoveCause): Promise<Settlement> {
  const { at } = order;
  const orderId = Number(order.id);
  const review: Settlement = { outcome: "review", orderNumber: order.number };
  if (order.isOwed) return acceptForDue(tx, order, payment, cause);
  if (!payableStates.includes(order.state)) {
    const message = `Payment ${payment.id} was captured while the order was ${order.state}.`;
    const reason = order.state === "cancelled" ? "cancelled" : order.isOnDelivery ? "mismatch" : "sold-out";
    await refundPayment(tx, order, payment, reason, message);
    return review;
  }
  if (order.state === "to_pack") return acceptForDue(tx, order, payment, cause);
  if (!heldStates.includes(order.state)) {
    const isReplaced = await hasNewerConfirmed(tx, order);
    if (isReplaced || !(await holdAgain(tx, order))) {
      const note = `late payment ${payment.id}`;
      await moveOrder(tx, { orderId, from: [order.state], payment: "refund_pending", cause, note, at });
      const why = isReplaced
        ? "a newer order of the same cart was paid or confirmed"
        : "the order could no longer be filled";
      const message = `Payment ${payment.id} came when ${why}.`;
      await refundPayment(tx, order, payment, "sold-out", message);
      await enqueueLetter(tx, { kind: "order-sold-out", orderId, to: order.email });
      return review;
    }
  }
  if (order.isOnDelivery) await takeSavingOff(tx, orderId);
  const move = { orderId, from: payableStates, payment: "paid", cause, note: payment.id, at } as const;
  await inOrder([
    becomeSale(tx, order, { ...move, arrival: order.arrival }),
    markSettling(tx, payment.id, at),
    // The cart of an order on delivery was emptied when the order was placed, and may be another one by now.
    order.cartId !== null && !order.isOnDelivery && removePaidLines(tx, order.cartId, order.id),
  ]);
  if (order.cartId !== null && !order.isOnDelivery) await closeUnconfirmed(tx, order, order.cartId, cause);
  await giveBackTransfers(tx, orderId, "duplicate", at);
  return { outcome: "paid", orderNumber: order.number };
}

/** Accepts the payment of a QR code: its sale is handed over, unless it was cancelled or its time was over. */
async function acceptAtCounter(
  tx: Db,
  settings: ShopSettings,
  order: OrderRow,
  { id: paymentId, ...payment }: ProviderPayment,
  cause: MoveCause,
): Promise<Settlement> {
  if (await handOverAtCounter(tx, settings, { ...order, paymentId, cause })) {
    await markSettling(tx, paymentId, order.at);
    return { outcome: "paid", orderNumber: order.number };
  }
  const message = `Payment ${paymentId} of a QR code came when its sale was ${order.state}.`;
  await refundPayment(tx, order, { id: paymentId, ...payment }, "cancelled", message);
  return { outcome: "review", orderNumber: order.number };
}

/** Closes orders on delivery of the same cart that wait to be confirmed, placed while this one was paid. */
async function closeUnconfirmed(tx: Db, { id, at }: OrderRow, cartId: string, cause: MoveCause): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from orders where cart_id = ${cartId} and id > ${id} and state = 'to_confirm' order by id for update`);
  for (const newer of rows) await closeUnpaidOrder(tx, "superseded", { orderId: Number(newer.id), cause, at });
}

/** Accepts a payment of a sale that was to be paid on delivery or is owed on credit, in place of its due payment. */
async function acceptForDue(tx: Db, order: OrderRow, payment: ProviderPayment, cause: MoveCause): Promise<Settlement> {
  const { at } = order;
  const orderId = Number(order.id);
  if (!(await replaceDue(tx, orderId, at))) {
    const message = `Payment ${payment.id} is for the whole order, of which copies were cancelled since; the rest is ${order.isOwed ? "owed" : "paid on delivery"}.`;
    await refundPayment(tx, order, payment, "mismatch", message);
    return { outcome: "review", orderNumber: order.number };
  }
  await takeSavingOff(tx, orderId);
  await markSettling(tx, payment.id, at);
  const from: OrderState[] = order.isOwed ? ["to_pack", "shipped", "delivered"] : ["to_pack"];
  await moveOrder(tx, { orderId, from, payment: "paid", cause, note: payment.id, at });
  if (order.isOwed) await giveBackTransfers(tx, orderId, "duplicate", at);
  await enqueueLetter(tx, { kind: "order-paid", orderId, to: order.email });
  return { outcome: "paid", orderNumber: order.number };
}

async function markSettling(tx: Db, paymentId: string, at: Date) {
  await tx.execute(sql`
    update payments set settles = true, updated_at = ${at.toISOString()}::timestamptz where id = ${paymentId}`);
}

/** Refunds all captured payments of an order but the settling one. */
async function refundOtherPayments(tx: Db, order: OrderRow, captured: ProviderPayment[], settlingId: string) {
  for (const payment of captured) {
    if (payment.id === settlingId) continue;
    await refundPayment(tx, order, payment, "duplicate", `Payment ${payment.id} is a second payment of the order.`);
  }
}

/**
 * Expires an order after its time to pay or to confirm, following a last check at the provider. If the check fails the
 * order stays open, because its payment may be in progress. An order with a payment that does not match also expires:
 * the payment is refunded or left to a person.
 */
export async function expireOrder(services: Services, orderId: number): Promise<void> {
  const { rows } = await services.db.execute<{ id: string }>(
    sql`select id from payment_attempts where order_id = ${orderId} order by created_at`,
  );
  for (const attempt of rows) {
    const settlement = await settlePayment(services, attempt.id, "reconciler");
    if (settlement.outcome !== "unpaid" && settlement.outcome !== "review") return;
  }
  await inTransaction(services.db, async (tx) => {
    const isClosed = await closeUnpaidOrder(tx, "expired", { orderId, cause: "clock", at: services.now() });
    const { rows: unconfirmed } = await tx.execute<{ email: string }>(
      sql`select email from orders where id = ${orderId} and payment_method = 'on_delivery'`,
    );
    const [order] = unconfirmed;
    if (isClosed && order) await enqueueLetter(tx, { kind: "order-not-confirmed", orderId, to: order.email });
  });
}
