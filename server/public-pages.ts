/** Pages that are the same bytes for every reader; everything else is personal. */
const publicPaths = [
  /^\/$/,
  /^\/(best-sellers|categories|authors|special-offers|reading-lists)$/,
  /^\/(categories|authors|books|series|reading-lists)\/[a-z0-9-]{1,120}$/,
  /^\/books\/[a-z0-9-]{1,120}\/look-inside$/,
  /^\/(about|contact|faq|shipping|returns|newsletter|offline|privacy-policy|terms-of-service)$/,
];

/** Pages of one reader that have no name of their own in their address. */
const personalPaths = [
  /^\/(cart|search|login|register|orders|wishlist)$/,
  /^\/account(\/(addresses|payment-methods|devices|reviews|privacy))?$/,
];

/** Query parameters that choose what a public page shows, and where; any other changes nothing and is left out. */
const meaningful = [
  { name: "id", pages: /^\/(categories|authors)$/, value: /^[a-z0-9-]{1,120}$/ },
  { name: "page", pages: /^\/(categories$|categories\/|books\/[^/]+$)/, value: /^[1-9]\d{0,3}$/ },
];

/** Query parameters by which a reader asks a public page something. */
const asked: Record<string, string> = { "/faq": "q", "/shipping": "pin" };

/**
 * The name a public page is kept under, also the path it is rendered for; null for everything that is not on the list.
 * A page and its data for the browser's router (`/books/x` and `/books/x.data`) are two pages.
 */
export function publicPageKey(pathAndQuery: string): string | null {
  const mark = pathAndQuery.indexOf("?");
  const path = mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark);
  const page = pageOf(path);
  if (!publicPaths.some((pattern) => pattern.test(page))) return null;
  if (mark === -1) return path;

  const query = new URLSearchParams(pathAndQuery.slice(mark));
  // The router asks for the data of some routes only; such a partial answer is not the page.
  if (page !== path && query.has("_routes")) return null;
  // What a reader searches for is theirs, and there is no end to it: such pages are not kept.
  if (asked[page] !== undefined && query.has(asked[page])) return null;
  const kept = new URLSearchParams();
  for (const { name, pages, value: pattern } of meaningful) {
    const value = query.get(name);
    if (value === null || !pages.test(page)) continue;
    if (!pattern.test(value)) return null;
    // The first page of a list is the list.
    if (name !== "page" || value !== "1") kept.set(name, value);
  }
  return kept.size ? `${path}?${kept}` : path;
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
  if (plain === undefined || ![...publicPaths, ...personalPaths].some((pattern) => pattern.test(plain))) return null;
  const proper = page === path ? plain : dataPathOf(plain);
  return proper === path ? null : proper;
}

/** The letters that a path's %xx stand for; undefined when they are no text. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The page that a path, or the path of its data, belongs to. */
function pageOf(path: string): string {
  if (path.endsWith("/_.data")) return path.slice(0, -"_.data".length);
  return path.endsWith(".data") ? path.slice(0, -".data".length) : path;
}

function dataPathOf(page: string): string {
  return page === "/" ? "/_.data" : `${page}.data`;
}
