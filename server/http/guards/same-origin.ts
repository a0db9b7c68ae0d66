import { findRoute } from "#routing/find-route.ts";
import type { Route } from "#routing/route.ts";

/** Posts that others send by design: each proves itself by a signature, or by a secret that nobody can guess. */
const proven = new Set<Route["posts"]>(["signed-form", "signed-json", "one-click"]);

/** Which posts the route of a path takes; those of the shop's own pages where there is no such route. */
export function postsAt(path: string): Route["posts"] {
  return findRoute(path)?.route.posts ?? "same-origin";
}

/**
 * Whether a request may change something: it comes from our own pages, or to an address whose posts prove themselves.
 * Browsers send Sec-Fetch-Site or at least Origin with every such request, text browsers and old ones a Referer; a client
 * that sends none of them is refused.
 */
export function mayChange(method: string, path: string, headers: Headers, publicOrigin: string): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return true;
  if (proven.has(postsAt(path))) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin") ?? originOf(headers.get("referer"));
  return origin === publicOrigin;
}

function originOf(referer: string | null): string | null {
  return referer !== null && URL.canParse(referer) ? new URL(referer).origin : null;
}
