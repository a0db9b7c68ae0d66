import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";

/** What may wait for payment at once, so that nobody empties the shelves without buying. */
interface WaitingLimit {
  orders: number;
  /** Of one title, in all of them together. */
  copies: number;
}

/** For one e-mail address: a reader with several devices, at most. */
const readerLimit: WaitingLimit = { orders: 10, copies: 60 };
/** For one network address: a family, a college, or a telephone company with many readers behind it. */
const networkLimit: WaitingLimit = { orders: 40, copies: 200 };

interface Wish {
  /** Its own waiting order gives way to the new one and does not count. */
  cartId: string;
  email: string;
  /** Where it is asked from; null for the shop's own machine. */
  network: string | null;
  lines: { book_id: string; title: string; quantity: number }[];
}

export type EnoughWaits = { reason: "enough-orders" } | { reason: "enough-copies"; titles: string[] };

/**
 * Why one more order may not hold copies; null when it may. Orders placed in the very same moment do not see each other,
 * so a burst may pass the limits by its own size.
 */
export async function findEnoughWaits(db: Db, { cartId, email, network, lines }: Wish): Promise<EnoughWaits | null> {
  const bookIds = sql.param(lines.map((line) => line.book_id));
  const { rows } = await db.execute<{
    reader: number;
    network: number;
    book_id: string | null;
    by_network: number;
    by_reader: number;
  }>(sql`
    with waiting as (
      select id, lower(email) = lower(${email}) as is_reader, coalesce(network = ${network}, false) as is_network
      from orders where state = 'pending_payment' and cart_id is distinct from ${cartId}
        and (lower(email) = lower(${email}) or network = ${network})),
    held as (
      select l.book_id, coalesce(sum(l.quantity) filter (where is_reader), 0)::int as by_reader,
        coalesce(sum(l.quantity) filter (where is_network), 0)::int as by_network
      from waiting join order_lines l on l.order_id = waiting.id
      where l.book_id = any(${bookIds}::text[]) group by l.book_id)
    select sums.*, held.*
    from (select count(*) filter (where is_reader)::int as reader, count(*) filter (where is_network)::int as network
      from waiting) sums left join held on true`);
  const { reader, network: near } = rows[0]!;
  if (reader >= readerLimit.orders || near >= networkLimit.orders) return { reason: "enough-orders" };
  const held = new Map(rows.map((row) => [row.book_id, row]));
  const over = lines.filter(({ book_id, quantity }) => {
    const { by_reader = 0, by_network = 0 } = held.get(book_id) ?? {};
    return by_reader + quantity > readerLimit.copies || by_network + quantity > networkLimit.copies;
  });
  return over.length > 0 ? { reason: "enough-copies", titles: over.map((line) => line.title) } : null;
}
