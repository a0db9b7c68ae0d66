import type { RazorpayContext } from "#razorpay-stand-in/context.ts";
import type { Dispute, Order, Payment, QrCode, Refund } from "./entities.ts";
import { plainError, unknownId } from "#razorpay-stand-in/errors.ts";

/** Finds an order; throws Razorpay's error for a malformed or unknown id. */
export function orderById(context: RazorpayContext, id: string): Order {
  return byId(context.ledger.books.orders, id, "order_");
}

/** Finds a QR code; throws like `orderById`. */
export function qrCodeById(context: RazorpayContext, id: string): QrCode {
  return byId(context.ledger.books.qrCodes, id, "qr_");
}

/** Finds a payment; throws like `orderById`. */
export function paymentById(context: RazorpayContext, id: string): Payment {
  return byId(context.ledger.books.payments, id, "pay_");
}

/** Finds a refund; throws like `orderById`. */
export function refundById(context: RazorpayContext, id: string): Refund {
  return byId(context.ledger.books.refunds, id, "rfnd_");
}

/** Finds a dispute; throws like `orderById`. */
export function disputeById(context: RazorpayContext, id: string): Dispute {
  return byId(context.ledger.books.disputes, id, "disp_");
}

function byId<T>(entities: Record<string, T>, id: string, prefix: string): T {
  if (!id.startsWith(prefix) || !/^[A-Za-z0-9]{14}$/.test(id.slice(prefix.length))) {
    throw plainError(`${id} is not a valid id`);
  }
  const found = entities[id];
  if (found === undefined) throw unknownId();
  return found;
}
