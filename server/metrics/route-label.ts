import { findRoute } from "#routing/find-route.ts";
import { pageOf } from "#server/pages/public-pages.ts";

/** What is no page, by the first part of its address. */
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

/** The routes of addresses that were asked for lately. */
const known = new Map<string, string>();
const maxKnown = 5_000;

/**
 * What a request was for, as numbers and the log call it: a route as the table of routes writes it, never an address, so
 * that there are few of them and none tells what somebody looked at.
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
