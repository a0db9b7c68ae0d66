/** Makes copies available for a sale at the counter, or says what is in the way. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { addShelves, correctCopies, lockShelves, readShelves } from "#shop/catalogue/stock/correct-copies.server.ts";
import type { Shelf } from "#shop/catalogue/stock/shelf.ts";
import { closeUnpaidOrder } from "#shop/sales/orders/close-unpaid-order.server.ts";
import { toPackStates } from "#shop/sales/orders/order-state.ts";
import type { ShortAs, ShortBook } from "./counter-sale.ts";
import type { LineToSell } from "./price-sale.ts";

interface CopiesToTake {
  lines: LineToSell[];
  /** How to sell books with too few free copies; `all`: in both ways, because the books have left the shop. */
  short: Record<string, ShortAs> | "all";
  staffId: number;
  at: Date;
}

/**
 * Locks the stock of the books and makes their copies free, as far as `short` allows: orders of readers who have not
 * paid yet expire, or the stock is corrected. Returns the books that still have too few free copies,
 * and those whose stock was corrected. Orders are locked before stock, as at the checkout.
 */
export async function takeCopies(
  tx: Db,
  { lines, short, staffId, at }: CopiesToTake,
): Promise<{ short: ShortBook[]; corrected: string[] }> {
  const ids = lines.map(({ bookId }) => bookId);
  const mayBe = (bookId: string, how: ShortAs) => short === "all" || short[bookId] === how;
  await addShelves(tx, ids);
  const before = missingOf(lines, await readShelves(tx, ids));
  const waiting = await lockWaiting(
    tx,
    before.filter(({ bookId }) => mayBe(bookId, "held")).map(({ bookId }) => bookId),
  );
  const shelves = await lockShelves(tx, ids);
  const free = freeOf(shelves);
  const closing = waiting.filter(({ copies }) => {
    const helps = lines.some(
      ({ bookId, copies: wanted }) => mayBe(bookId, "held") && bookId in copies && wanted > (free.get(bookId) ?? 0),
    );
    if (helps)
      for (const [bookId, quantity] of Object.entries(copies)) free.set(bookId, (free.get(bookId) ?? 0) + quantity);
    return helps;
  });
  const missing = lines.flatMap(({ bookId, copies }) => {
    const delta = copies - (free.get(bookId) ?? 0);
    return delta > 0 ? [{ bookId, delta }] : [];
  });
  const left = missing.filter(({ bookId }) => !mayBe(bookId, "uncounted"));
  // Nothing was changed yet, so that a sale that is not made leaves the orders of readers as they are.
  if (left.length > 0) return { short: await describeShort(tx, lines, left, shelves), corrected: [] };
  for (const { orderId } of closing) {
    const move = { orderId, cause: "bookseller", note: "its copies were sold at the counter", at } as const;
    await closeUnpaidOrder(tx, "expired", move);
  }
  await correctCopies(tx, missing, { importId: null, now: at, staffId, reason: "In hand at the counter" });
  return { short: [], corrected: missing.map(({ bookId }) => bookId) };
}

const freeOf = (shelves: Shelf[]) =>
  new Map(shelves.map(({ bookId, onHand, reserved }) => [bookId, onHand - reserved]));

function missingOf(lines: LineToSell[], shelves: Shelf[]): LineToSell[] {
  const free = freeOf(shelves);
  return lines.filter(({ bookId, copies }) => copies > (free.get(bookId) ?? 0));
}

/** Locks the orders of readers who have not paid yet and hold these books; the newest first. Not those of other tills. */
async function lockWaiting(tx: Db, bookIds: string[]): Promise<{ orderId: number; copies: Record<string, number> }[]> {
  if (bookIds.length === 0) return [];
  await tx.execute(sql`
    select o.id from orders o where o.state = 'pending_payment' and o.payment_method <> 'counter' and exists (select from reservations r
      where r.order_id = o.id and r.state = 'held' and r.book_id = any(${bookIds}::text[])) order by o.id for update`);
  // A separate statement, so that it sees what was committed while the first one waited for the locks.
  const { rows } = await tx.execute<{ id: string; copies: Record<string, number> }>(sql`
    select o.id, coalesce((select json_object_agg(r.book_id, r.quantity) from reservations r
        where r.order_id = o.id and r.state = 'held'), '{}') as copies
    from orders o where o.state = 'pending_payment' and o.payment_method <> 'counter' and exists (select from reservations r
      where r.order_id = o.id and r.state = 'held' and r.book_id = any(${bookIds}::text[])) order by o.id desc`);
  return rows.map(({ id, copies }) => ({ orderId: Number(id), copies }));
}

async function describeShort(
  tx: Db,
  lines: LineToSell[],
  missing: { bookId: string }[],
  shelves: Shelf[],
): Promise<ShortBook[]> {
  const ids = missing.map(({ bookId }) => bookId);
  const { rows } = await tx.execute<Omit<ShortBook, "wanted" | "free">>(sql`
    select b.id as book_id, w.title,
      coalesce((select sum(r.quantity) from reservations r join orders o on o.id = r.order_id
        where r.book_id = b.id and r.state = 'held' and o.state = 'pending_payment' and o.payment_method <> 'counter'), 0)::int as held,
      (select max(r.expires_at)::text from reservations r join orders o on o.id = r.order_id
        where r.book_id = b.id and r.state = 'held' and o.state = 'pending_payment' and o.payment_method <> 'counter') as held_until,
      array(select o.number from order_lines l join orders o on o.id = l.order_id
        where l.book_id = b.id and o.fulfilment_state in ('held', 'to_pack')
          and (o.state <> 'pending_payment' or o.payment_method = 'counter')
        order by o.id limit 5) as orders
    from books b join works w on w.id = b.work_id where b.id = any(${ids}::text[])`);
  const free = freeOf(shelves);
  const wanted = new Map(lines.map(({ bookId, copies }) => [bookId, copies]));
  return rows.map((row) => ({
    ...row,
    wanted: wanted.get(row.bookId) ?? 0,
    free: Math.max(0, free.get(row.bookId) ?? 0),
  }));
}

/** The orders that are paid and not packed, and have these books: a copy of theirs may have been sold at the counter. */
export async function listOrdersToPack(tx: Db, bookIds: string[]): Promise<{ orderId: string; title: string }[]> {
  if (bookIds.length === 0) return [];
  const { rows } = await tx.execute<{ orderId: string; title: string }>(sql`
    select distinct on (l.book_id) l.order_id, l.title from order_lines l join orders o on o.id = l.order_id
    where l.book_id = any(${bookIds}::text[]) and o.state = any(${toPackStates}::text[]) order by l.book_id, o.id desc`);
  return rows;
}
