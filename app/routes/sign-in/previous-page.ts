import { findRoute } from "#routing/find-route.ts";

/**
 * Returns the path of the visitor's previous page from the Referer header; null for other sites and pages of the
 * sign-in.
 */
export function previousPage(referer: string | null, publicUrl: string): string | null {
  const url = referer === null ? null : URL.parse(referer);
  if (!url || url.origin !== new URL(publicUrl).origin) return null;
  return findRoute(url.pathname)?.route.access === "sign-in" ? null : url.pathname + url.search;
}
