import { documents } from "#routing/documents.ts";
import type { Route } from "#routing/route.ts";
import { routes } from "#routing/routes.ts";

/** Paths that the server answers outside the router; they are not for search engines. */
const unroutedPaths = ["/api/v1/", "/stand-ins/"];

/**
 * The rules for crawlers (RFC 9309): pages that the table of routes calls public, or with a preview, are allowed, all
 * others are not.
 */
export function writeRobots(publicUrl: string): string {
  return [
    "User-agent: *",
    ...listDisallowed().map((pattern) => `Disallow: ${pattern}`),
    "",
    `Sitemap: ${publicUrl}${documents.sitemaps}`,
    "",
  ].join("\n");
}

/** Crawlers may follow the pages of a shelf; the combinations of its facets are endless. */
const paging = new Set(["place", "page"]);

/**
 * The patterns that crawlers may not fetch: every route that is neither public nor has a preview, the query parameters
 * of searches and facets, and the data files of pages.
 */
function listDisallowed(): string[] {
  const table = Object.entries<Route>(routes);
  const notPublic = table
    .filter(([path, { access, hasPreview }]) => access !== "public" && !hasPreview && path !== "/*")
    .map(([path]) => path.replaceAll(/:\w+\??/g, "*").replace(/\*$/, ""));
  const typed = table
    .flatMap(([, route]) => (route.access === "public" ? (route.uncachedQuery ?? []) : []))
    .filter((name) => !paging.has(name));
  // A pattern covers every path that begins with it.
  const needed = notPublic.filter((path) => !notPublic.some((other) => other !== path && path.startsWith(other)));
  return [...needed, ...new Set(typed.map((name) => `/*?*${name}=`)), ...unroutedPaths, "/*.data"];
}
