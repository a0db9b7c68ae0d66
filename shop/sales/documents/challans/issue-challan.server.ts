import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { documentNumber, financialYearOf } from "#shop/sales/documents/document-number.ts";
import { listDocuments } from "#shop/sales/documents/find-documents.server.ts";
import { readBilledOrders } from "#shop/sales/documents/issue-document.server.ts";
import type { Services } from "#shop/services.ts";
import { buildChallan, type ChallanContent } from "./challan.ts";

/** The letters that the numbers of challans begin with. */
const prefix = "DC";

export type IssuedChallan =
  | { ok: true; number: string; isNew: boolean }
  | { ok: false; reason: "no-such-order" | "no-such-parcel" | "not-sent" | "erased" };

interface ParcelRow {
  carrier: string;
  replaces: number | null;
  failure: string | null;
  isPart: boolean;
  copies: { position: number; quantity: number }[];
}

/**
 * Issues the delivery challan of a parcel, once. Its numbers have no gaps in a financial year. Locks the order's row.
 */
export function issueChallan(
  { db, settings, now }: Pick<Services, "db" | "settings" | "now">,
  orderNumber: string,
  place: number,
): Promise<IssuedChallan> {
  return inTransaction(db, async (tx): Promise<IssuedChallan> => {
    const { rows: found } = await tx.execute<{ id: string; isErased: boolean; isCollection: boolean }>(sql`
      select o.id, o.erased_at is not null as is_erased, o.delivery_method = 'collection' as is_collection
      from orders o where o.number = ${orderNumber} for update`);
    const [order] = found;
    if (!order) return { ok: false, reason: "no-such-order" };
    const orderId = Number(order.id);
    const { rows: issued } = await tx.execute<{ number: string }>(
      sql`select number from delivery_challans where order_id = ${orderId} and place = ${place}`,
    );
    if (issued[0]) return { ok: true, number: issued[0].number, isNew: false };
    if (order.isErased) return { ok: false, reason: "erased" };
    if (order.isCollection) return { ok: false, reason: "not-sent" };
    const parcel = await findParcel(tx, orderId, place);
    if (!parcel) return { ok: false, reason: "no-such-parcel" };
    if (parcel.failure !== null) return { ok: false, reason: "not-sent" };
    const at = now();
    const year = financialYearOf(at);
    // The next number is the one after the highest, so only one challan is issued at a time.
    await tx.execute(sql`lock table delivery_challans in share row exclusive mode`);
    const { rows } = await tx.execute<{ next: number }>(sql`
      select coalesce(max(sequence), 0) + 1 as next from delivery_challans where financial_year = ${year}`);
    const { next } = oneRow(rows);
    const number = documentNumber(prefix, year, next);
    const content = buildChallan({
      number,
      issuedOn: isoDay(at),
      seller: settings.seller,
      signature: settings.numbers.signature,
      order: oneRow(await readBilledOrders(tx, [orderId])).order,
      bill: (await listDocuments(tx, orderId)).find(({ kind }) => kind === "bill")?.content ?? null,
      parcel: { place, ...parcel },
    });
    await tx.execute(sql`
      insert into delivery_challans (order_id, place, number, financial_year, sequence, issued_at, content)
      values (${orderId}, ${place}, ${number}, ${year}, ${next}, ${at.toISOString()}::timestamptz, ${JSON.stringify(content)}::jsonb)`);
    return { ok: true, number, isNew: true };
  });
}

async function findParcel(tx: Db, orderId: number, place: number): Promise<ParcelRow | null> {
  const { rows } = await tx.execute<ParcelRow>(sql`
    select s.carrier, s.replaces, s.failure, s.is_part or (select count(*) from shipments a where a.order_id = s.order_id) > 1 as is_part,
      case when s.is_part then (
        select coalesce(json_agg(json_build_object('position', x.line_position, 'quantity', x.quantity) order by x.line_position), '[]')
        from shipment_lines x where x.order_id = s.order_id and x.place = s.place)
      else (
        select coalesce(json_agg(json_build_object('position', l.position, 'quantity', l.quantity - l.cancelled_quantity)
          order by l.position), '[]')
        from order_lines l where l.order_id = s.order_id and l.quantity > l.cancelled_quantity) end as copies
    from shipments s where s.order_id = ${orderId} and s.place = ${place}`);
  return rows[0] ?? null;
}

/** Finds the challan of a parcel; null if there is none. */
export async function findChallan(db: Db, orderNumber: string, place: number): Promise<ChallanContent | null> {
  const { rows } = await db.execute<{ content: ChallanContent }>(sql`
    select c.content from delivery_challans c join orders o on o.id = c.order_id
    where o.number = ${orderNumber} and c.place = ${place}`);
  return rows[0]?.content ?? null;
}
