/** The orders of Razorpay's API: create, read, list, change notes, and list payments. */
import { collection } from "./answers.ts";
import type { ApiRequest, Route } from "./api-request.ts";
import { type RazorpayContext, nowSeconds } from "#razorpay-stand-in/context.ts";
import type { CapturePlan, Order } from "#razorpay-stand-in/ledger/entities.ts";
import { extraFields, inputError, plainError } from "#razorpay-stand-in/errors.ts";
import { orderById } from "#razorpay-stand-in/ledger/lookup.ts";
import { openOrder } from "#razorpay-stand-in/ledger/transitions.ts";
import { allowOnly, allowQuery, isExpanded, page, paging } from "./validate.ts";
import { parseAmount, parseCurrency, parseNotes, parseReceipt } from "./validate.ts";
import { orderOnWire, paymentOnWire } from "#razorpay-stand-in/ledger/wire.ts";

const readableSeconds = 180 * 86_400;

const orderFields = ["amount", "currency", "receipt", "notes", "payment", "payment_capture", "unique_receipt"];

/** Documented fields that are accepted without effect; README.md describes each. */
const fieldsWithoutEffect = [
  "bank_account",
  "checkout_config_id",
  "cod_fee",
  "customer_details",
  "customer_id",
  "device_details",
  "discount",
  "line_items",
  "line_items_total",
  "method",
  "offer_id",
  "offers",
  "phonepe_switch_context",
  "promotions",
  "rto_review",
  "shipping_fee",
];

/** Documented fields that are rejected, because they create a kind of order that the stand-in does not support. */
const partialPaymentFields = ["partial_payment", "first_payment_min_amount"];

/** /v1/orders */
export const orderRoutes: readonly Route[] = [
  ["POST", "/v1/orders", createOrder, "lostOrder"],
  ["GET", "/v1/orders", listOrders],
  ["GET", "/v1/orders/:id", readOrder],
  ["PATCH", "/v1/orders/:id", patchOrder],
  ["GET", "/v1/orders/:id/payments", listPaymentsOfOrder],
];

function createOrder(context: RazorpayContext, { body }: ApiRequest): unknown {
  allowOnly(body, [...orderFields, ...fieldsWithoutEffect, ...partialPaymentFields]);
  if (isYes(body.partial_payment))
    throw inputError("This stand-in takes orders in one payment only.", "partial_payment");
  const input = {
    amount: parseAmount(body.amount),
    currency: parseCurrency(body.currency),
    receipt: parseReceipt(body.receipt),
    notes: parseNotes(body.notes),
    capturePlan: parseCapturePlan(body),
  };
  const earlier = input.receipt === null ? undefined : context.ledger.orderWithReceipt(input.receipt);
  if (body.unique_receipt !== undefined && context.receiptMode === "unique") throw extraFields(["unique_receipt"]);
  const isSameRequest = context.receiptMode === "same" || isYes(body.unique_receipt);
  if (earlier && isSameRequest) return orderOnWire(earlier);
  if (earlier && context.receiptMode === "unique") throw inputError("Order receipt should be unique.", "receipt");
  return orderOnWire(openOrder(context, input));
}

/**
 * Reads the capture plan of an order: its own options, or the defaults of this account, which are automatic capture, 20
 * minutes and 3 days.
 */
function parseCapturePlan(body: Record<string, unknown>): CapturePlan {
  const plan: CapturePlan = { mode: "automatic", automaticMinutes: 20, manualMinutes: 4320 };
  if (body.payment_capture !== undefined && !isYes(body.payment_capture)) plan.mode = "manual";
  const input = body.payment as { capture?: unknown; capture_options?: Record<string, unknown> } | undefined;
  if (input === undefined) return plan;
  if (input.capture !== "automatic" && input.capture !== "manual") {
    throw inputError("The selected capture is invalid.", "capture");
  }
  const options = input.capture_options ?? {};
  plan.mode = input.capture;
  plan.automaticMinutes = parseMinutes(options.automatic_expiry_period, plan.automaticMinutes, 12);
  plan.manualMinutes = parseMinutes(options.manual_expiry_period, 7200, plan.automaticMinutes);
  const speed = options.refund_speed ?? "normal";
  if (speed !== "normal" && speed !== "optimum")
    throw inputError("The selected refund_speed is invalid.", "refund_speed");
  return plan;
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === "1" || value === "true";
}

function parseMinutes(minutes: unknown, fallback: number, least: number): number {
  const chosen = typeof minutes === "string" && /^\d+$/.test(minutes) ? Number(minutes) : (minutes ?? fallback);
  if (typeof chosen !== "number" || !Number.isInteger(chosen) || chosen < least || chosen > 7200) {
    throw inputError(`The expiry period must be between ${least} and 7200 minutes.`, "capture_options");
  }
  return chosen;
}

function readOrder(context: RazorpayContext, { id, query }: ApiRequest): unknown {
  allowQuery(query, []);
  return orderOnWire(readableOrder(context, id));
}

function readableOrder(context: RazorpayContext, id: string): Order {
  const order = orderById(context, id);
  const isOld = nowSeconds(context) - order.created_at > readableSeconds;
  if (isOld || context.faults.take("oldOrder", { path: `/v1/orders/${id}` })) {
    throw plainError("Order older than 180 days, please use reports.");
  }
  return order;
}

function patchOrder(context: RazorpayContext, { id, body }: ApiRequest): unknown {
  const order = readableOrder(context, id);
  allowOnly(body, ["notes"]);
  order.notes = parseNotes(body.notes);
  return orderOnWire(order);
}

function listOrders(context: RazorpayContext, { query }: ApiRequest): unknown {
  allowQuery(
    query,
    [...paging, "receipt", "authorized"],
    ["payments", "payments.card", "transfers", "virtual_account"],
  );
  const receipt = query.get("receipt");
  const authorized = query.get("authorized");
  const chosen = Object.values(context.ledger.books.orders).filter((order) => {
    if (receipt !== null && order.receipt !== receipt) return false;
    return authorized === null || hasAuthorized(context, order) === (authorized === "1");
  });
  const hasCard = isExpanded(query, "payments.card");
  const items = page(chosen, query).map((order) =>
    hasCard || isExpanded(query, "payments")
      ? { ...orderOnWire(order), payments: collection(paymentsOf(context, order, hasCard)) }
      : orderOnWire(order),
  );
  return collection(items);
}

function hasAuthorized(context: RazorpayContext, order: Order): boolean {
  return context.ledger.paymentsOf(order.id).some(({ authCode }) => authCode !== null);
}

function listPaymentsOfOrder(context: RazorpayContext, { id, query }: ApiRequest): unknown {
  allowQuery(query, []);
  return collection(paymentsOf(context, readableOrder(context, id), false));
}

/**
 * Returns the payments of an order, the newest first, including those that wait for the bank: `created` is a documented
 * status.
 */
function paymentsOf(context: RazorpayContext, order: Order, hasCard: boolean): unknown[] {
  return context.ledger
    .paymentsOf(order.id)
    .toReversed()
    .map((payment) => paymentOnWire(payment, { hasCard }));
}
