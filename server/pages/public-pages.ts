import { findRoute } from "#routing/find-route.ts";
import { href } from "#routing/href.ts";
import { isSlug } from "#routing/parameters.ts";

const searchPath = href("/search");
/** The query of the desk's links that show a page in a look which is not published. */
const lookQuery = "look";

/**
 * Returns the cache key of a public page, which is also the path that is rendered; null for all other routes. A page
 * and its data for the browser's router (`/books/x` and `/books/x.data`) have separate keys.
 */
export function publicPageKey(pathAndQuery: string): string | null {
  const path = pathOf(pathAndQuery);
  const page = pageOf(path);
  const found = findRoute(page);
  if (found?.route.access !== "public") return null;
  if (path === pathAndQuery) return path;

  const query = new URLSearchParams(pathAndQuery.slice(path.length));
  // The router may request the data of only some routes. Such a partial response is not the data of the page.
  if (page !== path && query.has("_routes")) return null;
  if (query.has(lookQuery)) return null;
  // Searches are personal and unlimited in number, so their pages are not cached.
  const { uncachedQuery = [], cachedQuery = {} } = found.route;
  if (uncachedQuery.some((name) => query.has(name))) return null;
  const cached = new URLSearchParams();
  for (const [name, { pattern, insteadOf }] of Object.entries(cachedQuery)) {
    const value = query.get(name);
    if (value === null || (insteadOf !== undefined && insteadOf in found.values)) continue;
    if (!pattern.test(value)) return null;
    // The first page of a list has the key of the list itself.
    if (name !== "page" || value !== "1") cached.set(name, value);
  }
  return cached.size ? `${path}?${cached}` : path;
}

/** Whether a page with a query counts as a search: a page of the search, or a public page whose query is not cached. */
export function isSearchable(path: string): boolean {
  const page = pageOf(path);
  return page === searchPath || findRoute(page)?.route.access === "public";
}

/**
 * Returns the canonical path of a page that is requested in another spelling (capitals, a trailing or double slash,
 * letters as %xx), otherwise null. The router would show the page under every spelling.
 */
export function canonicalPath(path: string): string | null {
  const page = pageOf(path);
  const plain = decodePath(page)
    ?.toLowerCase()
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?<=[^/])\/$/, "");
  if (plain === undefined || !hasOneSpelling(plain)) return null;
  const proper = page === path ? plain : dataPathOf(plain);
  return proper === path ? null : proper;
}

/** Whether the lower-case path of a page is its only spelling. False if a parameter in the path is case-sensitive. */
function hasOneSpelling(path: string): boolean {
  const found = findRoute(path);
  if (!found || found.route.access === "api" || found.route.offline === "bypassed") return false;
  return Object.keys(found.values).every(isSlug);
}

function pathOf(pathAndQuery: string): string {
  const mark = pathAndQuery.indexOf("?");
  return mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark);
}

/** Decodes %xx in a path. Undefined if the result is not valid UTF-8. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The path of a page, from its own path or that of its data. */
export function pageOf(path: string): string {
  if (path.endsWith("/_.data")) return path.slice(0, -"_.data".length);
  return path.endsWith(".data") ? path.slice(0, -".data".length) : path;
}

function dataPathOf(page: string): string {
  return page === "/" ? "/_.data" : `${page}.data`;
}
