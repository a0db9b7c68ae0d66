import { type Desk, nowSeconds } from "./desk.ts";
import type { CapturePlan, Card, Dispute, Instrument, Notes, Order, Payment } from "./entities.ts";
import type { PaymentError, Refund, Task } from "./entities.ts";
import { alreadyPaid } from "./errors.ts";
import { paymentError } from "./test-cards.ts";
import { disputeOnWire, orderOnWire, paymentInWebhook, refundOnWire } from "./wire.ts";

// Every change of state of an order, a payment, a refund or a dispute is in this file.
//
//   created --bank yes--> authorized --capture--> captured --all refunded--> refunded
//   created --bank no, or silent 10 minutes--> failed --bank answers late--> authorized
//   authorized --not captured in time, or order already paid--> refunded

const bankSilenceSeconds = 600;
const failingRefundPaise = 2468;

type OrderWish = { amount: number; currency: string; receipt: string | null; notes: Notes; capturePlan: CapturePlan };

/** A new order, `created`. */
export function openOrder(desk: Desk, wish: OrderWish): Order {
  const order: Order = {
    ...wish,
    id: desk.ledger.newId("order_"),
    amount_paid: 0,
    status: "created",
    attempts: 0,
    created_at: nowSeconds(desk),
  };
  desk.ledger.addOrder(order);
  return order;
}

/** What is paid with, before the card has an id. */
export type NewInstrument = Omit<Instrument, "card"> & { card: Omit<Card, "id"> | null };

type AttemptWish = NewInstrument & {
  email: string;
  contact: string;
  description: string | null;
  failsWith: string;
};

/**
 * A new attempt, `created`; the amount is the order's unless a fault says otherwise. Refused once the order has, or is
 * about to have, its money.
 */
export function beginPayment(desk: Desk, order: Order, wish: AttemptWish): Payment {
  if (order.status === "paid" || desk.ledger.paymentsOf(order.id).some(({ status }) => status === "authorized")) {
    throw alreadyPaid(order.id);
  }
  const { card, ...rest } = wish;
  const payment: Payment = {
    ...rest,
    id: desk.ledger.newId("pay_"),
    order_id: order.id,
    ...chargeOf(desk, order),
    currency: order.currency,
    status: "created",
    captured: false,
    amount_refunded: 0,
    notes: order.notes,
    card: card && { id: desk.ledger.newId("card_"), ...card },
    fee: null,
    tax: null,
    error: null,
    authCode: null,
    rrn: null,
    late_authorized: false,
    created_at: nowSeconds(desk),
    frameToken: desk.ledger.newId(""),
  };
  desk.ledger.addPayment(payment);
  order.attempts += 1;
  order.status = "attempted";
  desk.plan({ kind: "bank-silence", subject: payment.id, isAwaited: false }, bankSilenceSeconds);
  return payment;
}

/** What a payment of an order comes to: less by an offer, more by the fee when the customer bears it. */
function chargeOf(desk: Desk, { amount }: Order): Pick<Payment, "amount" | "offer_id" | "customerFee"> {
  const offer = desk.faults.take("offer");
  if (offer) {
    const lowered = amount - Math.round((amount * offer.percent) / 100);
    return { amount: lowered, offer_id: desk.ledger.newId("offer_"), customerFee: 0 };
  }
  const customerFee = desk.faults.take("customerFee") ? feeOf(amount).fee : 0;
  return { amount: amount + customerFee, offer_id: null, customerFee };
}

/** Two per cent, and GST on that; the fee includes the tax. */
function feeOf(amount: number): { fee: number; tax: number } {
  const commission = Math.round(amount * 0.02);
  const tax = Math.round(commission * 0.18);
  return { fee: commission + tax, tax };
}

/** The attempt failed; the order stays open. */
export function failPayment(desk: Desk, payment: Payment, error: PaymentError): void {
  payment.status = "failed";
  payment.error = error;
  desk.webhook.emit("payment.failed", { payment: paymentInWebhook(payment) });
}

