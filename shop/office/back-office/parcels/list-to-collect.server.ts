import type { Db } from "#db/connect.ts";
import { escapeLike, sql } from "#db/sql.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";

/** The maximum number of orders on the page. */
export const maxToCollect = 50;
/** The orders that are searched: those that wait longest. */
const maxWatched = 2_000;

/** An order that is ready at the shop. */
export interface OrderToCollect {
  number: string;
  name: string;
  phone: string;
  /** The title of its first book, and the number of all copies. */
  title: string;
  copies: number;
  /** What the reader pays when it is collected; 0 if it is paid. */
  collectPaise: number;
  /** The last ISO day on which it is kept. */
  keptUntil: string;
}

/** SQL: the orders that are ready at the shop, with the last day on which each is kept as `kept_until`. */
export const waitingAtShop = sql`
  select o.id, s.kept_until from orders o
    join shipments s on s.order_id = o.id and s.failed_at is null and s.kept_until is not null
  where o.fulfilment_state = 'shipped' and o.delivery_method = 'collection' and o.state = 'shipped'
  order by o.id limit ${maxWatched}`;

/**
 * The orders that are ready at the shop, those that are kept the shortest first; with `text` only those whose number,
 * name or phone number has it.
 */
export async function listToCollect(db: Db, text: string): Promise<OrderToCollect[]> {
  const part = `%${escapeLike(text.trim().replaceAll(/\s+/g, " "))}%`;
  const digits = text.replaceAll(/\D/g, "");
  const { rows } = await db.execute<OrderToCollect>(sql`
    with waiting as materialized (${waitingAtShop})
    select o.number, o.name, o.phone, w.kept_until::text as kept_until, ${collectSql} as collect_paise,
      coalesce((select l.title from order_lines l where l.order_id = o.id and l.quantity > l.cancelled_quantity
        order by l.position limit 1), '') as title,
      (select coalesce(sum(l.quantity - l.cancelled_quantity), 0)::int from order_lines l where l.order_id = o.id) as copies
    from waiting w join orders o on o.id = w.id
    where ${text.trim() === ""} or o.number ilike ${part} or o.name ilike ${part}
      or ${digits.length >= 4} and o.phone like ${`%${digits}%`}
    order by w.kept_until, o.id limit ${maxToCollect}`);
  return rows;
}
