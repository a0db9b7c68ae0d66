/** Requests refunds, sends them to payment providers with retries, and records how they end. */
import { randomBytes } from "node:crypto";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { describeErrorForDatabase } from "#db/describe-error.ts";
import { inTransaction } from "#db/transaction.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import type { DbAndClock, Services } from "#shop/services.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { bankTransfer, isPaidByHand, onDelivery } from "#shop/sales/orders/paid-by-hand.ts";
import { receivedSql, settleCovered } from "#shop/sales/orders/due-transfer.server.ts";
import { ProviderError, providerOf, type ProviderRefund } from "./payment-provider.ts";
import { nameProvider } from "./provider-names.ts";
import { checkRefundLimit, type RefundLimits } from "./refund-limit.server.ts";

/** The reason of a refund. `elsewhere`: made outside the shop, by the payment provider or on its dashboard. */
export type RefundReason =
  | "cancelled"
  | "returned"
  | "bookseller"
  | "sold-out"
  | "duplicate"
  | "mismatch"
  | "elsewhere";

interface RefundInput {
  paymentId: string;
  /** The rest of the payment if absent. */
  amountPaise?: number;
  reason: RefundReason;
  note?: string;
  /** The refunded copies, by position of the order line. */
  copies?: { position: number; quantity: number }[];
  /** The order line whose price is reduced, without a return of copies; null for the whole order. */
  linePosition?: number | null;
  /** The time of the request; that of the order's move, if it moves too. */
  at: Date;
  /** The staff member whose refund limits apply, if any. */
  giver?: RefundLimits | undefined;
  /** Whether no parcel of an order on delivery reached the reader, so that nothing was collected. */
  isUndelivered?: boolean;
}

export type RequestedRefund =
  | { ok: true; refundId: number; amountPaise: number }
  | { ok: false; reason: "not-captured" | "nothing-left" | "too-much"; leftPaise: number };

/** Payment providers refund at least one rupee. */
const minRefundPaise = 100;
/**
 * A rejection can be temporary, such as while an earlier request is in progress; after 10 (about 43 minutes) it is
 * final.
 */
const maxRefusals = 10;
/** Tries before an alert, while the provider does not answer or rejects the shop's keys. */
const attemptsUntilAlert = 10;

/**
 * The possible amount of a refund: the requested one, or the rest of the payment. `how`: by its provider; by hand, if the
 * shop or a carrier took the money; or not at all, because it was not paid yet and less is due.
 */
export type PossibleRefund =
  | { ok: true; orderId: string; amountPaise: number; how: "provider" | "hand" | "lower-due" }
  | Extract<RequestedRefund, { ok: false }>;

/** Checks whether an amount, or the rest of a payment if it is absent, can be refunded. Locks the payment's row. */
export async function checkRefund(
  tx: Db,
  { paymentId, amountPaise, isUndelivered = false }: Pick<RefundInput, "paymentId" | "amountPaise" | "isUndelivered">,
): Promise<PossibleRefund> {
  type Row = Record<"orderId" | "amountPaise" | "status" | "provider" | "received", string> & { isDue: boolean };
  const { rows } = await tx.execute<Row>(sql`
    select order_id, amount_paise, status, provider,
      exists (select from orders o where o.id = order_id and (o.payment_state = 'on_delivery'
        and (o.fulfilment_state = 'to_pack' or o.delivery_method = 'collection' or ${isUndelivered}) or o.payment_state = 'owed' and status = 'due')) as is_due,
      case when status = 'due' and provider = ${bankTransfer} then ${receivedSql(sql`payments.order_id`)} else 0 end as received
    from payments where id = ${paymentId} for update`);
  const payment = rows[0];
  if (!payment || !["captured", "refunded", "due"].includes(payment.status)) {
    return { ok: false, reason: "not-captured", leftPaise: 0 };
  }
  const how = !isPaidByHand(payment.provider) ? "provider" : payment.isDue ? "lower-due" : "hand";
  const leastPaise = how === "provider" ? minRefundPaise : 1;
  // A separate statement: the one that waited for the row lock does not see rows written meanwhile.
  const { rows: sums } = await tx.execute<{ given: string }>(sql`
    select coalesce(sum(amount_paise), 0) as given from refunds where payment_id = ${paymentId} and state <> 'failed'`);
  // What was paid already of an order on credit is given back as money: `giveBackTransfers`.
  const leftPaise = Number(payment.amountPaise) - Number(oneRow(sums).given) - Number(payment.received);
  if (leftPaise < leastPaise) return { ok: false, reason: "nothing-left", leftPaise };
  const asked = amountPaise ?? leftPaise;
  // Carriers collect whole rupees.
  const amount =
    how === "lower-due" && payment.provider === onDelivery && asked < leftPaise
      ? asked + ((leftPaise - asked) % 100)
      : asked;
  if (amount > leftPaise || amount < leastPaise) return { ok: false, reason: "too-much", leftPaise };
  return { ok: true, orderId: payment.orderId, amountPaise: amount, how };
}

