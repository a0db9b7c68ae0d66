/**
 * Where to send a reader next, from an address that came with a request: a path of this shop, or home. Browsers read
 * `//evil`, `/\evil` and tabs or line breaks in between as another site, so what does not parse to our origin is dropped.
 */
export function safeNext(given: string | null | undefined, publicUrl: string): string {
  if (!given || !given.startsWith("/") || /[\\\p{Cc}]/u.test(given)) return "/";
  const url = URL.parse(given, publicUrl);
  if (!url || url.origin !== new URL(publicUrl).origin || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
