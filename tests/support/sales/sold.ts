import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** Inserts a sale of `copies` copies at an age such as `1 day`, with a made-up order. */
export async function sell(db: Db, bookId: string, copies: number, ago: string) {
  await db.execute(sql`
    with made as (
      insert into orders (number, cart_version, state, email, name, phone, address_line1, city, state_code, pin,
        subtotal_paise, shipping_paise, total_paise, reserved_until)
      select 'EP-' || lpad((count(*) + 1)::text, 10, '0'), 1, 'expired', 'a@example.com', 'A', '+919876543210', 'x', 'y',
        'KA', '560025', 100, 0, 100, now() from orders
      returning id)
    insert into stock_moves (book_id, delta, cause, order_id, created_at)
    select ${bookId}, ${-copies}, 'sale', id, now() - ${ago}::interval from made`);
}
