/** Parcels on delivery that a phone number refused, counted for the limit also after their orders were erased. */
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { sign } from "#shop/kernel/security/signature.server.ts";
import { readLinkKey } from "#shop/sales/orders/order-link.server.ts";

/** SQL: whether the order `o` was to be paid on delivery, and its parcel came back. */
export const isRefused = sql`(o.payment_method = 'on_delivery' and o.fulfilment_state = 'returned'
  and exists (select from shipments s where s.order_id = o.id and s.failure = 'came-back'))`;

/** The keyed hash of a phone number, from its last ten digits. */
export function hashPhone(linkKey: string, phone: string): string {
  return sign(linkKey, `parcels refused by ${phone.slice(-10)}`);
}

/** Years after which a count that was kept is deleted, unless more was added to it. */
export const refusalYears = 3;

/** Keeps a count for each phone number of the refused orders among the chosen ones, before their data is erased. */
export async function keepRefusals(tx: Db, chosen: SQL, at: Date): Promise<void> {
  const { rows } = await tx.execute<{ phone: string; parcels: number }>(sql`
    select right(o.phone, 10) as phone, count(*)::int as parcels from orders o
    where (${chosen}) and o.phone <> '' and ${isRefused} group by 1 order by 1`);
  if (rows.length === 0) return;
  const linkKey = await readLinkKey(tx);
  for (const { phone, parcels } of rows)
    await tx.execute(sql`
      insert into refused_phones as kept (phone_hash, parcels, kept_at)
      values (${hashPhone(linkKey, phone)}, ${parcels}, ${at.toISOString()}::timestamptz)
      on conflict (phone_hash) do update set parcels = kept.parcels + excluded.parcels, kept_at = excluded.kept_at`);
}

/** Deletes the counts that were kept for `refusalYears`. */
export async function deleteOldRefusals(tx: Db, at: Date): Promise<void> {
  await tx.execute(sql`
    delete from refused_phones where kept_at < ${at.toISOString()}::timestamptz - make_interval(years => ${refusalYears})`);
}
