import { collection } from "./answers.ts";
import type { Call, Route } from "./call.ts";
import { type Desk, nowSeconds } from "./desk.ts";
import type { CapturePlan, Order } from "./entities.ts";
import { extraFields, inputError, plainError } from "./errors.ts";
import { orderById } from "./lookup.ts";
import { openOrder } from "./transitions.ts";
import { allowOnly, isExpanded, page, parseAmount, parseCurrency, parseNotes, parseReceipt } from "./validate.ts";
import { orderOnWire, paymentOnWire } from "./wire.ts";

const readableSeconds = 180 * 86_400;

const orderFields = [
  "amount",
  "currency",
  "receipt",
  "notes",
  "payment",
  "payment_capture",
  "partial_payment",
  "first_payment_min_amount",
  "customer_id",
  "checkout_config_id",
  "unique_receipt",
];

/** /v1/orders */
export const orderRoutes: readonly Route[] = [
  ["POST", "/v1/orders", createOrder, "lostOrder"],
  ["GET", "/v1/orders", listOrders],
  ["GET", "/v1/orders/:id", readOrder],
  ["PATCH", "/v1/orders/:id", patchOrder],
  ["GET", "/v1/orders/:id/payments", listPaymentsOfOrder],
];

function createOrder(desk: Desk, { body }: Call): unknown {
  allowOnly(body, orderFields);
  const wish = {
    amount: parseAmount(body.amount),
    currency: parseCurrency(body.currency),
    receipt: parseReceipt(body.receipt),
    notes: parseNotes(body.notes),
    capturePlan: parseCapturePlan(body),
  };
  const earlier = wish.receipt === null ? undefined : desk.ledger.orderWithReceipt(wish.receipt);
  if (body.unique_receipt !== undefined && desk.receiptMode === "unique") throw extraFields(["unique_receipt"]);
  const isSameWanted = desk.receiptMode === "same" || body.unique_receipt === true;
  if (earlier && isSameWanted) return orderOnWire(earlier);
  if (earlier && desk.receiptMode === "unique") throw inputError("Order receipt should be unique.", "receipt");
  return orderOnWire(openOrder(desk, wish));
}

/** The order's own capture options win over the dashboard's, which here are: automatic, 20 minutes, 3 days. */
function parseCapturePlan(body: Record<string, unknown>): CapturePlan {
  const plan: CapturePlan = { mode: "automatic", automaticMinutes: 20, manualMinutes: 4320 };
  if (body.payment_capture === 0 || body.payment_capture === false) plan.mode = "manual";
  const wish = body.payment as { capture?: unknown; capture_options?: Record<string, unknown> } | undefined;
  if (wish === undefined) return plan;
  if (wish.capture !== "automatic" && wish.capture !== "manual") {
    throw inputError("The selected capture is invalid.", "capture");
  }
  const options = wish.capture_options ?? {};
  plan.mode = wish.capture;
  plan.automaticMinutes = parseMinutes(options.automatic_expiry_period, plan.automaticMinutes, 12);
  plan.manualMinutes = parseMinutes(options.manual_expiry_period, 7200, plan.automaticMinutes);
  const speed = options.refund_speed ?? "normal";
  if (speed !== "normal" && speed !== "optimum")
    throw inputError("The selected refund_speed is invalid.", "refund_speed");
  return plan;
}

function parseMinutes(minutes: unknown, fallback: number, least: number): number {
  const chosen = minutes ?? fallback;
  if (typeof chosen !== "number" || !Number.isInteger(chosen) || chosen < least || chosen > 7200) {
    throw inputError(`The expiry period must be between ${least} and 7200 minutes.`, "capture_options");
  }
  return chosen;
}

function readOrder(desk: Desk, { id }: Call): unknown {
  return orderOnWire(readableOrder(desk, id));
}

function readableOrder(desk: Desk, id: string): Order {
  const order = orderById(desk, id);
  if (nowSeconds(desk) - order.created_at > readableSeconds) {
    throw plainError("Order older than 180 days, please use reports.");
  }
  return order;
}

function patchOrder(desk: Desk, { id, body }: Call): unknown {
  const order = readableOrder(desk, id);
  allowOnly(body, ["notes"]);
  order.notes = parseNotes(body.notes);
  return orderOnWire(order);
}

function listOrders(desk: Desk, { query }: Call): unknown {
  const receipt = query.get("receipt");
  const authorized = query.get("authorized");
  const chosen = Object.values(desk.ledger.books.orders).filter((order) => {
    if (receipt !== null && order.receipt !== receipt) return false;
    return authorized === null || hasAuthorized(desk, order) === (authorized === "1");
  });
  const items = page(chosen, query).map((order) =>
    isExpanded(query, "payments")
      ? { ...orderOnWire(order), payments: collection(visiblePayments(desk, order, false)) }
      : orderOnWire(order),
  );
  return collection(items);
}

function hasAuthorized(desk: Desk, order: Order): boolean {
  return desk.ledger.paymentsOf(order.id).some(({ authCode }) => authCode !== null);
}

function listPaymentsOfOrder(desk: Desk, { id, query }: Call): unknown {
  return collection(visiblePayments(desk, readableOrder(desk, id), isExpanded(query, "card")));
}

/** "All the authorised or failed payments": an attempt still at the bank is not shown. */
function visiblePayments(desk: Desk, order: Order, hasCard: boolean): unknown[] {
  return desk.ledger
    .paymentsOf(order.id)
    .filter(({ status }) => status !== "created")
    .toReversed()
    .map((payment) => paymentOnWire(payment, { hasCard }));
}
