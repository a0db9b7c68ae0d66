/** How long an order is kept at the shop, and the reminder before that ends. */
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { findTravelling } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { tellReady } from "#shop/sales/orders/parcels/ship-order.server.ts";
import type { DbAndClock } from "#shop/services.ts";

/** Reminders per run; the rest follow in the next run. */
const maxBatch = 200;

export type KeptLonger =
  | { ok: true; was: string }
  | { ok: false; reason: "no-such-order" | "not-ready" }
  | { ok: false; reason: "not-later"; was: string };

/** Keeps an order that is ready at the shop until a later day, and writes to its reader. Locks the order's row. */
export function keepLonger({ db, now }: DbAndClock, number: string, keptUntil: string): Promise<KeptLonger> {
  return inTransaction(db, async (tx): Promise<KeptLonger> => {
    const found = await findTravelling(tx, number, undefined);
    if (!found.ok) return { ok: false, reason: found.reason === "no-such-order" ? found.reason : "not-ready" };
    if (!found.isCollection) return { ok: false, reason: "not-ready" };
    const { orderId, parcel } = found;
    const { rows } = await tx.execute<{ was: string; email: string }>(sql`
      select s.kept_until::text as was, o.email from shipments s join orders o on o.id = s.order_id
      where s.order_id = ${orderId} and s.place = ${parcel.place} and s.kept_until is not null`);
    const [before] = rows;
    if (!before) return { ok: false, reason: "not-ready" };
    if (keptUntil <= before.was) return { ok: false, reason: "not-later", was: before.was };
    await tx.execute(sql`
      with kept as (update shipments set kept_until = ${keptUntil}::date, reminded_at = null
        where order_id = ${orderId} and place = ${parcel.place})
      update orders set updated_at = ${now().toISOString()}::timestamptz where id = ${orderId}`);
    await tellReady(tx, { orderId, to: before.email, keptUntil });
    return { ok: true, was: before.was };
  });
}

/**
 * Reminds readers, on the day before, of the last day on which their order is kept, unless they were told within the last
 * 20 hours; once for each such day. Returns the number of letters.
 */
export async function remindToCollect({ db, now }: DbAndClock): Promise<number> {
  const at = now();
  const time = sql`${at.toISOString()}::timestamptz`;
  const tomorrow = isoDay(new Date(at.getTime() + 86_400_000));
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; email: string; keptUntil: string }>(sql`
      with due as (
        select s.id from orders o join shipments s on s.order_id = o.id
        where o.fulfilment_state = 'shipped' and o.delivery_method = 'collection' and o.state = 'shipped'
          and s.failed_at is null and s.reminded_at is null and s.kept_until <= ${tomorrow}::date
          and not exists (select from outbox b where b.kind = 'order-ready' and b.order_id = o.id
            and b.created_at > ${time} - interval '20 hours')
        order by s.id limit ${maxBatch} for update of s skip locked)
      update shipments s set reminded_at = ${time} from due, orders o
      where s.id = due.id and o.id = s.order_id
      returning o.id, o.email, coalesce(s.kept_until::text, '') as kept_until`);
    for (const { id, email, keptUntil } of rows)
      await enqueueLetter(tx, {
        kind: "order-ready",
        orderId: Number(id),
        to: email,
        subjectKey: `reminder ${keptUntil}`,
        facts: { isReminder: true },
      });
    return rows.length;
  });
}
