/** Bank transfers of buyers, as staff record them from the shop's account: they pay the orders of quotations. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { publishedBy } from "#shop/catalogue/books/parcel.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { promiseDelivery } from "#shop/kernel/regions/delivery-promise.ts";
import { becomeSale } from "#shop/sales/orders/become-sale.server.ts";
import { bankTransfer } from "#shop/sales/orders/paid-by-hand.ts";
import { evidenceOf, settleCovered, transferLeftSql } from "#shop/sales/orders/due-transfer.server.ts";
import { moveOrder, type Actor } from "#shop/sales/orders/move-order.server.ts";
import type { OrderState } from "#shop/sales/orders/order-state.ts";
import type { Services } from "#shop/services.ts";
import { requestRefund, type RefundReason } from "./refunds.server.ts";

/** One credit in the shop's account, for one order. */
export interface BankTransfer {
  /** The bank's number. */
  utr: string;
  /** ISO day. */
  paidOn: string;
  amountPaise: number;
  /** Income tax that the buyer kept back (TDS): it pays the order as the transfer does. */
  tdsPaise?: number;
}

/**
 * `backPaise`: what was too much, and is to be paid back by hand; all of it if the order was not owed anything.
 * `leftPaise`: what is still to come.
 */
export type RecordedTransfer =
  | { ok: true; leftPaise: number; backPaise: number }
  | { ok: false; reason: "no-such-order" | "not-by-transfer" | "recorded-before" | "future" }
  /** With TDS, a transfer must not be more than what is owed. */
  | { ok: false; reason: "tds-too-much"; leftPaise: number };

interface OrderRow {
  id: string;
  number: string;
  state: OrderState;
  /** Whether it waits for the money before it is packed. */
  isAwaited: boolean;
  /** Whether it ended without any money. */
  isUnpaid: boolean;
  email: string;
  pin: string;
  promotionCode: string | null;
  publishedOn: string | null;
  leftPaise: string | null;
}

/** SQL: what of `OrderRow` is known of the money of the order `o`. */
const moneyOfSql = sql`coalesce(o.payment_state = 'awaited', false) as is_awaited, coalesce(o.payment_state = 'none', false) as is_unpaid`;

/**
 * Records a transfer for an order, once for each number of the bank. When all that is owed has come, the order is paid:
 * one that waited for it is packed. What is too much becomes a refund by hand. Locks the order's row.
 */
export function recordTransfer(
  { db, settings, now }: Pick<Services, "db" | "settings" | "now">,
  number: string,
  { utr, paidOn, amountPaise, tdsPaise = 0 }: BankTransfer,
  by: { actor: Actor; staffId: number },
): Promise<RecordedTransfer> {
  return inTransaction(db, async (tx): Promise<RecordedTransfer> => {
    const at = now();
    const { rows: found } = await tx.execute<{ isByTransfer: boolean }>(sql`
      select payment_method = 'transfer' as is_by_transfer from orders where number = ${number} for update`);
    if (!found[0]) return { ok: false, reason: "no-such-order" };
    if (!found[0].isByTransfer) return { ok: false, reason: "not-by-transfer" };
    if (paidOn > isoDay(at)) return { ok: false, reason: "future" };
    // A statement after the lock, which sees what was committed while the first one waited.
    const { rows } = await tx.execute<OrderRow>(sql`
      select o.id, o.number, o.state, ${moneyOfSql}, o.email, o.pin, o.promotion_code, ${transferLeftSql} as left_paise,
        (select max(${publishedBy})::text from order_lines l join books b on b.id = l.book_id where l.order_id = o.id) as published_on
      from orders o where o.number = ${number}`);
    const order = oneRow(rows);
    const left = Number(order.leftPaise ?? 0);
    const paidPaise = amountPaise + tdsPaise;
    if (tdsPaise > 0 && paidPaise > left) return { ok: false, reason: "tds-too-much", leftPaise: left };
    const backPaise = Math.max(0, paidPaise - left);
    const { rows: written } = await tx.execute<{ id: string }>(sql`
      insert into bank_transfers (order_id, utr, paid_on, amount_paise, tds_paise, surplus_paise, recorded_at, staff_id)
      values (${order.id}, ${utr}, ${paidOn}::date, ${amountPaise}, ${tdsPaise}, ${backPaise}, ${at.toISOString()}::timestamptz, ${by.staffId})
      on conflict (order_id, utr) do nothing returning id`);
    if (!written[0]) return { ok: false, reason: "recorded-before" };
    const orderId = Number(order.id);
    if (left > 0 && paidPaise >= left) {
      if (order.isAwaited) await payAwaited(tx, order, { note: utr, at, actor: by.actor, settings });
      else await settleCovered(tx, orderId, { note: utr, at, actor: by.actor });
    }
    if (backPaise > 0)
      await giveBack(tx, order, {
        key: written[0].id,
        paise: backPaise,
        reason: left > 0 ? "mismatch" : "duplicate",
        at,
      });
    return { ok: true, leftPaise: Math.max(0, left - paidPaise), backPaise };
  });
}