/** The buyer passed the bank page. A late-authorisation fault turns it into a failure that mends itself. */
export function passBank(desk: Desk, payment: Payment): void {
  const late = desk.faults.take("lateAuthorization");
  if (late) {
    failPayment(desk, payment, paymentError("payment_timed_out"));
    desk.plan({ kind: "late-authorization", subject: payment.id, isAwaited: true }, late.seconds);
    return;
  }
  const isFirst = !isPaid(desk, payment);
  authorizePayment(desk, payment);
  const pending = desk.faults.take("pendingPayment");
  if (pending) listBeside(desk, payment, pending.word);
  const second = isFirst ? desk.faults.take("secondSuccess") : null;
  if (second) succeedAgain(desk, payment, second.outcome);
}

/** The bank said yes: captured at once, left waiting, or given straight back, as the order decides. */
function authorizePayment(desk: Desk, payment: Payment): void {
  const hadFailed = payment.status === "failed";
  const order = orderOf(desk, payment);
  Object.assign(payment, { status: "authorized", error: null, late_authorized: hadFailed });
  payment.authCode = digits(payment.id, 6);
  payment.rrn = digits(`${payment.id}rrn`, 12);
  desk.webhook.emit("payment.authorized", { payment: paymentInWebhook(payment) });
  const isInTime = nowSeconds(desk) - payment.created_at <= order.capturePlan.automaticMinutes * 60;
  if (isPaid(desk, payment)) {
    giveBack(desk, payment);
  } else if (order.capturePlan.mode === "automatic" && isInTime && !desk.faults.take("authorizedOnly")) {
    capturePayment(desk, payment);
  } else {
    const expirySeconds = order.capturePlan.manualMinutes * 60;
    desk.plan({ kind: "authorization-expiry", subject: payment.id, isAwaited: false }, expirySeconds);
  }
}

/** The money is the shop's, less 2 % and GST on that; the order is paid. */
export function capturePayment(desk: Desk, payment: Payment): void {
  const order = orderOf(desk, payment);
  const wasPaid = order.status === "paid";
  payment.status = "captured";
  payment.captured = true;
  Object.assign(payment, feeOf(payment.amount - payment.customerFee));
  order.status = "paid";
  order.amount_paid = order.amount;
  desk.webhook.emit("payment.captured", { payment: paymentInWebhook(payment) });
  if (!wasPaid) desk.webhook.emit("order.paid", { payment: paymentInWebhook(payment), order: orderOnWire(order) });
  const unknown = desk.faults.take("unknownEvent");
  if (unknown) desk.webhook.emit(unknown.word, { payment: paymentInWebhook(payment), novelty: { id: "nov_1" } });
  if (desk.faults.take("dispute")) openDispute(desk, payment);
}

type RefundWish = { amount: number; receipt: string | null; notes: Notes; speed: "normal" | "optimum" };

/** Money on its way back. It is processed at once, unless a fault or the magic sum of 2468 paise says otherwise. */
export function openRefund(desk: Desk, payment: Payment, { speed, ...wish }: RefundWish): Refund {
  const refund: Refund = {
    ...wish,
    id: desk.ledger.newId("rfnd_"),
    payment_id: payment.id,
    currency: payment.currency,
    status: "pending",
    speed_requested: speed,
    created_at: nowSeconds(desk),
  };
  desk.ledger.books.refunds[refund.id] = refund;
  payment.amount_refunded += refund.amount;
  if (payment.amount_refunded === payment.amount) payment.status = "refunded";
  emitRefund(desk, "refund.created", refund);
  const pending = desk.faults.take("refundPending");
  if (pending) planOutcome(desk, refund, pending.outcome === "failed" ? "failed" : "processed", pending.seconds);
  else if (refund.amount === failingRefundPaise) planOutcome(desk, refund, "failed", 0.5);
  else endRefund(desk, refund, "processed");
  return refund;
}

function planOutcome(desk: Desk, refund: Refund, outcome: "processed" | "failed", seconds: number): void {
  desk.plan({ kind: "refund-outcome", subject: refund.id, outcome, isAwaited: true }, seconds);
}

/** The bank's answer to a refund; a failed one gives the payment its sum back. */
function endRefund(desk: Desk, refund: Refund, outcome: "processed" | "failed"): void {
  refund.status = outcome;
  if (outcome === "failed") {
    const payment = desk.ledger.books.payments[refund.payment_id]!;
    payment.amount_refunded -= refund.amount;
    if (payment.status === "refunded") payment.status = payment.captured ? "captured" : "authorized";
  }
  emitRefund(desk, `refund.${outcome}`, refund);
}

