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

/** Begins another list; its id, or null when the reader has as many as there may be. */
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

/** Gives a list another name; false when the reader has no such list. */
export function renameWishlist(db: Db, readerId: number, listId: number, name: string): Promise<boolean> {
  return change(db, sql`update wishlists set name = ${name} where id = ${listId} and reader_id = ${readerId}`);
}

/** Deletes a list with what is on it; false when the reader has no such list. */
export function deleteWishlist(db: Db, readerId: number, listId: number): Promise<boolean> {
  return change(db, sql`delete from wishlists where id = ${listId} and reader_id = ${readerId}`);
}

/** Makes a link for friends; one that there was leads nowhere any more. */
export function shareWishlist(db: Db, readerId: number, listId: number): Promise<boolean> {
  return change(db, sql`update wishlists set secret = ${newSecret()} where id = ${listId} and reader_id = ${readerId}`);
}

/** Ends the link for friends. */
export function unshareWishlist(db: Db, readerId: number, listId: number): Promise<boolean> {
  return change(db, sql`update wishlists set secret = null where id = ${listId} and reader_id = ${readerId}`);
}

/** Which letters a reader wants about the books of a list. */
export interface LetterChoice {
  tellsCheaper: boolean;
  tellsBack: boolean;
}

/** Says which letters come about a list. What was waited for before the choice is not waited for after it. */
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

/** Keeps a reader's words about a wish, and on which of their lists it stands; false when there is no such wish or list. */
export function editWish(
  db: Db,
  readerId: number,
  bookId: string,
  { listId, note }: { listId: number; note: string },
): Promise<boolean> {
  return change(
    db,
    sql`update wishes x set wishlist_id = l.id, note = ${note} from wishlists l
      where x.reader_id = ${readerId} and x.book_id = ${bookId} and l.id = ${listId} and l.reader_id = ${readerId}`,
  );
}

async function change(db: Db, statement: ReturnType<typeof sql>): Promise<boolean> {
  return (await db.execute(statement)).rowCount === 1;
}
