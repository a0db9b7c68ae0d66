/**
 * Makes public pages cacheable by a CDN: sets Cache-Control and surrogate keys, and finds the keys to purge after a
 * change.
 */
import { isDataPath } from "./public-pages.ts";

/** A key that every public page has. It is purged when anything may have changed. */
export const keyOfAll = "shop";
/** A key for pages with more books, authors or categories than fit into a header. It is purged at every change. */
export const keyOfMany = "many";

/**
 * Cache-Control for shared caches: a page is fresh as long as in the shop's own cache. While the shop is down, old
 * copies may be served for a day.
 */
export const sharedCaching = "public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400";

/** Maximum length of the keys. Proxies and CDNs accept headers of at least 8 kB; this is half of that. */
const maxLetters = 4_000;
const link = /href="\/(book|author|categor)(?:s|ies)\/([a-z0-9-]{1,120})(?=["/?#])/g;

/**
 * Returns the keys of a page: those of all books, authors and categories that it links to, such as `shop book-kim
 * author-rudyard-kipling`.
 */
export function surrogateKeysOf(html: string, path: string): string {
  const found = [...`href="${path}" ${html}`.matchAll(link)].map(([, kind, id]) =>
    kind === "categor" ? `category-${id}` : `${kind}-${id}`,
  );
  const keys = [keyOfAll, ...new Set(found)].join(" ");
  return keys.length > maxLetters ? `${keyOfAll} ${keyOfMany}` : keys;
}

/**
 * Returns the keys to purge when these books change. If the change is unknown (null) or has very many books, this is
 * the key of all pages.
 */
export function keysToPurge(bookIds: readonly string[] | null): string[] {
  const keys = [keyOfMany, ...(bookIds ?? []).map((id) => `book-${id}`)];
  return bookIds === null || keys.join(" ").length > maxLetters ? [keyOfAll] : keys;
}

/**
 * Adds Cache-Control and surrogate keys to a public page if there is a CDN. Errors, and data for the browser's router,
 * are not cached by a CDN.
 */
export async function addCdnHeaders(response: Response, path: string, hasCdn: boolean): Promise<Response> {
  if (!hasCdn || response.status !== 200 || isDataPath(path)) return response;
  const html = await response.text();
  const headers = new Headers(response.headers);
  const keys = surrogateKeysOf(html, path);
  headers.set("cache-control", sharedCaching);
  // Fastly and compatible CDNs read the first, Varnish's xkey the second.
  headers.set("surrogate-key", keys);
  headers.set("xkey", keys);
  return new Response(html, { status: response.status, headers });
}
