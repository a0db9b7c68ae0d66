/** The wishes of readers: lists, adds and removes them, and merges a guest's wishes at sign-in. */

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";
import { listCards } from "#shop/catalogue/books/cards.server.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { firstListName, maxWishes, type Wish } from "./wishlist.ts";

/** The book's title, or why the wish was not added. */
export type WishChange = { ok: true; title: string } | { ok: false; reason: "no-such-book" | "full" };

/** The books on all lists of a reader, newest first. */
export async function listWishedIds(db: Db, readerId: number): Promise<string[]> {
  const { rows } = await db.execute<{ bookId: string }>(
    sql`select book_id from wishes where reader_id = ${readerId} order by created_at desc, book_id`,
  );
  return rows.map((row) => row.bookId);
}

/**
 * Adds a book to the reader's oldest list, which is created if there is none; a book that is on any list stays there.
 */
export function addWish({ db, now }: DbAndClock, readerId: number, bookId: string): Promise<WishChange> {
  return inTransaction(db, async (tx): Promise<WishChange> => {
    const listId = await lockFirstList(tx, readerId);
    const { rows } = await tx.execute<{ title: string; isThere: boolean; count: number }>(sql`
      select w.title, exists (select from wishes x where x.reader_id = ${readerId} and x.book_id = b.id) as is_there,
        (select count(*)::int from wishes x where x.reader_id = ${readerId}) as count
      from books b join works w on w.id = b.work_id where b.id = ${bookId}`);
    const book = rows[0];
    if (!book) return { ok: false, reason: "no-such-book" };
    if (!book.isThere && book.count >= maxWishes) return { ok: false, reason: "full" };
    await insertWishes(tx, { readerId, listId, bookIds: [bookId], room: 1, at: now() });
    return { ok: true, title: book.title };
  });
}

/** Removes a book from its list and returns its title; null if it was on none. */
export async function removeWish(db: Db, readerId: number, bookId: string): Promise<string | null> {
  const { rows } = await db.execute<{ title: string }>(sql`
    delete from wishes x using books b join works w on w.id = b.work_id
    where x.reader_id = ${readerId} and x.book_id = ${bookId} and b.id = x.book_id returning w.title`);
  return rows[0]?.title ?? null;
}

/** Adds the wishes of a guest's device at sign-in, up to the maximum number of wishes. Idempotent. */
export async function mergeWishes({ db, now }: DbAndClock, readerId: number, bookIds: string[]): Promise<void> {
  if (bookIds.length === 0) return;
  await inTransaction(db, async (tx) => {
    const listId = await lockFirstList(tx, readerId);
    const room = maxWishes - (await listWishedIds(tx, readerId)).length;
    await insertWishes(tx, { readerId, listId, bookIds, room, at: now() });
  });
}

/** The books of a list, newest first; empty for the list of another reader. */
export async function listWishes(db: Db, readerId: number, listId: number): Promise<Wish[]> {
  const { rows } = await db.execute<{ bookId: string; note: string; pricePaise: number }>(sql`
    select book_id, note, price_paise from wishes
    where reader_id = ${readerId} and wishlist_id = ${listId} order by created_at desc, book_id`);
  const cards = await listCards(db, {
    join: sql`join wishes x on x.book_id = b.id`,
    where: sql`x.reader_id = ${readerId} and x.wishlist_id = ${listId}`,
    orderBy: sql`b.id`,
  });
  const byId = new Map(cards.map((card) => [card.id, card]));
  return rows.flatMap(({ bookId, note, pricePaise }) => {
    const book = byId.get(bookId);
    return book ? [{ book, note, pricePaise }] : [];
  });
}

/**
 * Returns the reader's oldest list, creating it if needed. Locks the reader's row, so that changes of a reader's lists
 * are serialised.
 */
async function lockFirstList(tx: Db, readerId: number): Promise<number> {
  await tx.execute(sql`select id from readers where id = ${readerId} for no key update`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    with first as (select id from wishlists where reader_id = ${readerId} order by id limit 1), made as (
      insert into wishlists (reader_id, name, leave_token)
      select ${readerId}, ${firstListName}, ${newSecret()} where not exists (select from first) returning id)
    select id from first union all select id from made`);
  return Number(oneRow(rows).id);
}

interface NewWishes {
  readerId: number;
  listId: number;
  bookIds: string[];
  /** How many may be added. */
  room: number;
  at: Date;
}

/** Inserts wishes with current prices; the first book gets the newest time and so the top of the list. */
async function insertWishes(tx: Db, { readerId, listId, bookIds, room, at }: NewWishes) {
  await tx.execute(sql`
    insert into wishes (reader_id, book_id, wishlist_id, price_paise, created_at)
    select ${readerId}, b.id, ${listId}, b.price_paise,
      greatest(${at.toISOString()}::timestamptz, last.made + make_interval(secs => ${bookIds.length} / 1000.0))
        - make_interval(secs => given.place / 1000.0)
    from unnest(${bookIds}::text[]) with ordinality as given (id, place) join books b on b.id = given.id,
      (select max(created_at) + interval '1 millisecond' as made from wishes where reader_id = ${readerId}) last
    where not exists (select from wishes x where x.reader_id = ${readerId} and x.book_id = b.id)
    order by given.place limit ${Math.max(0, room)}
    on conflict (reader_id, book_id) do nothing`);
}
