import { createHash } from "node:crypto";
import { collection } from "./answers.ts";
import type { Call, Route } from "./call.ts";
import { type Desk, nowSeconds } from "./desk.ts";
import type { Payment, Refund } from "./entities.ts";
import { inputError, plainError, unknownId } from "./errors.ts";
import { paymentById, refundById } from "./lookup.ts";
import { openRefund } from "./transitions.ts";
import { allowOnly, allowQuery, page, paging, parseAmount, parseNotes, parseReceipt } from "./validate.ts";
import { refundOnWire } from "./wire.ts";

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

function refund(desk: Desk, call: Call): unknown {
  const key = call.headers.get("x-refund-idempotency");
  if (key === null) return refundOnce(desk, call);
  checkKey(key);
  const { refundKeys } = desk.ledger.books;
  const request = createHash("sha256")
    .update(`${call.id}\n${JSON.stringify(call.body)}`)
    .digest("hex");
  if (Object.hasOwn(refundKeys, key) && desk.faults.take("forgottenKey")) delete refundKeys[key];
  const earlier = Object.hasOwn(refundKeys, key) ? refundKeys[key] : undefined;
  if (earlier && earlier.request !== request) {
    throw plainError("Different request with the same idempotency key has already been processed.", 409);
  }
  if (keysInProgress(desk).has(key)) {
    throw plainError("Another request with the same idempotency key is still in progress.", 409);
  }
  if (earlier) return earlier.answer;
  const answer = refundOnce(desk, call);
  refundKeys[key] = { request, answer };
  keysInProgress(desk).add(key);
  call.afterAnswer.push(() => keysInProgress(desk).delete(key));
  return answer;
}

const inProgress = new WeakMap<Desk, Set<string>>();

function keysInProgress(desk: Desk): Set<string> {
  const keys = inProgress.get(desk) ?? new Set<string>();
  inProgress.set(desk, keys);
  return keys;
}

function checkKey(key: string): void {
  if (key.length < 10) throw plainError("The idempotency key must be at least 10 characters long.");
  if (!/^[A-Za-z0-9_-]+$/.test(key)) {
    throw plainError("The idempotency key must only contain alphanumeric characters, underscores and hyphens.");
  }
}

function refundOnce(desk: Desk, { id, body }: Call): unknown {
  const payment = paymentById(desk, id);
  allowOnly(body, ["amount", "speed", "receipt", "notes"]);
  const left = payment.amount - payment.amount_refunded;
  const amount = body.amount === undefined ? left : parseAmount(body.amount);
  const speed = body.speed ?? "normal";
  const receipt = parseReceipt(body.receipt);
  const notes = parseNotes(body.notes);
  if (speed !== "normal" && speed !== "optimum") throw inputError("The selected speed is invalid.", "speed");
  checkRefundable(desk, payment, amount, left);
  return refundOnWire(openRefund(desk, payment, { amount, receipt, notes, speed }));
}

function checkRefundable(desk: Desk, payment: Payment, amount: number, left: number): void {
  if (left === 0) throw plainError("The payment has been fully refunded already.");
  if (!payment.captured) throw plainError("The payment status should be captured for action to be taken");
  if (nowSeconds(desk) - payment.created_at > refundableSeconds) {
    throw plainError("The payment is more than 6 months old and cannot be refunded.");
  }
  if (amount > left) throw inputError("The refund amount provided is greater than amount captured.", "amount");
}

function refundsOf(desk: Desk, payment: Payment): Refund[] {
  return Object.values(desk.ledger.books.refunds).filter((made) => made.payment_id === payment.id);
}

function listRefundsOfPayment(desk: Desk, { id, query }: Call): unknown {
  allowQuery(query, paging);
  return collection(page(refundsOf(desk, paymentById(desk, id)), query).map(refundOnWire));
}

function readRefundOfPayment(desk: Desk, { id, subId, query }: Call): unknown {
  allowQuery(query, []);
  const payment = paymentById(desk, id);
  const made = refundById(desk, subId);
  if (made.payment_id !== payment.id) throw unknownId();
  return refundOnWire(made);
}

function listRefunds(desk: Desk, { query }: Call): unknown {
  allowQuery(query, paging);
  return collection(page(Object.values(desk.ledger.books.refunds), query).map(refundOnWire));
}

function readRefund(desk: Desk, { id, query }: Call): unknown {
  allowQuery(query, []);
  return refundOnWire(refundById(desk, id));
}

function patchRefund(desk: Desk, { id, body }: Call): unknown {
  const made = refundById(desk, id);
  allowOnly(body, ["notes"]);
  made.notes = parseNotes(body.notes);
  return refundOnWire(made);
}
