import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { arrivalJson, isCollectionSql } from "./find-order.server.ts";
import {
  orderFilters,
  ordersPerPage,
  statesUnder,
  type ListedOrder,
  type OrderFilter,
  type OrderList,
} from "./order-list.ts";
import { confirmedStates, type OrderState } from "./order-state.ts";

const maxCovers = 4;
/** The newest orders that `listBoughtBooks` reads. */
const ordersOfBooks = 12;

/** The books that a reader has paid for, newest first, at most `limit`, each once. */
export async function listBoughtBooks(db: Db, readerId: number, limit: number): Promise<ListedOrder["books"]> {
  const { rows } = await db.execute<ListedOrder["books"][number]>(sql`
    select l.book_id, l.title, ${coverKeySql} as cover_key
    from (select id from orders where reader_id = ${readerId} and state = any(${confirmedStates}::text[])
        order by id desc limit ${ordersOfBooks}) o
      join order_lines l on l.order_id = o.id join books b on b.id = l.book_id
    order by o.id desc, l.position`);
  const once = new Map(rows.map((book) => [book.bookId, book]));
  return [...once.values()].slice(0, limit);
}

/**
 * One page of a reader's orders, newest first; a page beyond the last shows the last. An unpaid order that a newer one
 * replaced is not listed.
 */
export async function listReaderOrders(
  db: Db,
  readerId: number,
  { filter, page }: { filter: OrderFilter; page: number },
): Promise<OrderList> {
  const { rows: found } = await db.execute<{ state: OrderState; count: number }>(sql`
    select state, count(*)::int as count from orders where reader_id = ${readerId} group by state`);
  const countUnder = (filter: OrderFilter) => {
    const states = statesUnder(filter);
    return found.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0);
  };
  const counts: OrderList["counts"] = { all: 0, "on-the-way": 0, delivered: 0, ended: 0, unpaid: 0 };
  for (const name of typedKeys(orderFilters)) counts[name] = countUnder(name);
  const pages = Math.max(1, Math.ceil(counts[filter] / ordersPerPage));
  const shown = Math.min(page, pages);
  const { rows } = await db.execute<{ order: ListedOrder }>(sql`
    select json_build_object('number', o.number, 'state', o.state,
      'isCollection', ${isCollectionSql}, 'isSentInPart', exists (select from shipments s where s.order_id = o.id), 'placedAt', o.created_at, 'totalPaise', o.total_paise,
      'arrival', ${arrivalJson},
      'copies', l.copies, 'bookCount', l.books, 'books', l.first) as order
    from orders o cross join lateral (
      select coalesce(sum(l.quantity), 0)::int as copies, count(*)::int as books,
        coalesce(json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'coverKey', ${coverKeySql})
          order by l.position) filter (where l.position < ${maxCovers}), '[]') as first
      from order_lines l join books b on b.id = l.book_id where l.order_id = o.id) l
    where o.reader_id = ${readerId} and o.state = any(${statesUnder(filter)}::text[])
    order by o.id desc limit ${ordersPerPage} offset ${(shown - 1) * ordersPerPage}`);
  return { orders: rows.map((row) => row.order), counts, page: shown, pages };
}
