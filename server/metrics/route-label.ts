import { findRoute } from "#routing/find-route.ts";
import { pageOf } from "#server/pages/public-pages.ts";

/** First segments of paths that are not pages. */
const files = new Set([
  ".well-known",
  "assets",
  "covers",
  "feeds",
  "icons",
  "portraits",
  "share",
  "sitemaps",
  "stand-ins",
]);
const api = "/api/v1";

/** Labels of recently requested paths. */
const known = new Map<string, string>();
const maxKnown = 5_000;

/**
 * The label of a request in metrics and the log: the pattern of its route, never its path. So there are few labels, and
 * none shows what a reader looked at.
 */
export function routeLabel(url: string): string {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  let label = known.get(path);
  if (label !== undefined) return label;
  label = findLabel(path);
  if (known.size >= maxKnown) known.clear();
  if (path.length <= 200) known.set(path, label);
  return label;
}

function findLabel(path: string): string {
  const route = findRoute(pageOf(path));
  if (route) return route.path;
  if (path === api || path.startsWith(`${api}/`)) return `${api}/*`;
  const [first = ""] = path.slice(1).split("/");
  return files.has(first) ? `/${first}/*` : "other";
}
