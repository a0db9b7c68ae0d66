import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { maxLinesPerCart, maxQuantityPerLine } from "./cart.ts";
import { hashSecret } from "#shop/kernel/security/secret.server.ts";

/**
 * Merges a guest's cart into the reader's, in the transaction of the sign-in. Quantities are added, up to 20 per line
 * and up to the available copies. But no line gets smaller than it was in either cart: the page shows where copies are
 * missing. The guest's orders move with the cart, so that an open one can still be paid; the guest's token becomes
 * invalid.
 */
export async function mergeCart(tx: Db, guestToken: string, readerId: number, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows: guests } = await tx.execute<{ id: string; version: number; promotionCode: string | null }>(sql`
    select id, version, promotion_code from carts where token_hash = ${hashSecret(guestToken)} for update`);
  const guest = guests[0];
  if (!guest) return;
  // A version that neither cart has had, so that an order of one cart is never taken for an order of the other.
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into carts as c (reader_id, promotion_code, version)
    values (${readerId}, ${guest.promotionCode}, ${guest.version + 1})
    on conflict (reader_id) do update set version = greatest(c.version, ${guest.version}::int) + 1, updated_at = now(),
      promotion_code = coalesce(c.promotion_code, excluded.promotion_code)
    returning id`);
  const cartId = oneRow(rows).id;
  await tx.execute(
    sql`update orders set cart_id = ${cartId}, reader_id = ${readerId}, updated_at = ${at} where cart_id = ${guest.id}`,
  );
  await tx.execute(sql`
    with room as (select ${maxLinesPerCart} - count(*) as lines from cart_lines where cart_id = ${cartId}),
    brought as (
      select g.book_id, g.quantity, g.created_at, own.quantity as own,
        row_number() over (partition by own.book_id is null order by g.created_at, g.book_id) as place,
        coalesce((select s.on_hand - s.reserved from stock s where s.book_id = g.book_id), 0) + coalesce((
          select sum(r.quantity) from reservations r join orders o on o.id = r.order_id
          where r.book_id = g.book_id and r.state = 'held' and o.cart_id = ${cartId} and o.state = 'pending_payment'), 0) as available
      from cart_lines g left join cart_lines own on own.cart_id = ${cartId} and own.book_id = g.book_id
      where g.cart_id = ${guest.id})
    insert into cart_lines (cart_id, book_id, quantity, created_at)
    select ${cartId}, b.book_id,
      greatest(b.quantity, b.own, least(${maxQuantityPerLine}, b.quantity + coalesce(b.own, 0), b.available)),
      b.created_at
    from brought b, room where b.own is not null or b.place <= room.lines
    on conflict (cart_id, book_id) do update set quantity = excluded.quantity`);
  await tx.execute(sql`delete from carts where id = ${guest.id}`);
}
