import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { ApiOrder } from "./schemas.ts";

/**
 * Seconds until a change of an order is told: it is dated while its transaction goes on, and one that ends later must not be
 * passed over.
 */
export const orderDelaySeconds = 30;
/** A place of the version before is a time by the clock of any shop: it may be too late by so many hours. */
const oldPlaceHours = 1;
/** By the database's clock; of an order that has not changed since there is such a time, by the clock of a shop. */
const changedAt = sql`coalesce(o.changed_at, o.updated_at)`;

/**
 * Where somebody has read up to: microseconds since 1970, and the order's id, both as digits. The id has a 0 before it, which the
 * version before reads too: its own places have none.
 */
export interface OrderPlace {
  changedAt: string;
  id: string;
}

/** Orders that were paid, by the time of their last change, after a place; `last` is the place of the last of them. */
export async function listChangedOrders(
  db: Db,
  { after, limit }: { after: OrderPlace; limit: number },
): Promise<{ orders: ApiOrder[]; last: OrderPlace | null; isCut: boolean }> {
  const hoursBack = after.id.startsWith("0") ? 0 : oldPlaceHours;
  const { rows } = await db.execute<{ id: string; changedAt: string; order: ApiOrder }>(sql`
    select o.id, (extract(epoch from ${changedAt}) * 1000000)::bigint::text as changed_at,
      json_build_object('number', o.number, 'state', o.state, 'placedAt', o.created_at, 'paidAt', o.paid_at,
        'changedAt', ${changedAt},
        'lines', (select coalesce(json_agg(json_build_object('bookId', l.book_id, 'isbn13', b.isbn13, 'title', l.title,
            'author', l.author, 'format', l.format, 'copies', l.quantity, 'cancelled', l.cancelled_quantity,
            'unitPricePaise', l.unit_price_paise, 'discountPaise', l.discount_paise, 'totalPaise', l.total_paise)
            order by l.position), '[]')
          from order_lines l join books b on b.id = l.book_id where l.order_id = o.id),
        'currency', 'INR', 'subtotalPaise', o.subtotal_paise, 'discountPaise', o.discount_paise,
        'shippingPaise', o.shipping_paise, 'totalPaise', o.total_paise,
        'delivery', case when o.erased_at is null then json_build_object('name', o.name, 'phone', o.phone,
          'addressLine1', o.address_line1, 'addressLine2', o.address_line2, 'city', o.city, 'stateCode', o.state_code,
          'pin', o.pin) end) as order
    from orders o
    where o.paid_at is not null and ${changedAt} < now() - make_interval(secs => ${orderDelaySeconds})
      and (${changedAt}, o.id) > (timestamptz 'epoch' + ${after.changedAt}::bigint * interval '1 microsecond'
        - make_interval(hours => ${hoursBack}), ${after.id}::bigint)
    order by ${changedAt}, o.id limit ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    orders: shown.map((row) => row.order),
    last: last ? { changedAt: last.changedAt, id: `0${last.id}` } : null,
    isCut: rows.length > limit,
  };
}
