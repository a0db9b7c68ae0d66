/**
 * Every change of state of an order, a payment, a refund or a dispute.
 *
 *   created --bank authorises--> authorized --capture--> captured --fully refunded--> refunded
 *   created --bank declines, or no answer for 10 minutes--> failed --late authorisation--> authorized
 *   authorized --not captured in time, or order already paid--> refunded
 */
import { type RazorpayContext, nowSeconds } from "#razorpay-stand-in/context.ts";
import type { CapturePlan, Card, Dispute, Instrument, Notes, Order, Payment } from "./entities.ts";
import type { PaymentError, Refund, Task } from "./entities.ts";
import { alreadyPaid } from "#razorpay-stand-in/errors.ts";
import { paymentError } from "#razorpay-stand-in/test-cards.ts";
import { disputeOnWire, orderOnWire, paymentInWebhook, refundOnWire } from "./wire.ts";

const failingRefundPaise = 2468;

type OrderInput = { amount: number; currency: string; receipt: string | null; notes: Notes; capturePlan: CapturePlan };

/** Creates an order with the status `created`. */
export function openOrder(context: RazorpayContext, input: OrderInput): Order {
  const order: Order = {
    ...input,
    id: context.ledger.newId("order_"),
    amount_paid: 0,
    status: "created",
    attempts: 0,
    created_at: nowSeconds(context),
  };
  context.ledger.addOrder(order);
  return order;
}

/** A payment method whose card has no id yet. */
export type NewInstrument = Omit<Instrument, "card"> & { card: Omit<Card, "id"> | null };

type PaymentInput = NewInstrument & {
  email: string;
  contact: string;
  description: string | null;
  failsWith: string;
};

/**
 * Starts an attempt with the status `created`. Its amount is that of the order, unless a fault changes it. Throws if
 * the order is paid or has an authorised payment.
 */
export function beginPayment(context: RazorpayContext, order: Order, input: PaymentInput): Payment {
  if (order.status === "paid" || context.ledger.paymentsOf(order.id).some(({ status }) => status === "authorized")) {
    throw alreadyPaid(order.id);
  }
  const { card, ...rest } = input;
  const payment: Payment = {
    ...rest,
    id: context.ledger.newId("pay_"),
    order_id: order.id,
    ...chargeOf(context, order),
    currency: order.currency,
    status: "created",
    captured: false,
    amount_refunded: 0,
    notes: order.notes,
    card: card && { id: context.ledger.newId("card_"), ...card },
    fee: null,
    tax: null,
    error: null,
    authCode: null,
    rrn: null,
    late_authorized: false,
    created_at: nowSeconds(context),
    frameToken: context.ledger.newId(""),
  };
  context.ledger.addPayment(payment);
  order.attempts += 1;
  order.status = "attempted";
  context.plan({ kind: "bank-silence", subject: payment.id, isAwaited: false }, context.bankSilenceSeconds);
  return payment;
}

/** The amount of a payment: reduced by an offer, or increased by the fee if the customer pays it. */
function chargeOf(context: RazorpayContext, { amount }: Order): Pick<Payment, "amount" | "offer_id" | "customerFee"> {
  const offer = context.faults.take("offer");
  if (offer) {
    const lowered = amount - Math.round((amount * offer.percent) / 100);
    return { amount: lowered, offer_id: context.ledger.newId("offer_"), customerFee: 0 };
  }
  const customerFee = context.faults.take("customerFee") ? feeOf(amount).fee : 0;
  return { amount: amount + customerFee, offer_id: null, customerFee };
}

/** Returns the fee: a commission of 2 % plus 18 % GST on it. `fee` includes `tax`. */
export function feeOf(amount: number): { fee: number; tax: number } {
  const commission = Math.round(amount * 0.02);
  const tax = Math.round(commission * 0.18);
  return { fee: commission + tax, tax };
}

/** Marks an attempt as failed; the order stays open. */
export function failPayment(context: RazorpayContext, payment: Payment, error: PaymentError): void {
  payment.status = "failed";
  payment.error = error;
  context.webhook.emit("payment.failed", { payment: paymentInWebhook(payment) });
}

