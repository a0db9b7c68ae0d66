import { findRoute } from "#routing/find-route.ts";
import { href } from "#routing/href.ts";
import { isSlug } from "#routing/parameters.ts";

const searchPath = href("/search");

/**
 * The name a public page is cached under, also the path it is rendered for; null for every route that is not public.
 * A page and its data for the browser's router (`/books/x` and `/books/x.data`) are two pages.
 */
export function publicPageKey(pathAndQuery: string): string | null {
  const mark = pathAndQuery.indexOf("?");
  const path = mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark);
  const page = pageOf(path);
  const found = findRoute(page);
  if (found?.route.access !== "public") return null;
  if (mark === -1) return path;

  const query = new URLSearchParams(pathAndQuery.slice(mark));
  // The router asks for the data of some routes only; such a partial answer is not the page.
  if (page !== path && query.has("_routes")) return null;
  // What a reader searches for is theirs, and there is no end to it: such pages are not cached.
  const { uncachedQuery = [], cachedQuery = {} } = found.route;
  if (uncachedQuery.some((name) => query.has(name))) return null;
  const cached = new URLSearchParams();
  for (const [name, { pattern, insteadOf }] of Object.entries(cachedQuery)) {
    const value = query.get(name);
    if (value === null || (insteadOf !== undefined && insteadOf in found.values)) continue;
    if (!pattern.test(value)) return null;
    // The first page of a list is the list.
    if (name !== "page" || value !== "1") cached.set(name, value);
  }
  return cached.size ? `${path}?${cached}` : path;
}

/** Whether what a page shows is looked up by its query: a search, or a public page with a query that is not cached. */
export function isLookedUp(path: string): boolean {
  const page = pageOf(path);
  return page === searchPath || findRoute(page)?.route.access === "public";
}

/**
 * Where a page is asked for under another spelling of its address (capitals, a slash at the end or doubled, letters
 * written as %xx), its one address, else null. The router would show the page under each of them.
 */
export function properPath(path: string): string | null {
  const page = pageOf(path);
  const plain = decodePath(page)
    ?.toLowerCase()
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?<=[^/])\/$/, "");
  if (plain === undefined || !hasOneSpelling(plain)) return null;
  const proper = page === path ? plain : dataPathOf(plain);
  return proper === path ? null : proper;
}

/** Whether a path in small letters is a page's one address: not where a name in it tells capitals from small letters. */
function hasOneSpelling(path: string): boolean {
  const found = findRoute(path);
  if (!found || found.route.access === "api" || found.route.offline === "bypassed") return false;
  return Object.keys(found.values).every(isSlug);
}

/** The letters that a path's %xx stand for; undefined when they are no text. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Whether what is asked for is not a page but its data for the browser's router. */
export function isDataPath(pathAndQuery: string): boolean {
  return pathAndQuery.split("?")[0]!.endsWith(".data");
}

/** The page that a path, or the path of its data, belongs to. */
export function pageOf(path: string): string {
  if (path.endsWith("/_.data")) return path.slice(0, -"_.data".length);
  return path.endsWith(".data") ? path.slice(0, -".data".length) : path;
}

function dataPathOf(page: string): string {
  return page === "/" ? "/_.data" : `${page}.data`;
}
