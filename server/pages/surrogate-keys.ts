import { isDataPath } from "./public-pages.ts";

/** Of every public page, and purged when anything may have changed. */
export const keyOfAll = "shop";
/** Of a page with more books, authors or categories than a header has room for: it is purged with every change. */
export const keyOfMany = "many";

/** How a shared cache keeps a public page: for as long as the shop itself does, a day while the shop does not answer. */
export const sharedCaching = "public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400";

/** Proxies and CDNs take 8 kB of a header and more; this leaves them half. */
const maxLetters = 4_000;
const link = /href="\/(book|author|categor)(?:s|ies)\/([a-z0-9-]{1,120})(?=["/?#])/g;

/** The keys of a page, by the books, authors and categories that it leads to, such as `shop book-kim author-rudyard-kipling`. */
export function surrogateKeysOf(html: string, path: string): string {
  const found = [...`href="${path}" ${html}`.matchAll(link)].map(([, kind, id]) =>
    kind === "categor" ? `category-${id}` : `${kind}-${id}`,
  );
  const keys = [keyOfAll, ...new Set(found)].join(" ");
  return keys.length > maxLetters ? `${keyOfAll} ${keyOfMany}` : keys;
}

/** The keys of pages that show one of these books; of all when it is not known what changed, or when it is very many. */
export function keysOfChange(bookIds: readonly string[] | null): string[] {
  const keys = [keyOfMany, ...(bookIds ?? []).map((id) => `book-${id}`)];
  return bookIds === null || keys.join(" ").length > maxLetters ? [keyOfAll] : keys;
}

/**
 * A public page as a CDN may keep it, if there is one: with how long, and with the keys by which it is purged. Errors, and what
 * the browser's router asks for, are kept by none.
 */
export async function forSharedCaches(response: Response, path: string, hasCdn: boolean): Promise<Response> {
  if (!hasCdn || response.status !== 200 || isDataPath(path)) return response;
  const html = await response.text();
  const headers = new Headers(response.headers);
  const keys = surrogateKeysOf(html, path);
  headers.set("cache-control", sharedCaching);
  // Fastly and those who speak as it does read the first, Varnish's xkey the second.
  headers.set("surrogate-key", keys);
  headers.set("xkey", keys);
  return new Response(html, { status: response.status, headers });
}
