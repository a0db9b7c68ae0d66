/** Makes public pages cacheable by a CDN: Cache-Control, surrogate keys, and the keys to purge after a change. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** A key that every public page has. It is purged when anything may have changed. */
const keyOfAll = "shop";
/** A key for pages with more books than fit into a header. It is purged at every change. */
const keyOfMany = "many";

/** Maximum length of the keys. Proxies and CDNs accept headers of at least 8 kB, and the keys are sent twice. */
const maxLetters = 3_500;
/** Books in one purge. Cloudflare accepts 100 keys, Fastly 256, and the longest ids take less than 8 kB. */
const booksOfPurge = 60;
/** If more books changed, one purge of all pages is quicker. */
const maxBooks = 1_200;

/** Cache-Control of a page that a CDN may keep for `seconds`, and for a day while the shop is down. */
export function sharedCaching(seconds: number): string {
  return `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=10, stale-if-error=86400`;
}

/** Matches texts that may be ids, as `idsIn` does. */
const idLike = /(?<=["/])[a-z0-9-]{1,120}(?=["\\/?#])/g;

const keyOf = (bookId: string) => `book-${bookId}`;

/** Returns the keys of a page that shows these books, such as `shop book-kim`. */
export function surrogateKeysOf(bookIds: readonly string[]): string {
  const keys = [keyOfAll, ...bookIds.map(keyOf)].join(" ");
  return keys.length > maxLetters ? `${keyOfAll} ${keyOfMany}` : keys;
}

/** Returns the keys of each purge that is needed when these books change, or all books for null. */
export function keysOfPurges(bookIds: readonly string[] | null): string[] {
  const ids = [...new Set(bookIds)];
  if (bookIds === null || ids.length > maxBooks) return [keyOfAll];
  return Array.from({ length: Math.ceil(ids.length / booksOfPurge) }, (_, place) => {
    const some = ids.slice(place * booksOfPurge, (place + 1) * booksOfPurge);
    return [keyOfMany, ...some.map(keyOf)].join(" ");
  });
}

/** Adds the keys of all books in a public page, or in its data for the browser's router. */
export async function addSurrogateKeys(response: Response, db: Db): Promise<Response> {
  const body = await response.text();
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from books where id = any(${[...new Set(body.match(idLike))]}::text[]) order by id`);
  const headers = new Headers(response.headers);
  const keys = surrogateKeysOf(rows.map(({ id }) => id));
  // Fastly and compatible CDNs read the first, Varnish's xkey the second.
  headers.set("surrogate-key", keys);
  headers.set("xkey", keys);
  return new Response(body, { status: response.status, headers });
}