/**
 * Writes a refund to be sent, or to be paid by hand. The row exists before the provider is asked, and its idempotency key
 * makes retries safe. A refund of money that is not collected yet is made at once: it lowers what is due.
 * The payment's row is locked, so that the sum of all refunds never exceeds the captured amount. Every refund by the
 * shop comes through this function, which throws AboveRefundLimit if it exceeds the limits of `giver`.
 */
export async function requestRefund(
  tx: Db,
  {
    paymentId,
    amountPaise,
    reason,
    note = "",
    copies = [],
    linePosition = null,
    at,
    giver,
    isUndelivered = false,
  }: RefundInput,
): Promise<RequestedRefund> {
  const possible = await checkRefund(tx, { paymentId, amountPaise, isUndelivered });
  if (!possible.ok) return possible;
  // No money moves if less is collected.
  if (giver && possible.how !== "lower-due") await checkRefundLimit(tx, giver, { paymentId, ...possible, at });
  const time = sql`${at.toISOString()}::timestamptz`;
  const key = `rf_${randomBytes(12).toString("hex")}`;
  const isMade = possible.how === "lower-due";
  // The trigger `refunds_count_for_offers` subtracts it from the revenue of the order's offers.
  const { rows: written } = await tx.execute<{ id: string }>(sql`
    insert into refunds (payment_id, order_id, amount_paise, reason, note, copies, idempotency_key, state, due_at,
      created_at, updated_at, given_by, line_position, provider_refund_id)
    values (${paymentId}, ${possible.orderId}, ${possible.amountPaise}, ${reason}, ${note}, ${JSON.stringify(copies)}::jsonb,
      ${key}, ${isMade ? "processed" : "requested"}, ${time}, ${time}, ${time},
      ${giver?.staffId ?? null}, ${linePosition}, ${isMade ? key : null})
    returning id`);
  const refundId = Number(oneRow(written).id);
  await tellOfRefund(tx, { ...possible, refundId, reason });
  if (isMade) await settleCovered(tx, Number(possible.orderId), { note: "the rest is not owed any more", at });
  return { ok: true, refundId, amountPaise: possible.amountPaise };
}

/** Tells the bookseller of a refund to be paid by hand, and the reader of a lower amount due. */
async function tellOfRefund(
  tx: Db,
  {
    orderId,
    refundId,
    reason,
    amountPaise,
    how,
  }: Extract<PossibleRefund, { ok: true }> & { refundId: number; reason: RefundReason },
) {
  if (how === "hand") {
    const message = `Refund ${refundId} of ${formatPaise(amountPaise)} is to be paid by bank transfer or UPI: no payment service has this money.`;
    await raiseAlert(tx, { kind: "refund", orderId, message, subject: `refund ${refundId} by hand` });
  }
  // The letter about cancelled copies says what is due.
  if (how !== "lower-due" || reason === "cancelled") return;
  const { rows } = await tx.execute<{ email: string }>(sql`select email from orders where id = ${orderId}`);
  const letter = {
    orderId: Number(orderId),
    to: oneRow(rows).email,
    subjectKey: String(refundId),
    facts: { refundId },
  };
  await enqueueLetter(tx, { kind: "order-refunded", ...letter });
}

/**
 * Sends all due refunds to the providers; safe to run in several processes. A refund that is rejected repeatedly fails.
 * While the provider does not respond, the refund is retried without end, with growing delays of up to a day. Returns
 * the order id of each sent refund.
 */
export async function sendDueRefunds({ db, paymentProviders, now }: Services, limit = 20): Promise<number[]> {
  const at = sql`${now().toISOString()}::timestamptz`;
  // Claiming a refund counts as a try and delays the next one: if this process dies, another one sends it later.
  const { rows } = await db.execute<{
    id: string;
    orderId: string;
    paymentId: string;
    attemptId: string;
    provider: string;
    amountPaise: string;
    reason: RefundReason;
    idempotencyKey: string;
    tries: number;
  }>(sql`
    update refunds r set tries = r.tries + 1, due_at = ${at} + make_interval(secs => least(5 * 2 ^ least(r.tries, 20), 86400)), updated_at = ${at}
    from payments p
    -- The due time of a new refund has microseconds, but the shop's clock has only milliseconds.
    where p.id = r.payment_id and r.id = any(array(select d.id from refunds d join payments q on q.id = d.payment_id
      where d.state = 'requested' and d.due_at < ${at} + interval '1 millisecond' and q.attempt_id is not null
      order by d.id limit ${limit} for update of d skip locked))
    returning r.id, r.order_id, r.payment_id, coalesce(p.attempt_id, '') as attempt_id, p.provider, r.amount_paise, r.reason, r.idempotency_key, r.tries`);
  const touched: number[] = [];
  for (const row of rows) {
    const { attemptId: orderId, paymentId, idempotencyKey, reason } = row;
    const request = { orderId, paymentId, amountPaise: Number(row.amountPaise), idempotencyKey, reason };
    try {
      // After a first try the provider may have forgotten the key, but not the receipt.
      const provider = providerOf(paymentProviders, row.provider);
      const known = row.tries > 1 ? await provider.findRefund(request, idempotencyKey) : null;
      const made = known ?? (await provider.createRefund(request));
      await db.execute(sql`
        update refunds set provider_refund_id = ${made.id}, last_error = '', updated_at = ${now().toISOString()}::timestamptz,
          state = case when state = 'requested' then 'pending' else state end
        where id = ${row.id} and (provider_refund_id is null or provider_refund_id = ${made.id})`);
      touched.push(Number(row.orderId));
    } catch (error) {
      await recordFailedTry({ db, now }, row, error);
    }
  }
  return touched;
}

