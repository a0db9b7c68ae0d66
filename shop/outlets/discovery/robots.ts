import { documents } from "#routing/documents.ts";
import type { Route } from "#routing/route.ts";
import { routes } from "#routing/routes.ts";

/** Answered beside the router, and nothing to be found by. */
const besideTheRouter = ["/api/v1/", "/stand-ins/"];

/** The rules for crawlers (RFC 9309): public pages are free, by the table of routes, and nothing else is. */
export function writeRobots(publicUrl: string): string {
  return [
    "User-agent: *",
    ...listDisallowed().map((pattern) => `Disallow: ${pattern}`),
    "",
    `Sitemap: ${publicUrl}${documents.sitemaps}`,
    "",
  ].join("\n");
}

/** Along a shelf a crawler may walk; what can be chosen on it has no end. */
const paging = new Set(["place", "page"]);

/**
 * The patterns of addresses that crawlers leave alone: every route that is not public, what readers type into public
 * pages and choose on shelves, and the data that browsers ask for beside a page.
 */
function listDisallowed(): string[] {
  const table = Object.entries<Route>(routes);
  const notPublic = table
    .filter(([path, { access }]) => access !== "public" && path !== "/*")
    .map(([path]) => path.replaceAll(/:\w+\??/g, "*").replace(/\*$/, ""));
  const typed = table
    .flatMap(([, route]) => (route.access === "public" ? (route.uncachedQuery ?? []) : []))
    .filter((name) => !paging.has(name));
  // A pattern stands for everything that begins with it.
  const needed = notPublic.filter((path) => !notPublic.some((other) => other !== path && path.startsWith(other)));
  return [...needed, ...new Set(typed.map((name) => `/*?*${name}=`)), ...besideTheRouter, "/*.data"];
}
