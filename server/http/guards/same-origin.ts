import { findRoute } from "#routing/find-route.ts";
import type { Route } from "#routing/route.ts";

/** Posts that other origins may send: each is verified by a signature, or by a secret that cannot be guessed. */
const proven = new Set<Route["posts"]>(["signed-form", "signed-json", "one-click"]);

/** The kind of posts that the route of a path accepts; `same-origin` if the path has no route. */
export function postsAt(path: string): Route["posts"] {
  return findRoute(path)?.route.posts ?? "same-origin";
}

/**
 * CSRF check: whether a request may change data, because it comes from the shop's own pages or its route verifies posts
 * itself. Current browsers send Sec-Fetch-Site or at least Origin with every such request, old browsers and text
 * browsers send a Referer. A client that sends none of these headers is rejected.
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
