import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { maxLists, type Wishlist } from "./wishlist.ts";

/** All lists of a reader, oldest first. */
export async function listWishlists(db: Db, readerId: number): Promise<Wishlist[]> {
  const { rows } = await db.execute<Wishlist>(sql`
    select l.id::float8 as id, l.name, l.secret, l.tells_cheaper, l.tells_back,
      (select count(*)::int from wishes x where x.wishlist_id = l.id) as count
    from wishlists l where l.reader_id = ${readerId} order by l.id`);
  return rows;
}

/** Creates a list and returns its id; null if the reader has the maximum number of lists. */
export function createWishlist(db: Db, readerId: number, name: string): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select id from readers where id = ${readerId} for no key update`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into wishlists (reader_id, name, leave_token)
      select ${readerId}, ${name}, ${newSecret()}
      where (select count(*) from wishlists where reader_id = ${readerId}) < ${maxLists}
      returning id`);
    return rows[0] ? Number(rows[0].id) : null;
  });
}

/** Renames a list; false if the reader has no such list. */
export function renameWishlist(db: Db, readerId: number, listId: number, name: string): Promise<boolean> {
  return change(db, sql`update wishlists set name = ${name} where id = ${listId} and reader_id = ${readerId}`);
}

/** Deletes a list with its wishes; false if the reader has no such list. */
export function deleteWishlist(db: Db, readerId: number, listId: number): Promise<boolean> {
  return change(db, sql`delete from wishlists where id = ${listId} and reader_id = ${readerId}`);
}

/** Creates a new link for friends; the previous link stops working. False if the reader has no such list. */
export function shareWishlist(db: Db, readerId: number, listId: number): Promise<boolean> {
  return change(db, sql`update wishlists set secret = ${newSecret()} where id = ${listId} and reader_id = ${readerId}`);
}

/** Ends the link for friends; false if the reader has no such list. */
export function unshareWishlist(db: Db, readerId: number, listId: number): Promise<boolean> {
  return change(db, sql`update wishlists set secret = null where id = ${listId} and reader_id = ${readerId}`);
}

/** The kinds of letters that a reader wants about the books of a list. */
export interface LetterChoice {
  tellsCheaper: boolean;
  tellsBack: boolean;
}

/** Saves the choice of letters about a list; without `tellsBack` its sold-out books are no longer awaited. */
export async function chooseLetters(
  db: Db,
  readerId: number,
  listId: number,
  { tellsCheaper, tellsBack }: LetterChoice,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with list as (update wishlists set tells_cheaper = ${tellsCheaper}, tells_back = ${tellsBack}
      where id = ${listId} and reader_id = ${readerId} returning id),
    forgotten as (update wishes x set is_awaited = false from list where x.wishlist_id = list.id and not ${tellsBack})
    select from list`);
  return rowCount === 1;
}

/**
 * Saves the note of a wish and moves it to a list of the reader, which awaits it only if it wants letters about books
 * that are back; false if there is no such wish or list.
 */
export function editWish(
  db: Db,
  readerId: number,
  bookId: string,
  { listId, note }: { listId: number; note: string },
): Promise<boolean> {
  return change(
    db,
    sql`update wishes x set wishlist_id = l.id, note = ${note}, is_awaited = x.is_awaited and l.tells_back from wishlists l
      where x.reader_id = ${readerId} and x.book_id = ${bookId} and l.id = ${listId} and l.reader_id = ${readerId}`,
  );
}

async function change(db: Db, statement: ReturnType<typeof sql>): Promise<boolean> {
  return (await db.execute(statement)).rowCount === 1;
}
