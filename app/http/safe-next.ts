/** Longer than any address of the shop's pages; in a redirect, where it is encoded once more, it stays below 8 kB. */
const maxNextLength = 2000;

/**
 * Where to send a reader next, from an address that came with a request: a path of this shop, or home. Browsers read
 * `//evil`, `/\evil` and tabs or line breaks in between as another site, so what does not parse to our origin is dropped,
 * and so is what is longer than 2,000 characters as browsers write it.
 */
export function safeNext(given: string | null | undefined, publicUrl: string): string {
  if (!given || given.length > maxNextLength || !given.startsWith("/") || /[\\\p{Cc}]/u.test(given)) return "/";
  const url = URL.parse(given, publicUrl);
  if (!url || url.origin !== new URL(publicUrl).origin || url.pathname.startsWith("//")) return "/";
  const next = url.pathname + url.search + url.hash;
  return next.length > maxNextLength ? "/" : next;
}