async function recordFailedTry(
  { db, now }: DbAndClock,
  row: { id: string; orderId: string; provider: string; tries: number },
  error: unknown,
) {
  const isRefusal = error instanceof ProviderError && error.kind === "refused";
  const message = describeErrorForDatabase(error);
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ state: string; refusals: number }>(sql`
      update refunds set last_error = ${message}, refusals = refusals + ${isRefusal ? 1 : 0},
        updated_at = ${now().toISOString()}::timestamptz,
        state = case when refusals + ${isRefusal ? 1 : 0} >= ${maxRefusals} then 'failed' else state end
      where id = ${row.id} and state = 'requested' returning state, refusals`);
    const { orderId } = row;
    if (rows[0]?.state === "failed") {
      const refused = `Refund ${row.id} was refused ${rows[0].refusals} times: ${message}`;
      await raiseAlert(tx, { kind: "refund", orderId, message: refused, subject: `refund ${row.id} refused` });
    } else if (rows[0] && !isRefusal && row.tries >= attemptsUntilAlert) {
      const silent = `${nameProvider(row.provider)} does not answer for refund ${row.id}, or rejects the shop's keys; the refund is tried again at least once a day`;
      await raiseAlert(tx, { kind: "refund", orderId, message: silent, subject: `refund ${row.id} unanswered` });
    }
  });
}

/** A refund that has just ended, for letters and documents. */
export interface EndedRefund {
  id: number;
  provider: string;
  reason: RefundReason;
  amountPaise: number;
  state: "processed" | "failed";
}

/**
 * Records the state of all refunds of one payment at the provider, including those made outside the shop. Returns the
 * ones that ended since the last call. The caller has locked the order's row.
 */
export async function recordRefunds(
  tx: Db,
  orderId: number,
  paymentId: string,
  refunds: ProviderRefund[],
  now: Date,
): Promise<EndedRefund[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const ended: EndedRefund[] = [];
  for (const refund of refunds) {
    const { rows } = await tx.execute<{
      id: string;
      state: string;
      providerRefundId: string | null;
      paidBy: string | null;
    }>(sql`
      select id, state, provider_refund_id, paid_by from refunds
      where provider_refund_id = ${refund.id} or (provider_refund_id is null and idempotency_key = ${refund.receipt ?? ""})
      for update`);
    const known = rows[0];
    if (known?.paidBy && refund.state === "processed") {
      const message = `Refund ${known.id} was closed as paid in another way, and ${nameProvider(refund.provider)} has made it after all: the reader has the money twice.`;
      await raiseAlert(tx, { kind: "refund", orderId, message, subject: `refund ${known.id} paid twice` });
    }
    // A refund that the shop gave up on, failed and without an id of the provider, may have been made after all.
    if (known?.state === "processed" || (known?.state === "failed" && known.providerRefundId !== null)) continue;
    const { state, remark } = refund;
    const { rows: written } = known
      ? await tx.execute<{ id: string; reason: RefundReason }>(sql`
          update refunds set state = ${state}, provider_refund_id = ${refund.id}, last_error = ${remark}, updated_at = ${at}
          where id = ${known.id} returning id, reason`)
      : await tx.execute<{ id: string; reason: RefundReason }>(sql`
          insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, provider_refund_id, state,
            last_error, created_at, updated_at)
          values (${paymentId}, ${orderId}, ${refund.amountPaise}, 'elsewhere', ${`found_${refund.id}`}, ${refund.id}, ${state},
            ${remark}, ${at}, ${at})
          returning id, reason`);
    if (state === "pending") continue;
    const { id, reason } = oneRow(written);
    ended.push({ id: Number(id), provider: refund.provider, reason, amountPaise: refund.amountPaise, state });
  }
  return ended;
}
