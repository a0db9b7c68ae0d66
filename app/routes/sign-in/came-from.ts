/** Pages that nobody wants to come back to. */
const onTheWay = /^\/(login|register|auth)(\/|\?|$)/;

/** The page of this shop that the visitor was on before, from the Referer line; null when it was none. */
export function cameFrom(referer: string | null, publicUrl: string): string | null {
  const url = referer === null ? null : URL.parse(referer);
  if (!url || url.origin !== new URL(publicUrl).origin) return null;
  const path = url.pathname + url.search;
  return onTheWay.test(path) ? null : path;
}
