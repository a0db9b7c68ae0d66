import { collection } from "./answers.ts";
import type { Call, Route } from "./call.ts";
import type { Desk } from "./desk.ts";
import type { Payment } from "./entities.ts";
import { alreadyPaid, inputError, plainError } from "./errors.ts";
import { paymentById } from "./lookup.ts";
import { capturePayment } from "./transitions.ts";
import { allowOnly, allowQuery, isExpanded, page, paging } from "./validate.ts";
import { parseAmount, parseCurrency, parseNotes } from "./validate.ts";
import { cardOnWire, paymentOnWire } from "./wire.ts";

/** /v1/payments, without refunds */
export const paymentRoutes: readonly Route[] = [
  ["GET", "/v1/payments", listPayments],
  ["GET", "/v1/payments/downtimes", listDowntimes],
  ["GET", "/v1/payments/:id", readPayment],
  ["GET", "/v1/payments/:id/card", readCard],
  ["PATCH", "/v1/payments/:id", patchPayment],
  ["POST", "/v1/payments/:id/capture", capture, "lostCapture"],
];

/** Parts of a payment that are inlined when asked for. */
const parts = ["card", "emi", "offers", "upi"];

function listPayments(desk: Desk, { query }: Call): unknown {
  allowQuery(query, paging, parts);
  return collection(page(Object.values(desk.ledger.books.payments), query).map((payment) => expanded(payment, query)));
}

function readPayment(desk: Desk, { id, query }: Call): unknown {
  allowQuery(query, [], parts);
  return expanded(paymentById(desk, id), query);
}

function expanded(payment: Payment, query: URLSearchParams): unknown {
  const offers = payment.offer_id === null ? [] : [{ id: payment.offer_id }];
  return {
    ...paymentOnWire(payment, { hasCard: isExpanded(query, "card") }),
    ...(isExpanded(query, "offers") ? { offers: collection(offers) } : {}),
    ...(isExpanded(query, "upi") && payment.method === "upi"
      ? { upi: { payer_account_type: "bank_account", vpa: payment.vpa, flow: "collect" } }
      : {}),
  };
}

function readCard(desk: Desk, { id, query }: Call): unknown {
  allowQuery(query, []);
  const { card } = paymentById(desk, id);
  if (card === null) throw plainError("Payment was not done using card");
  return cardOnWire(card);
}

/** Every bank is at work. */
function listDowntimes(_desk: Desk, { query }: Call): unknown {
  allowQuery(query, []);
  return collection([]);
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
