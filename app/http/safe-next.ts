/**
 * The maximum length of an address, in characters. The shop's own addresses are shorter; encoded once more in a
 * redirect, an address of this length stays below 8 kB.
 */
const maxNextLength = 2000;

/**
 * Returns where to redirect a reader, from an address in a request: a path of this shop, or `/`. Browsers read
 * `//evil`, `/\evil`, and these with tabs or line breaks in between, as another site. So every address with another
 * origin than the shop's becomes `/`; so does an address of more than 2,000 characters.
 */
export function safeNext(given: string | null | undefined, publicUrl: string): string {
  if (!given || given.length > maxNextLength || !given.startsWith("/") || /[\\\p{Cc}]/u.test(given)) return "/";
  const url = URL.parse(given, publicUrl);
  if (!url || url.origin !== new URL(publicUrl).origin || url.pathname.startsWith("//")) return "/";
  const next = url.pathname + url.search + url.hash;
  return next.length > maxNextLength ? "/" : next;
}