/** Approves a payment at the bank. The fault for late authorisation makes it fail first, and authorises it later. */
export function approveAtBank(context: RazorpayContext, payment: Payment): void {
  const late = context.faults.take("lateAuthorization");
  if (late) {
    failPayment(context, payment, paymentError("payment_timed_out"));
    context.plan({ kind: "late-authorization", subject: payment.id, isAwaited: true }, late.seconds);
    return;
  }
  const pending = context.faults.take("pendingPayment");
  const second = isPaid(context, payment) ? null : context.faults.take("secondSuccess");
  // The other attempts began before this one succeeds, so the report of the paid order counts them.
  orderOf(context, payment).attempts += (pending ? 1 : 0) + (second ? 1 : 0);
  authorizePayment(context, payment);
  if (pending) addPendingPayment(context, payment, pending.word);
  if (second) addSecondSuccess(context, payment, second.outcome);
}

/** Authorises a payment. Then captures it, leaves it authorised, or refunds it, depending on the order. */
function authorizePayment(context: RazorpayContext, payment: Payment): void {
  const hadFailed = payment.status === "failed";
  const order = orderOf(context, payment);
  Object.assign(payment, { status: "authorized", error: null, late_authorized: hadFailed });
  payment.authCode = digits(payment.id, 6);
  payment.rrn = digits(`${payment.id}rrn`, 12);
  context.webhook.emit("payment.authorized", { payment: paymentInWebhook(payment) });
  const isInTime = nowSeconds(context) - payment.created_at <= order.capturePlan.automaticMinutes * 60;
  if (isPaid(context, payment)) {
    refundPayment(context, payment);
  } else if (order.capturePlan.mode === "automatic" && isInTime && !context.faults.take("authorizedOnly")) {
    capturePayment(context, payment);
  } else {
    const expirySeconds = order.capturePlan.manualMinutes * 60;
    context.plan({ kind: "authorization-expiry", subject: payment.id, isAwaited: false }, expirySeconds);
  }
}

/** Captures a payment, deducts 2 % and GST on these, and marks the order as paid. */
export function capturePayment(context: RazorpayContext, payment: Payment): void {
  const order = orderOf(context, payment);
  const wasPaid = order.status === "paid";
  payment.status = "captured";
  payment.captured = true;
  Object.assign(payment, feeOf(payment.amount - payment.customerFee));
  order.status = "paid";
  order.amount_paid = order.amount;
  context.webhook.emit("payment.captured", { payment: paymentInWebhook(payment) });
  if (!wasPaid) context.webhook.emit("order.paid", { payment: paymentInWebhook(payment), order: orderOnWire(order) });
  const unknown = context.faults.take("unknownEvent");
  if (unknown) context.webhook.emit(unknown.word, { payment: paymentInWebhook(payment), novelty: { id: "nov_1" } });
  if (context.faults.take("dispute")) openDispute(context, payment);
}

type RefundInput = { amount: number; receipt: string | null; notes: Notes; speed: "normal" | "optimum" };

/** Starts a refund. It is processed at once, unless a fault applies or its amount is 2468 paise, which fails. */
export function openRefund(context: RazorpayContext, payment: Payment, { speed, ...input }: RefundInput): Refund {
  const refund: Refund = {
    ...input,
    id: context.ledger.newId("rfnd_"),
    payment_id: payment.id,
    currency: payment.currency,
    status: "pending",
    speed_requested: speed,
    created_at: nowSeconds(context),
  };
  context.ledger.books.refunds[refund.id] = refund;
  payment.amount_refunded += refund.amount;
  if (payment.amount_refunded === payment.amount) payment.status = "refunded";
  emitRefund(context, "refund.created", refund);
  const pending = context.faults.take("refundPending");
  if (pending) planOutcome(context, refund, pending.outcome === "failed" ? "failed" : "processed", pending.seconds);
  else if (refund.amount === failingRefundPaise) planOutcome(context, refund, "failed", 0.5);
  else endRefund(context, refund, "processed");
  return refund;
}

function planOutcome(context: RazorpayContext, refund: Refund, outcome: "processed" | "failed", seconds: number): void {
  context.plan({ kind: "refund-outcome", subject: refund.id, outcome, isAwaited: true }, seconds);
}