/** The order that waited is paid: its copies are sold and wait to be packed. */
async function payAwaited(
  tx: Db,
  order: OrderRow,
  { note, at, actor, settings }: { note: string; at: Date; actor: Actor; settings: Services["settings"] },
) {
  const orderId = Number(order.id);
  const { rows } = await tx.execute<{ transfers: unknown }>(
    sql`select json_agg(t order by t.id) as transfers from bank_transfers t where t.order_id = ${orderId}`,
  );
  const time = sql`${at.toISOString()}::timestamptz`;
  const { arrival } = promiseDelivery(settings.policies.delivery, { ...order, now: at });
  await becomeSale(tx, order, {
    orderId,
    from: ["pending_payment"],
    payment: "paid",
    cause: "bookseller",
    note,
    at,
    actor,
    arrival,
  });
  await tx.execute(sql`
    insert into payments (id, provider, order_id, amount_paise, currency, status, method, settles, evidence_sha256, created_at, updated_at)
    select 'bt_' || number, ${bankTransfer}, id, total_paise, currency, 'captured', ${bankTransfer}, true,
      ${evidenceOf(oneRow(rows).transfers)}, ${time}, ${time}
    from orders where id = ${orderId}`);
}

/**
 * Gives back all transfers of an order that needs them no more: it was cancelled, or paid online. The caller has locked
 * the order's row.
 */
export async function giveBackTransfers(tx: Db, orderId: number, reason: RefundReason, at: Date): Promise<void> {
  const { rows } = await tx.execute<
    Pick<OrderRow, "id" | "number" | "state" | "isAwaited" | "isUnpaid"> & { paise: string }
  >(sql`
    select t.id, t.amount_paise - t.surplus_paise as paise, o.number, o.state, ${moneyOfSql}
    from bank_transfers t join orders o on o.id = t.order_id
    where t.order_id = ${orderId} and t.amount_paise > t.surplus_paise order by t.id`);
  const [order] = rows;
  if (!order) return;
  await tx.execute(sql`update bank_transfers set surplus_paise = amount_paise where order_id = ${orderId}`);
  const paise = rows.reduce((sum, transfer) => sum + Number(transfer.paise), 0);
  await giveBack(tx, { ...order, id: String(orderId) }, { key: `back_${order.id}`, paise, reason, at });
}

/** Writes money that came as a payment of its own, with a refund that staff pay by hand. */
async function giveBack(
  tx: Db,
  { id: orderId, number, state, isUnpaid }: Pick<OrderRow, "id" | "number" | "state" | "isUnpaid">,
  { key, paise, reason, at }: { key: string; paise: number; reason: RefundReason; at: Date },
) {
  const time = sql`${at.toISOString()}::timestamptz`;
  const paymentId = `bt_${number}_${key}`;
  await tx.execute(sql`
    insert into payments (id, provider, order_id, amount_paise, currency, status, method, evidence_sha256, created_at, updated_at)
    values (${paymentId}, ${bankTransfer}, ${orderId}, ${paise}, 'INR', 'captured', ${bankTransfer}, ${evidenceOf({ number, key, paise })},
      ${time}, ${time})`);
  if (isUnpaid)
    await moveOrder(tx, {
      orderId: Number(orderId),
      from: [state],
      payment: "refund_pending",
      cause: "bookseller",
      at,
    });
  await requestRefund(tx, { paymentId, reason, at });
}
