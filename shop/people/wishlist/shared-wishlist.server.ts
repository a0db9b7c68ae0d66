import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { listCards } from "#shop/catalogue/books/cards.server.ts";
import { hashSecret, isSecret } from "#shop/kernel/security/secret.server.ts";
import { firstName, type SharedWish } from "./wishlist.ts";

/** A visitor of a shared list. */
export interface Friend {
  /** Null for a guest. */
  readerId: number | null;
  /** The secret in the cookie of a browser that reserved a gift ("I'll get this"); null without one. */
  token: string | null;
}

/** A list as friends see it. */
export interface SharedWishlist {
  name: string;
  /** The first name of its reader. */
  of: string;
  /** Whether the visitor is the list's own reader, who must not see the gifts. */
  isOwn: boolean;
  wishes: SharedWish[];
}

/** The list of a shared link; null if the link is invalid or no longer shared. */
export async function findSharedWishlist(db: Db, secret: string, friend: Friend): Promise<SharedWishlist | null> {
  if (!isSecret(secret)) return null;
  const { rows: lists } = await db.execute<{ id: string; name: string; of: string; isOwn: boolean }>(sql`
    select l.id, l.name, r.name as of, l.reader_id = ${friend.readerId ?? 0} as is_own
    from wishlists l join readers r on r.id = l.reader_id where l.secret = ${secret}`);
  const list = lists[0];
  if (!list) return null;
  const token = friend.token === null ? null : hashSecret(friend.token);
  const { rows } = await db.execute<{ bookId: string; note: string; gift: SharedWish["gift"] }>(sql`
    select book_id, note, case when gift_hash is null or ${list.isOwn} then 'nobody'
      when gift_hash = ${token}::bytea then 'you' else 'somebody' end as gift
    from wishes where wishlist_id = ${list.id} order by created_at desc, book_id`);
  const cards = await listCards(db, {
    join: sql`join wishes x on x.book_id = b.id`,
    where: sql`x.wishlist_id = ${list.id}`,
    orderBy: sql`b.id`,
  });
  const byId = new Map(cards.map((card) => [card.id, card]));
  const wishes = rows.flatMap(({ bookId, note, gift }) => {
    const book = byId.get(bookId);
    return book ? [{ book, note, gift }] : [];
  });
  return { name: list.name, of: firstName(list.of), isOwn: list.isOwn, wishes };
}

/** The data for reserving a book as a gift, or for ending the reservation. */
export interface Gift {
  secret: string;
  bookId: string;
  readerId: number | null;
  /** The friend's secret. */
  token: string;
}

/** Reserves a book for a friend; `taken` if another friend has it, null if the link gives no access to such a wish. */
export async function promiseGift(db: Db, gift: Gift): Promise<"promised" | "taken" | null> {
  const { rows } = await db.execute<{ isTheirs: boolean }>(sql`
    update wishes x set gift_hash = coalesce(x.gift_hash, ${hashSecret(gift.token)}) from wishlists l
    where ${isSharedWish(gift)} returning x.gift_hash is not distinct from ${hashSecret(gift.token)} as is_theirs`);
  if (!rows[0]) return null;
  return rows[0].isTheirs ? "promised" : "taken";
}

/** Ends a friend's reservation; the reservation of another friend stays. False if there is no such wish. */
export async function takeBackGift(db: Db, gift: Gift): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update wishes x set gift_hash = nullif(x.gift_hash, ${hashSecret(gift.token)}) from wishlists l
    where ${isSharedWish(gift)}`);
  return rowCount === 1;
}

/** SQL: the wish `x` with a valid link, unless its own reader asks. */
function isSharedWish({ secret, bookId, readerId }: Gift) {
  return sql`l.secret = ${secret} and l.reader_id <> ${readerId ?? 0}
    and x.wishlist_id = l.id and x.book_id = ${bookId}`;
}
