/** Crawls the pages of the shop or the desk, and reports broken links. */
import { publicPageKey } from "#server/pages/public-pages.ts";
import { readNames } from "#tests/support/places/page-names.ts";

/** The findings of a crawl through the pages. */
export interface Walk {
  /** Descriptions of broken links and missing files. */
  dead: string[];
  /** The number of pages opened per shape of address, such as `/books/:id`. */
  opened: Map<string, number>;
  /** Linked pages of other sites. */
  outside: Set<string>;
  /** Redirects: the shape of each address, and the shape of its target. */
  sentOn: Map<string, string>;
}

/** Upper limit of pages opened per shape; few for pictures, because drawing them on the first request takes time. */
const max = (shape: string) => {
  if (shape.startsWith("/assets/")) return 100;
  return /^\/(covers|portraits|share)\//.test(shape) ? 2 : 5;
};

/** The shape of an address: `/books/dune` and `/books/jaya` have the same one. */
function shapeOf(address: string): string {
  const [path = "", query] = address.split("?");
  const shape = path
    .replace(folders, "$1/:id")
    .replace(/\/documents\/[^/]+/, "/documents/:id")
    .replace(/\/\d+$/, "/:id");
  return query ? `${shape}?${query.replace(/=[^&]*/g, "")}` : shape;
}

const folders =
  /^(\/(?:books|authors|categories|series|reading-lists|orders|covers|portraits|share\/[a-z-]+|icons|assets))\/[^/]+/;

/**
 * Crawls the pages reachable from `starts` at this origin, some of each shape; with `onlyPersonal`, no pages shared by
 * all readers.
 */
export async function walk(
  fetch: (path: string) => Promise<Response>,
  starts: string[],
  origin: string,
  { onlyPersonal = false } = {},
): Promise<Walk> {
  const found: Walk = { dead: [], opened: new Map(), outside: new Set(), sentOn: new Map() };
  const namedBy = new Map(starts.map((path) => [path, "the test"]));
  const idsOf = new Map<string, Set<string>>();
  const anchors: { on: string; path: string; id: string }[] = [];

  for (const [path, by] of namedBy) {
    const shape = shapeOf(path);
    const times = found.opened.get(shape) ?? 0;
    if (times >= max(shape)) continue;
    found.opened.set(shape, times + 1);
    const response = await fetch(path);
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location) {
      found.sentOn.set(shape, location.split("?")[0]!);
      name(location, path);
    } else if (response.status !== 200) found.dead.push(`${by} names ${path}, which answers ${response.status}`);
    if (!isPage) continue;
    const { links, parts, ids } = readNames(await response.text());
    idsOf.set(path, ids);
    for (const address of new Set([...links, ...parts])) name(address, path);
  }
  for (const { on, path, id } of anchors)
    if (idsOf.has(path) && !idsOf.get(path)!.has(id))
      found.dead.push(`${on} names #${id}, which ${path} does not have`);
  return found;

  function name(address: string, on: string) {
    if (/^(mailto|tel):/.test(address)) return;
    const to = new URL(address, origin + on);
    if (to.origin !== origin) return void found.outside.add(to.origin);
    const path = to.pathname + to.search;
    if (to.hash) anchors.push({ on, path, id: decodeURIComponent(to.hash.slice(1)) });
    if (onlyPersonal && (publicPageKey(path) || shapeOf(path) === "/assets/:id")) return;
    if (!namedBy.has(path)) namedBy.set(path, on);
  }
}
