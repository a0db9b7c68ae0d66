/** The refunds of Razorpay's API: create (with idempotency keys), read, list, and change notes. */
import { createHash } from "node:crypto";
import { collection } from "./answers.ts";
import type { ApiRequest, Route } from "./api-request.ts";
import { type RazorpayContext, nowSeconds } from "#razorpay-stand-in/context.ts";
import type { Payment, Refund } from "#razorpay-stand-in/ledger/entities.ts";
import { inputError, plainError, unknownId } from "#razorpay-stand-in/errors.ts";
import { paymentById, refundById } from "#razorpay-stand-in/ledger/lookup.ts";
import { openRefund } from "#razorpay-stand-in/ledger/transitions.ts";
import { allowOnly, allowQuery, page, paging, parseAmount, parseNotes, parseReceipt } from "./validate.ts";
import { refundOnWire } from "#razorpay-stand-in/ledger/wire.ts";

const refundableSeconds = 180 * 86_400;

/** /v1/refunds and /v1/payments/:id/refund(s) */
export const refundRoutes: readonly Route[] = [
  ["POST", "/v1/payments/:id/refund", refund, "lostRefund"],
  ["GET", "/v1/payments/:id/refunds", listRefundsOfPayment],
  ["GET", "/v1/payments/:id/refunds/:sub", readRefundOfPayment],
  ["GET", "/v1/refunds", listRefunds],
  ["GET", "/v1/refunds/:id", readRefund],
  ["PATCH", "/v1/refunds/:id", patchRefund],
];

function refund(context: RazorpayContext, call: ApiRequest): unknown {
  const key = call.headers.get("x-refund-idempotency");
  if (key === null) return refundOnce(context, call);
  checkKey(key);
  const { refundKeys } = context.ledger.books;
  const request = createHash("sha256")
    .update(`${call.id}\n${JSON.stringify(call.body)}`)
    .digest("hex");
  if (Object.hasOwn(refundKeys, key) && context.faults.take("forgottenKey")) delete refundKeys[key];
  const earlier = Object.hasOwn(refundKeys, key) ? refundKeys[key] : undefined;
  if (earlier && earlier.request !== request) {
    throw plainError("Different request with the same idempotency key has already been processed.", 409);
  }
  if (keysInProgress(context).has(key)) {
    throw plainError("Another request with the same idempotency key is still in progress.", 409);
  }
  if (earlier) return earlier.answer;
  const answer = refundOnce(context, call);
  refundKeys[key] = { request, answer };
  keysInProgress(context).add(key);
  call.afterAnswer.push(() => keysInProgress(context).delete(key));
  return answer;
}

const inProgress = new WeakMap<RazorpayContext, Set<string>>();

function keysInProgress(context: RazorpayContext): Set<string> {
  const keys = inProgress.get(context) ?? new Set<string>();
  inProgress.set(context, keys);
  return keys;
}

function checkKey(key: string): void {
  if (key.length < 10) throw plainError("The idempotency key must be at least 10 characters long.");
  if (!/^[A-Za-z0-9_-]+$/.test(key)) {
    throw plainError("The idempotency key must only contain alphanumeric characters, underscores and hyphens.");
  }
}

function refundOnce(context: RazorpayContext, { id, body }: ApiRequest): unknown {
  const payment = paymentById(context, id);
  allowOnly(body, ["amount", "speed", "receipt", "notes"]);
  const left = payment.amount - payment.amount_refunded;
  const amount = body.amount === undefined ? left : parseAmount(body.amount);
  const speed = body.speed ?? "normal";
  const receipt = parseReceipt(body.receipt);
  const notes = parseNotes(body.notes);
  if (speed !== "normal" && speed !== "optimum") throw inputError("The selected speed is invalid.", "speed");
  checkRefundable(context, payment, amount, left);
  return refundOnWire(openRefund(context, payment, { amount, receipt, notes, speed }));
}

function checkRefundable(context: RazorpayContext, payment: Payment, amount: number, left: number): void {
  if (left === 0) throw plainError("The payment has been fully refunded already.");
  if (!payment.captured) throw plainError("The payment status should be captured for action to be taken");
  if (nowSeconds(context) - payment.created_at > refundableSeconds) {
    throw plainError("The payment is more than 6 months old and cannot be refunded.");
  }
  if (amount > left) throw inputError("The refund amount provided is greater than amount captured.", "amount");
}

function refundsOf(context: RazorpayContext, payment: Payment): Refund[] {
  return Object.values(context.ledger.books.refunds).filter((made) => made.payment_id === payment.id);
}

function listRefundsOfPayment(context: RazorpayContext, { id, query }: ApiRequest): unknown {
  allowQuery(query, paging);
  return collection(page(refundsOf(context, paymentById(context, id)), query).map(refundOnWire));
}

function readRefundOfPayment(context: RazorpayContext, { id, subId, query }: ApiRequest): unknown {
  allowQuery(query, []);
  const payment = paymentById(context, id);
  const made = refundById(context, subId);
  if (made.payment_id !== payment.id) throw unknownId();
  return refundOnWire(made);
}

function listRefunds(context: RazorpayContext, { query }: ApiRequest): unknown {
  allowQuery(query, paging);
  return collection(page(Object.values(context.ledger.books.refunds), query).map(refundOnWire));
}

function readRefund(context: RazorpayContext, { id, query }: ApiRequest): unknown {
  allowQuery(query, []);
  return refundOnWire(refundById(context, id));
}

function patchRefund(context: RazorpayContext, { id, body }: ApiRequest): unknown {
  const made = refundById(context, id);
  allowOnly(body, ["notes"]);
  made.notes = parseNotes(body.notes);
  return refundOnWire(made);
}