/** Ends a refund. A failed refund is subtracted from the refunded amount of the payment. */
function endRefund(context: RazorpayContext, refund: Refund, outcome: "processed" | "failed"): void {
  refund.status = outcome;
  if (outcome === "failed") {
    const payment = context.ledger.books.payments[refund.payment_id]!;
    payment.amount_refunded -= refund.amount;
    if (payment.status === "refunded") payment.status = payment.captured ? "captured" : "authorized";
  }
  emitRefund(context, `refund.${outcome}`, refund);
}

/** Refunds a payment that the shop may not keep, as Razorpay does; its webhooks have `captured: false`. */
export function refundPayment(context: RazorpayContext, payment: Payment): void {
  openRefund(context, payment, { amount: payment.amount, receipt: null, notes: {}, speed: "normal" });
}

/** Adds another payment, which is never completed, to the order, such as cash on delivery. */
function addPendingPayment(context: RazorpayContext, payment: Payment, status: string): void {
  const nothing = { captured: false, amount_refunded: 0, fee: null, tax: null, authCode: null, rrn: null };
  const id = context.ledger.newId("pay_");
  context.ledger.addPayment({ ...payment, ...nothing, id, status, method: "cod", card: null });
}

function addSecondSuccess(context: RazorpayContext, first: Payment, outcome: string): void {
  const id = context.ledger.newId("pay_");
  const second: Payment = {
    ...structuredClone(first),
    id,
    card: first.card && { ...first.card, id: context.ledger.newId("card_") },
    status: "created",
    captured: false,
    amount_refunded: 0,
    fee: null,
    tax: null,
  };
  context.ledger.addPayment(second);
  if (outcome !== "captured") return authorizePayment(context, second);
  second.status = "authorized";
  context.webhook.emit("payment.authorized", { payment: paymentInWebhook(second) });
  capturePayment(context, second);
}

/** Opens a dispute of a buyer. */
export function openDispute(context: RazorpayContext, payment: Payment): Dispute {
  const dispute: Dispute = {
    id: context.ledger.newId("disp_"),
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    reason_code: "goods_or_services_not_received_or_partially_received",
    status: "open",
    respond_by: nowSeconds(context) + 10 * 86_400,
    created_at: nowSeconds(context),
  };
  context.ledger.books.disputes[dispute.id] = dispute;
  emitDispute(context, "payment.dispute.created", dispute);
  return dispute;
}

/** Changes the status of a dispute. */
export function moveDispute(
  context: RazorpayContext,
  dispute: Dispute,
  status: Exclude<Dispute["status"], "open">,
): void {
  dispute.status = status;
  emitDispute(context, `payment.dispute.${status}`, dispute);
}

/** Performs a planned task, if the current state still allows it. */
export function performTask(context: RazorpayContext, task: Task): void {
  const { payments, refunds } = context.ledger.books;
  const payment = payments[task.subject];
  const refund = refunds[task.subject];
  if (task.kind === "bank-silence" && payment?.status === "created") {
    failPayment(context, payment, paymentError("payment_timed_out"));
  }
  if (task.kind === "late-authorization" && payment?.status === "failed") authorizePayment(context, payment);
  if (task.kind === "authorization-expiry" && payment?.status === "authorized") refundPayment(context, payment);
  if (task.kind === "refund-outcome" && refund?.status === "pending")
    endRefund(context, refund, task.outcome ?? "processed");
}

function orderOf(context: RazorpayContext, payment: Payment): Order {
  return context.ledger.books.orders[payment.order_id]!;
}

/** Whether another payment has paid the order, or is authorised for it. */
function isPaid(context: RazorpayContext, payment: Payment): boolean {
  const order = orderOf(context, payment);
  const others = context.ledger.paymentsOf(order.id).filter(({ id }) => id !== payment.id);
  return order.status === "paid" || others.some(({ status }) => status === "authorized");
}

function emitRefund(context: RazorpayContext, event: string, refund: Refund): void {
  const payment = context.ledger.books.payments[refund.payment_id]!;
  context.webhook.emit(event, { refund: refundOnWire(refund), payment: paymentInWebhook(payment) });
}

function emitDispute(context: RazorpayContext, event: string, dispute: Dispute): void {
  const payment = context.ledger.books.payments[dispute.payment_id]!;
  context.webhook.emit(event, { payment: paymentInWebhook(payment), dispute: disputeOnWire(dispute) });
}

function digits(text: string, count: number): string {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_000_007;
  return String(hash * 1009)
    .padStart(count, "4")
    .slice(-count);
}
