/** Converts entities of the ledger to the JSON of Razorpay's API and webhooks. */
import type { RazorpayContext } from "#razorpay-stand-in/context.ts";
import type { Card, Dispute, Notes, Order, Payment, QrCode, Refund } from "./entities.ts";

/** Converts notes to JSON. Razorpay's API is written in PHP, so an empty map becomes an empty list. */
function notesOnWire(notes: Notes): Notes | [] {
  return Object.keys(notes).length === 0 ? [] : notes;
}

/** An order as in the API. */
export function orderOnWire(order: Order): Record<string, unknown> {
  return {
    id: order.id,
    entity: "order",
    amount: order.amount,
    amount_paid: order.amount_paid,
    amount_due: order.amount - order.amount_paid,
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesOnWire(order.notes),
    created_at: order.created_at,
  };
}

/** A QR code as in the API. */
export function qrCodeOnWire({ publicOrigin, basePath }: RazorpayContext, code: QrCode): Record<string, unknown> {
  const { id, name, usage, notes, close_reason, close_by, closed_at, ...rest } = code;
  return {
    id,
    entity: "qr_code",
    name,
    usage,
    type: "upi_qr",
    image_url: `${publicOrigin}${basePath}/i/${id.slice(3)}`,
    ...rest,
    notes: notesOnWire(notes),
    close_by,
    closed_at,
    close_reason,
  };
}

/** The link that a QR code contains. It leads nowhere: a code is paid on the control page, or by `payQrCode`. */
export function upiLinkOf({ id, name, payment_amount }: QrCode): string {
  const amount = payment_amount === null ? "" : `&am=${(payment_amount / 100).toFixed(2)}`;
  return `upi://pay?ver=01&mode=15&pa=standin.${id.slice(3)}@icici&pn=${encodeURIComponent(name)}&tr=${id}&cu=INR${amount}`;
}

/** A payment of a QR code has no order. */
function orderIdOf({ order_id }: Payment): string | null {
  return order_id.startsWith("qr_") ? null : order_id;
}

/** A payment as in the API. `card` is included only on request. */
export function paymentOnWire(payment: Payment, { hasCard = false } = {}): Record<string, unknown> {
  return {
    id: payment.id,
    entity: "payment",
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    order_id: orderIdOf(payment),
    invoice_id: null,
    international: payment.card?.international ?? false,
    method: payment.method,
    amount_refunded: payment.amount_refunded,
    refund_status: refundStatus(payment),
    captured: payment.captured,
    description: payment.description,
    card_id: payment.card?.id ?? null,
    ...(hasCard && payment.card ? { card: cardOnWire(payment.card) } : {}),
    bank: payment.bank,
    wallet: payment.wallet,
    vpa: payment.vpa,
    email: payment.email,
    contact: payment.contact,
    notes: notesOnWire(payment.notes),
    ...(payment.offer_id === null ? {} : { offer_id: payment.offer_id }),
    fee: payment.fee,
    tax: payment.tax,
    error_code: payment.error?.code ?? null,
    error_description: payment.error?.description ?? null,
    error_source: payment.error?.source ?? null,
    error_step: payment.error?.step ?? null,
    error_reason: payment.error?.reason ?? null,
    acquirer_data: acquirerOnWire(payment),
    created_at: payment.created_at,
  };
}

/** A payment as in webhooks: with the card, and a few more fields. */
export function paymentInWebhook(payment: Payment): Record<string, unknown> {
  return {
    ...paymentOnWire(payment, { hasCard: true }),
    base_amount: payment.amount,
    amount_transferred: 0,
    token_id: null,
    ...(payment.method === "upi" ? { upi: { vpa: payment.vpa } } : {}),
    ...(payment.late_authorized ? { late_authorized: true } : {}),
  };
}

/** A card with its last four digits and network, without name and number. */
export function cardOnWire(card: Card): Record<string, unknown> {
  return {
    id: card.id,
    entity: "card",
    name: "",
    last4: card.last4,
    network: card.network,
    type: "debit",
    issuer: card.issuer,
    international: card.international,
    emi: false,
    sub_type: "consumer",
    token_iin: null,
  };
}

/** A refund as in the API. */
export function refundOnWire(refund: Refund): Record<string, unknown> {
  return {
    id: refund.id,
    entity: "refund",
    amount: refund.amount,
    currency: refund.currency,
    payment_id: refund.payment_id,
    notes: notesOnWire(refund.notes),
    receipt: refund.receipt,
    acquirer_data: { arn: refund.status === "processed" ? "10000000000000" : null },
    created_at: refund.created_at,
    batch_id: null,
    status: refund.status,
    speed_processed: refund.speed_requested === "optimum" ? "instant" : "normal",
    speed_requested: refund.speed_requested,
  };
}

/** A row of the settlement reconciliation, for a payment or for a refund of the payment. */
export function settledOnWire(
  settlement: { id: string; utr: string; at: number },
  payment: Payment,
  refund: Refund | null,
  receipt: string | null,
): Record<string, unknown> {
  const fee = refund ? 0 : (payment.fee ?? 0);
  return {
    entity_id: refund?.id ?? payment.id,
    type: refund ? "refund" : "payment",
    debit: refund?.amount ?? 0,
    credit: refund ? 0 : payment.amount - fee,
    amount: refund?.amount ?? payment.amount,
    currency: payment.currency,
    fee,
    tax: refund ? 0 : (payment.tax ?? 0),
    on_hold: false,
    settled: true,
    created_at: refund?.created_at ?? payment.created_at,
    settled_at: settlement.at,
    settlement_id: settlement.id,
    posted_at: null,
    credit_type: "default",
    description: refund ? null : payment.description,
    notes: JSON.stringify(refund?.notes ?? payment.notes),
    payment_id: refund ? payment.id : null,
    settlement_utr: settlement.utr,
    order_id: orderIdOf(payment),
    order_receipt: receipt,
    method: payment.method,
    card_network: payment.card?.network ?? null,
    card_issuer: payment.card?.issuer ?? null,
    card_type: payment.card ? "debit" : null,
    dispute_id: null,
  };
}

/** A dispute as in webhooks. */
export function disputeOnWire(dispute: Dispute): Record<string, unknown> {
  const { id, ...rest } = dispute;
  return {
    id,
    entity: "dispute",
    ...rest,
    amount_deducted: dispute.status === "lost" ? dispute.amount : 0,
    phase: "chargeback",
  };
}

function refundStatus(payment: Payment): "partial" | "full" | null {
  if (payment.amount_refunded === 0) return null;
  return payment.amount_refunded < payment.amount ? "partial" : "full";
}

function acquirerOnWire(payment: Payment): Record<string, string | null> {
  if (payment.method === "upi") return { rrn: payment.rrn, upi_transaction_id: payment.rrn && `UPI${payment.rrn}` };
  if (payment.method === "netbanking") return { bank_transaction_id: payment.rrn };
  if (payment.method === "wallet") return { transaction_id: payment.rrn };
  if (payment.authCode === null) return { auth_code: null };
  return {
    auth_code: payment.authCode,
    rrn: payment.rrn,
    authentication_reference_number: `1002220${payment.created_at}0000000000000`,
  };
}
