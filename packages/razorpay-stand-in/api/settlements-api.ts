import { createHash } from "node:crypto";

import { collection } from "./answers.ts";
import type { ApiRequest, Route } from "./api-request.ts";
import { type RazorpayContext, nowSeconds } from "#razorpay-stand-in/context.ts";
import type { Payment, Refund } from "#razorpay-stand-in/ledger/entities.ts";
import { inputError } from "#razorpay-stand-in/errors.ts";
import { allowQuery, readNumber } from "./validate.ts";
import { settledOnWire } from "#razorpay-stand-in/ledger/wire.ts";

/** /v1/settlements/recon/combined: the transactions that were settled on a day or in a month. */
export const settlementRoutes: readonly Route[] = [["GET", "/v1/settlements/recon/combined", listSettled]];

const daySeconds = 86_400;
const indiaAheadSeconds = 19_800;
const settledAtHour = 11;

/** When a transaction is settled, in Unix seconds: at 11:00 Indian time on the second day after it. */
function settledAt(createdAt: number): number {
  const day = Math.floor((createdAt + indiaAheadSeconds) / daySeconds);
  return (day + 2) * daySeconds - indiaAheadSeconds + settledAtHour * 3600;
}

function listSettled(context: RazorpayContext, { query }: ApiRequest): unknown {
  allowQuery(query, ["year", "month", "day", "count", "skip"]);
  const [from, until] = readDays(query);
  const count = readNumber(query, "count", 10, 1000);
  const skip = readNumber(query, "skip", 0, Infinity);
  const { payments, refunds } = context.ledger.books;
  const isDue = ({ created_at }: { created_at: number }) => {
    const at = settledAt(created_at);
    return at >= from && at < until && at <= nowSeconds(context);
  };
  const rows = [
    ...Object.values(payments).filter((payment) => payment.captured && isDue(payment)),
    ...Object.values(refunds).filter(
      (refund) => refund.status === "processed" && payments[refund.payment_id]!.captured && isDue(refund),
    ),
  ];
  return collection(rows.slice(skip, skip + count).map((entity) => onWire(context, entity)));
}

function onWire(context: RazorpayContext, entity: Payment | Refund): Record<string, unknown> {
  const at = settledAt(entity.created_at);
  // There is one settlement per day. Its id is derived from its time.
  const key = createHash("sha256").update(`${context.keyId}:${at}`).digest("hex");
  const settlement = { id: `setl_${key.slice(0, 14)}`, utr: `${at}${key.slice(14, 20)}`, at };
  const { orders, payments } = context.ledger.books;
  const refund = "payment_id" in entity ? entity : null;
  const payment = "payment_id" in entity ? payments[entity.payment_id]! : entity;
  return settledOnWire(settlement, payment, refund, orders[payment.order_id]?.receipt ?? null);
}

/** The Unix seconds at which the requested day or month begins and ends, India's time. */
function readDays(query: URLSearchParams): [number, number] {
  for (const name of ["year", "month"])
    if (query.get(name) === null) throw inputError(`The ${name} field is required.`, name); // text not published
  const year = readNumber(query, "year", 0, 9999);
  const month = readNumber(query, "month", 0, 12);
  const day = query.has("day") ? readNumber(query, "day", 0, 31) : null;
  const second = (months: number, days: number) => Date.UTC(year, month - 1 + months, days) / 1000 - indiaAheadSeconds;
  return day === null ? [second(0, 1), second(1, 1)] : [second(0, day), second(0, day + 1)];
}