/** Razorpay's own refund of a payment it will not let the shop have; its webhooks say `captured: false`. */
function giveBack(desk: Desk, payment: Payment): void {
  openRefund(desk, payment, { amount: payment.amount, receipt: null, notes: {}, speed: "normal" });
}

/** Another payment of the same order that never gets anywhere, such as cash on delivery. */
function listBeside(desk: Desk, payment: Payment, status: string): void {
  const nothing = { captured: false, amount_refunded: 0, fee: null, tax: null, authCode: null, rrn: null };
  const id = desk.ledger.newId("pay_");
  desk.ledger.addPayment({ ...payment, ...nothing, id, status, method: "cod", card: null });
}

function succeedAgain(desk: Desk, first: Payment, outcome: string): void {
  const id = desk.ledger.newId("pay_");
  const second: Payment = {
    ...structuredClone(first),
    id,
    card: first.card && { ...first.card, id: desk.ledger.newId("card_") },
    status: "created",
    captured: false,
    amount_refunded: 0,
    fee: null,
    tax: null,
  };
  desk.ledger.addPayment(second);
  orderOf(desk, first).attempts += 1;
  if (outcome !== "captured") return authorizePayment(desk, second);
  second.status = "authorized";
  desk.webhook.emit("payment.authorized", { payment: paymentInWebhook(second) });
  capturePayment(desk, second);
}

/** The buyer went to the bank. */
export function openDispute(desk: Desk, payment: Payment): Dispute {
  const dispute: Dispute = {
    id: desk.ledger.newId("disp_"),
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    reason_code: "goods_or_services_not_received_or_partially_received",
    status: "open",
    respond_by: nowSeconds(desk) + 10 * 86_400,
    created_at: nowSeconds(desk),
  };
  desk.ledger.books.disputes[dispute.id] = dispute;
  emitDispute(desk, "payment.dispute.created", dispute);
  return dispute;
}

/** The next word on a dispute. */
export function moveDispute(desk: Desk, dispute: Dispute, status: Exclude<Dispute["status"], "open">): void {
  dispute.status = status;
  emitDispute(desk, `payment.dispute.${status}`, dispute);
}

/** Does what was planned, if the state still asks for it. */
export function performTask(desk: Desk, task: Task): void {
  const { payments, refunds } = desk.ledger.books;
  const payment = payments[task.subject];
  const refund = refunds[task.subject];
  if (task.kind === "bank-silence" && payment?.status === "created") {
    failPayment(desk, payment, paymentError("payment_timed_out"));
  }
  if (task.kind === "late-authorization" && payment?.status === "failed") authorizePayment(desk, payment);
  if (task.kind === "authorization-expiry" && payment?.status === "authorized") giveBack(desk, payment);
  if (task.kind === "refund-outcome" && refund?.status === "pending")
    endRefund(desk, refund, task.outcome ?? "processed");
}

function orderOf(desk: Desk, payment: Payment): Order {
  return desk.ledger.books.orders[payment.order_id]!;
}

/** True when some other payment already has, or holds, the order's money. */
function isPaid(desk: Desk, payment: Payment): boolean {
  const order = orderOf(desk, payment);
  const others = desk.ledger.paymentsOf(order.id).filter(({ id }) => id !== payment.id);
  return order.status === "paid" || others.some(({ status }) => status === "authorized");
}

function emitRefund(desk: Desk, event: string, refund: Refund): void {
  const payment = desk.ledger.books.payments[refund.payment_id]!;
  desk.webhook.emit(event, { refund: refundOnWire(refund), payment: paymentInWebhook(payment) });
}

function emitDispute(desk: Desk, event: string, dispute: Dispute): void {
  const payment = desk.ledger.books.payments[dispute.payment_id]!;
  desk.webhook.emit(event, { payment: paymentInWebhook(payment), dispute: disputeOnWire(dispute) });
}

function digits(text: string, count: number): string {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_000_007;
  return String(hash * 1009)
    .padStart(count, "4")
    .slice(-count);
}
