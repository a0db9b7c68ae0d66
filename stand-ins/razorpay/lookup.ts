import type { Desk } from "./desk.ts";
import type { Dispute, Order, Payment, Refund } from "./entities.ts";
import { plainError, unknownId } from "./errors.ts";

/** The order, or Razorpay's refusal of a malformed or unknown id. */
export function orderById(desk: Desk, id: string): Order {
  return byId(desk.ledger.books.orders, id, "order_");
}

/** The payment, or the refusal. */
export function paymentById(desk: Desk, id: string): Payment {
  return byId(desk.ledger.books.payments, id, "pay_");
}

/** The refund, or the refusal. */
export function refundById(desk: Desk, id: string): Refund {
  return byId(desk.ledger.books.refunds, id, "rfnd_");
}

/** The dispute, or the refusal. */
export function disputeById(desk: Desk, id: string): Dispute {
  return byId(desk.ledger.books.disputes, id, "disp_");
}

function byId<T>(shelf: Record<string, T>, id: string, prefix: string): T {
  if (!id.startsWith(prefix) || !/^[A-Za-z0-9]{14}$/.test(id.slice(prefix.length))) {
    throw plainError(`${id} is not a valid id`);
  }
  const found = shelf[id];
  if (found === undefined) throw unknownId();
  return found;
}
