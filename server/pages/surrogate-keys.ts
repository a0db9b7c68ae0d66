import { isDataPath } from "./public-pages.ts";

/** The key of every public page; purged when anything may have changed. */
export const keyOfAll = "shop";
/** The key of a page with more books, authors or categories than a header has room for; purged at every change. */
export const keyOfMany = "many";

/** Cache-Control for shared caches: fresh for as long as in the shop itself, stale for a day while the shop is down. */
export const sharedCaching = "public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400";

/** Half of the 8 kB that proxies and CDNs accept at least in a header. */
const maxLetters = 4_000;
const link = /href="\/(book|author|categor)(?:s|ies)\/([a-z0-9-]{1,120})(?=["/?#])/g;

/** The keys of the books, authors and categories that a page links to: `shop book-kim author-rudyard-kipling`. */
export function surrogateKeysOf(html: string, path: string): string {
  const found = [...`href="${path}" ${html}`.matchAll(link)].map(([, kind, id]) =>
    kind === "categor" ? `category-${id}` : `${kind}-${id}`,
  );
  const keys = [keyOfAll, ...new Set(found)].join(" ");
  return keys.length > maxLetters ? `${keyOfAll} ${keyOfMany}` : keys;
}

/** The keys to purge when these books change; the key of all pages if the change is unknown or has very many books. */
export function keysOfChange(bookIds: readonly string[] | null): string[] {
  const keys = [keyOfMany, ...(bookIds ?? []).map((id) => `book-${id}`)];
  return bookIds === null || keys.join(" ").length > maxLetters ? [keyOfAll] : keys;
}

/**
 * Adds Cache-Control for a CDN, if there is one, and surrogate keys to a public page. Errors, and data for the
 * browser's router, are not cached by a CDN.
 */
export async function forSharedCaches(response: Response, path: string, hasCdn: boolean): Promise<Response> {
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
