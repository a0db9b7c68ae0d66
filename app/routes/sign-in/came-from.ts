import { findRoute } from "#routing/find-route.ts";

/** The page of this shop that the visitor was on before, from the Referer line; null when it was none or a part of the sign-in. */
export function cameFrom(referer: string | null, publicUrl: string): string | null {
  const url = referer === null ? null : URL.parse(referer);
  if (!url || url.origin !== new URL(publicUrl).origin) return null;
  return findRoute(url.pathname)?.route.access === "sign-in" ? null : url.pathname + url.search;
}
