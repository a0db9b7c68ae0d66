import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";
import { isCartOf, type CartOwner } from "./cart-owner.server.ts";
import type { RemovedLine } from "./cart.ts";
import { changeLines, lockCart } from "./change-lines.server.ts";

/** Minutes in which the cart offers to restore the lines that were removed last. */
const undoMinutes = 10;

interface TakenLine {
  bookId: string;
  title: string;
  quantity: number;
  createdAt: string;
  place: number;
}

/** The lines that the last change removed from a cart; null if it removed none, or more than `undoMinutes` ago. */
export async function findRemovedLines({ db }: DbAndClock, owner: CartOwner): Promise<RemovedLine | null> {
  const lines = await readTakenOut(db, owner);
  return lines[0] ? { titles: lines.map(({ title }) => title), place: lines[0].place } : null;
}

/** The titles that were restored, and those that have sold out since; `count` is the number of copies in the cart. */
export interface RestoredLines {
  titles: string[];
  missing: string[];
  count: number;
}

/** Restores the lines that the last change removed, each at its position, as far as copies are available. */
export function restoreRemovedLines({ db, now }: DbAndClock, owner: CartOwner): Promise<RestoredLines> {
  return inTransaction(db, async (tx) => {
    const cartId = await lockCart(tx, owner);
    const lines = await readTakenOut(tx, owner);
    const wanted = lines.map(({ bookId, quantity }) => ({ bookId, next: (own: number) => Math.max(own, quantity) }));
    const changes = await changeLines(tx, owner, wanted, now());
    const back = lines.filter((_, place) => changes[place]?.ok);
    const places = JSON.stringify(back.map(({ bookId, createdAt }) => ({ bookId, createdAt })));
    const { rows } = await tx.execute<{ count: number }>(sql`
      with placed as (
        update cart_lines l set created_at = t."createdAt"
        from jsonb_to_recordset(${places}::jsonb) as t ("bookId" text, "createdAt" timestamptz)
        where l.cart_id = ${cartId} and l.book_id = t."bookId"),
      forgotten as (update carts set taken_out = null where id = ${cartId})
      select coalesce(sum(quantity), 0)::int as count from cart_lines where cart_id = ${cartId}`);
    return {
      titles: back.map(({ title }) => title),
      missing: lines.filter((line) => !back.includes(line)).map(({ title }) => title),
      count: oneRow(rows).count,
    };
  });
}

async function readTakenOut(db: Db, owner: CartOwner): Promise<TakenLine[]> {
  const { rows } = await db.execute<TakenLine>(sql`
    select b.id as book_id, w.title, coalesce(t.quantity, 1) as quantity, coalesce(t."createdAt", c.updated_at)::text as created_at,
      (select count(*)::int from cart_lines l
        where l.cart_id = c.id and (l.created_at, l.book_id) < (t."createdAt", t."bookId")) as place
    from carts c cross join jsonb_to_recordset(c.taken_out->'lines')
      as t ("bookId" text, quantity int, "createdAt" timestamptz)
    join books b on b.id = t."bookId" join works w on w.id = b.work_id
    where ${isCartOf(owner)} and c.updated_at > now() - make_interval(mins => ${undoMinutes})
    order by t."createdAt", b.id`);
  return rows;
}
