import { collection } from "./answers.ts";
import type { Call, Route } from "./call.ts";
import type { Desk } from "./desk.ts";
import { alreadyPaid, inputError, plainError } from "./errors.ts";
import { paymentById } from "./lookup.ts";
import { capturePayment } from "./transitions.ts";
import { allowOnly, isExpanded, page, parseAmount, parseCurrency, parseNotes } from "./validate.ts";
import { cardOnWire, paymentOnWire } from "./wire.ts";

/** /v1/payments, without refunds */
export const paymentRoutes: readonly Route[] = [
  ["GET", "/v1/payments", listPayments],
  ["GET", "/v1/payments/:id", readPayment],
  ["GET", "/v1/payments/:id/card", readCard],
  ["PATCH", "/v1/payments/:id", patchPayment],
  ["POST", "/v1/payments/:id/capture", capture, "lostCapture"],
];

function listPayments(desk: Desk, { query }: Call): unknown {
  const hasCard = isExpanded(query, "card");
  const payments = page(Object.values(desk.ledger.books.payments), query);
  return collection(payments.map((payment) => paymentOnWire(payment, { hasCard })));
}

function readPayment(desk: Desk, { id, query }: Call): unknown {
  return paymentOnWire(paymentById(desk, id), { hasCard: isExpanded(query, "card") });
}

function readCard(desk: Desk, { id }: Call): unknown {
  return cardOnWire(paymentById(desk, id));
}

function patchPayment(desk: Desk, { id, body }: Call): unknown {
  const payment = paymentById(desk, id);
  allowOnly(body, ["notes"]);
  payment.notes = parseNotes(body.notes);
  return paymentOnWire(payment);
}

function capture(desk: Desk, { id, body }: Call): unknown {
  const payment = paymentById(desk, id);
  allowOnly(body, ["amount", "currency"]);
  const amount = parseAmount(body.amount);
  const currency = parseCurrency(body.currency);
  if (payment.captured) throw plainError("This payment has already been captured");
  if (desk.ledger.books.orders[payment.order_id]?.status === "paid") throw alreadyPaid(payment.order_id);
  if (payment.status !== "authorized") {
    throw plainError("Only payments which have been authorized and not yet captured can be captured");
  }
  if (amount !== payment.amount || currency !== payment.currency) {
    throw inputError("Capture amount must be equal to the amount authorized", "amount");
  }
  capturePayment(desk, payment);
  return paymentOnWire(payment);
}
