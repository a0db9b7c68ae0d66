import { publicPageKey } from "#server/pages/public-pages.ts";
import { readNames } from "#tests/support/places/page-names.ts";

/** What a walk through the pages came upon. */
export interface Walk {
  /** In words: what was named and is not there. */
  dead: string[];
  /** Each shape of address that was opened, and how often: `/books/:id`. */
  opened: Map<string, number>;
  /** Pages of other sites that are linked to. */
  outside: Set<string>;
  /** From which shape of address to where a visitor was sent on. */
  sentOn: Map<string, string>;
}

/** Of one shape so many are opened; pictures are drawn when they are first asked for, which takes its time. */
const max = (shape: string) => {
  if (shape.startsWith("/assets/")) return 100;
  return /^\/(covers|portraits|share)\//.test(shape) ? 2 : 5;
};

/** `/books/dune` and `/books/jaya` are pages of one shape. */
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

/** Opens what can be reached from `starts` at this origin, of each shape some; on wish no pages that all readers share. */
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
