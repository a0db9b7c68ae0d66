/**
 * Every change of state of a QR code.
 *
 *   active --a payment of a single-use code, a request, or close_by--> closed
 *
 * A payment of a code is captured at once and has no order. That of a closed code is returned by Razorpay, unless a fault
 * lets it through.
 */
import { type RazorpayContext, nowSeconds } from "#razorpay-stand-in/context.ts";
import type { Notes, Payment, QrCode } from "./entities.ts";
import { feeOf, refundPayment } from "./transitions.ts";
import { paymentInWebhook, qrCodeOnWire } from "./wire.ts";

type QrCodeInput = Pick<
  QrCode,
  "name" | "usage" | "fixed_amount" | "payment_amount" | "description" | "customer_id" | "close_by"
> & { notes: Notes };

/** Creates an active code. */
export function openQrCode(context: RazorpayContext, input: QrCodeInput): QrCode {
  const code: QrCode = {
    ...input,
    id: context.ledger.newId("qr_"),
    status: "active",
    payments_amount_received: 0,
    payments_count_received: 0,
    closed_at: null,
    close_reason: null,
    created_at: nowSeconds(context),
  };
  context.ledger.books.qrCodes[code.id] = code;
  context.webhook.emit("qr_code.created", { qr_code: qrCodeOnWire(context, code) });
  return code;
}

/** Closes codes whose time is over. Razorpay sends no event about it. */
export function closeIfOver(context: RazorpayContext, code: QrCode): void {
  if (code.status !== "active" || code.close_by === null || code.close_by > nowSeconds(context)) return;
  Object.assign(code, { status: "closed", closed_at: code.close_by, close_reason: "on_demand" });
}

/** Closes a code on request. */
export function closeQrCode(context: RazorpayContext, code: QrCode): void {
  Object.assign(code, { status: "closed", closed_at: nowSeconds(context), close_reason: "on_demand" });
  context.webhook.emit("qr_code.closed", { qr_code: qrCodeOnWire(context, code) });
}

/** Pays a code as a buyer's UPI app does; throws what the app would say if the payment is not possible. */
export function payQrCode(context: RazorpayContext, code: QrCode, { amount, vpa }: { amount: number; vpa: string }) {
  closeIfOver(context, code);
  const isLate = code.status === "closed";
  if (code.fixed_amount && amount !== code.payment_amount) throw new Error("The amount of this code is fixed");
  const isLetThrough = isLate && context.faults.take("paidAfterClose") !== null;
  const payment = takePayment(context, code, { amount, vpa });
  if (isLate && !isLetThrough) {
    refundPayment(context, payment);
    return payment;
  }
  capture(context, code, payment);
  if (context.faults.take("codePaidTwice")) capture(context, code, takePayment(context, code, { amount, vpa }));
  return payment;
}

function takePayment(
  context: RazorpayContext,
  code: QrCode,
  { amount, vpa }: { amount: number; vpa: string },
): Payment {
  const id = context.ledger.newId("pay_");
  const payment: Payment = {
    id,
    order_id: code.id,
    method: "upi",
    card: null,
    vpa,
    bank: null,
    wallet: null,
    amount,
    currency: "INR",
    status: "authorized",
    captured: false,
    amount_refunded: 0,
    description: "QRv2 Payment",
    email: "void@razorpay.com",
    contact: "+919000090000",
    notes: code.notes,
    offer_id: null,
    customerFee: 0,
    fee: null,
    tax: null,
    error: null,
    authCode: null,
    rrn: String(context.nowMs()).slice(-12),
    late_authorized: false,
    created_at: nowSeconds(context),
    failsWith: "",
    frameToken: "",
  };
  context.ledger.addPayment(payment);
  context.webhook.emit("payment.authorized", { payment: paymentInWebhook(payment) });
  return payment;
}

function capture(context: RazorpayContext, code: QrCode, payment: Payment): void {
  Object.assign(payment, { status: "captured", captured: true, ...feeOf(payment.amount) });
  code.payments_amount_received += payment.amount;
  code.payments_count_received += 1;
  if (code.usage === "single_use" && code.status === "active")
    Object.assign(code, { status: "closed", closed_at: nowSeconds(context), close_reason: "paid" });
  context.webhook.emit("payment.captured", { payment: paymentInWebhook(payment) });
  context.webhook.emit("qr_code.credited", {
    payment: paymentInWebhook(payment),
    qr_code: qrCodeOnWire(context, code),
  });
}
