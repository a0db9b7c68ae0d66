import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { readCopiesLeft } from "#shop/sales/orders/parcels/copies-left.server.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import { formatCopiesLeft } from "#shop/sales/orders/parcels/parcel-copies.ts";
import { chooseContents } from "./parcel-bookings.server.ts";

/** A parcel that could be booked: the packed copies of an order, or all that wait. */
export interface ParcelToQuote {
  pin: string;
  city: string;
  /** The copies of the order that wait, in the form of `formatCopiesLeft`. */
  left: string;
  valuePaise: number;
  collectPaise: number;
  /** Grams are null for a book whose weight is unknown. */
  books: { title: string; copies: number; grams: number | null }[];
}

/** The parcel of an order that waits to be sent, for carriers to quote a price; null if none waits. */
export async function findParcelToQuote(db: Db, number: string): Promise<ParcelToQuote | null> {
  const { rows } = await db.execute<{ id: string; pin: string; city: string; collectPaise: number }>(sql`
    select o.id, o.pin, o.city, ${collectSql} as collect_paise from orders o
    where o.number = ${number} and o.fulfilment_state = 'to_pack' and o.delivery_method = 'parcel'
      and o.erased_at is null`);
  const [order] = rows;
  if (!order) return null;
  const orderId = Number(order.id);
  const waiting = await readCopiesLeft(db, orderId);
  const { collectPaise } = order;
  const contents = await chooseContents(db, orderId, waiting, collectPaise);
  const { rows: books } = await db.execute<{ title: string; copies: number; grams: number | null; paise: number }>(sql`
    select l.title, coalesce(c.quantity, 0) as copies, b.weight_grams as grams,
      round(l.total_paise::numeric * coalesce(c.quantity, 0) / l.quantity)::int as paise
    from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb) c ("bookId" text, quantity int)
      join order_lines l on l.order_id = ${orderId} and l.book_id = c."bookId" join books b on b.id = l.book_id
    order by l.position`);
  return {
    pin: order.pin,
    city: order.city,
    left: formatCopiesLeft(waiting),
    valuePaise: books.reduce((sum, { paise }) => sum + paise, 0),
    collectPaise,
    books: books.map(({ paise: _, ...book }) => book),
  };
}
