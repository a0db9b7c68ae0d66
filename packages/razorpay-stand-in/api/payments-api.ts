import { collection } from "./answers.ts";
import type { ApiRequest, Route } from "./api-request.ts";
import type { RazorpayContext } from "#razorpay-stand-in/context.ts";
import type { Payment } from "#razorpay-stand-in/ledger/entities.ts";
import { alreadyPaid, inputError, plainError } from "#razorpay-stand-in/errors.ts";
import { paymentById } from "#razorpay-stand-in/ledger/lookup.ts";
import { capturePayment } from "#razorpay-stand-in/ledger/transitions.ts";
import { allowOnly, allowQuery, isExpanded, page, paging } from "./validate.ts";
import { parseAmount, parseCurrency, parseNotes } from "./validate.ts";
import { cardOnWire, paymentOnWire } from "#razorpay-stand-in/ledger/wire.ts";

/** /v1/payments, without refunds */
export const paymentRoutes: readonly Route[] = [
  ["GET", "/v1/payments", listPayments],
  ["GET", "/v1/payments/downtimes", listDowntimes],
  ["GET", "/v1/payments/:id", readPayment],
  ["GET", "/v1/payments/:id/card", readCard],
  ["PATCH", "/v1/payments/:id", patchPayment],
  ["POST", "/v1/payments/:id/capture", capture, "lostCapture"],
];

/** Parts of a payment that `expand[]` inlines. */
const parts = ["card", "emi", "offers", "upi"];

function listPayments(context: RazorpayContext, { query }: ApiRequest): unknown {
  allowQuery(query, paging, parts);
  return collection(
    page(Object.values(context.ledger.books.payments), query).map((payment) => expanded(payment, query)),
  );
}

function readPayment(context: RazorpayContext, { id, query }: ApiRequest): unknown {
  allowQuery(query, [], parts);
  return expanded(paymentById(context, id), query);
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

function readCard(context: RazorpayContext, { id, query }: ApiRequest): unknown {
  allowQuery(query, []);
  const { card } = paymentById(context, id);
  if (card === null) throw plainError("Payment was not done using card");
  return cardOnWire(card);
}

/** Returns an empty list: no bank is ever reported as down. */
function listDowntimes(_context: RazorpayContext, { query }: ApiRequest): unknown {
  allowQuery(query, []);
  return collection([]);
}

function patchPayment(context: RazorpayContext, { id, body }: ApiRequest): unknown {
  const payment = paymentById(context, id);
  allowOnly(body, ["notes"]);
  payment.notes = parseNotes(body.notes);
  return paymentOnWire(payment);
}

function capture(context: RazorpayContext, { id, body }: ApiRequest): unknown {
  const payment = paymentById(context, id);
  allowOnly(body, ["amount", "currency"]);
  const amount = parseAmount(body.amount);
  const currency = parseCurrency(body.currency);
  if (payment.captured) throw plainError("This payment has already been captured");
  if (context.ledger.books.orders[payment.order_id]?.status === "paid") throw alreadyPaid(payment.order_id);
  if (payment.status !== "authorized") {
    throw plainError("Only payments which have been authorized and not yet captured can be captured");
  }
  if (amount !== payment.amount || currency !== payment.currency) {
    throw inputError("Capture amount must be equal to the amount authorized", "amount");
  }
  capturePayment(context, payment);
  return paymentOnWire(payment);
}
