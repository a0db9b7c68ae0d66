import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { ApiOrder } from "./schemas.ts";

/**
 * A changed order appears in the list only after this many seconds. The time of a change is set before its transaction
 * commits. Without this delay, a client's cursor could already be past that time, and the change would be missed.
 */
export const orderDelaySeconds = 30;
/**
 * Cursors of the previous release contain an app server's time, which may be ahead of the database's time by up to this
 * many hours.
 */
const oldCursorHours = 1;
/**
 * SQL: the time of the last change, by the database's clock. Orders that have not changed since the column `changed_at`
 * was added have only `updated_at`, by an app server's clock.
 */
const changedAt = sql`coalesce(o.changed_at, o.updated_at)`;

/**
 * A position in the list of changed orders: microseconds since 1970 and the order's id, both as digits. The id begins
 * with 0 to mark cursors of this release. The previous release accepts the leading 0, but does not write it.
 */
export interface OrderPosition {
  changedAt: string;
  id: string;
}

/**
 * Lists confirmed orders that changed after a position, oldest change first. For a cursor of the previous release, orders
 * that changed up to `oldCursorHours` before its position are listed too. `last` is the position of the last one
 * returned.
 */
export async function listChangedOrders(
  db: Db,
  { after, limit }: { after: OrderPosition; limit: number },
): Promise<{ orders: ApiOrder[]; last: OrderPosition | null; isCut: boolean }> {
  const hoursBack = after.id.startsWith("0") ? 0 : oldCursorHours;
  const { rows } = await db.execute<{ id: string; changedAt: string; order: ApiOrder }>(sql`
    select o.id, (extract(epoch from ${changedAt}) * 1000000)::bigint::text as changed_at,
      json_build_object('number', o.number, 'state', o.state, 'placedAt', o.created_at, 'paidAt', o.paid_at,
        'changedAt', ${changedAt},
        'lines', (select coalesce(json_agg(json_build_object('bookId', l.book_id, 'isbn13', b.isbn13, 'title', l.title,
            'author', l.author, 'format', l.format, 'copies', l.quantity, 'cancelled', l.cancelled_quantity,
            'unitPricePaise', l.unit_price_paise, 'discountPaise', l.discount_paise, 'totalPaise', l.total_paise)
            order by l.position), '[]')
          from order_lines l join books b on b.id = l.book_id where l.order_id = o.id),
        'isCollection', o.delivery_method = 'collection', 'currency', 'INR', 'subtotalPaise', o.subtotal_paise, 'discountPaise', o.discount_paise,
        'shippingPaise', o.shipping_paise, 'totalPaise', o.total_paise,
        'delivery', case when o.erased_at is null and o.payment_method <> 'counter' then json_build_object('name', o.name, 'phone', o.phone,
          'addressLine1', o.address_line1, 'addressLine2', o.address_line2, 'city', o.city, 'stateCode', o.state_code,
          'pin', o.pin) end) as order
    from orders o
    where o.confirmed_at is not null and ${changedAt} < now() - make_interval(secs => ${orderDelaySeconds})
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
