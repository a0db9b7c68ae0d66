/**
 * Generates the tables of endpoints in `docs/security.md`: routes of the shop and the desk, the API, and other
 * addresses.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { deskRoutes, type DeskRoute } from "#desk/desk-routes.ts";
import type { Route } from "#routing/route.ts";
import { routes } from "#routing/routes.ts";
import { listEndpoints } from "#shop/outlets/api/endpoints.ts";
import { capabilities, roles } from "#shop/people/staff/roles.ts";

const appFolder = join(import.meta.dirname, "..", "..", "..", "app");

const whoMayAsk: Record<Route["access"], string> = {
  public: "everybody",
  personal: "this visitor",
  reader: "a reader",
  "sign-in": "everybody",
  api: "this visitor",
};

const whoMayPost: Record<Route["posts"], string> = {
  none: "nobody",
  "same-origin": "the shop’s own pages",
  "signed-form": "a payment provider, signed",
  "signed-json": "a payment provider, signed",
  "one-click": "who has the link’s secret",
};

const offlineWords: Record<Route["offline"], string> = {
  "for-everyone": "device",
  "for-its-reader": "device, for its reader",
  never: "",
  bypassed: "",
};

/** The shop's routes, grouped by who may request, who may post, rate limits, and where responses are stored. */
export function listShopRoutes(): string[] {
  const groups = new Map<string, string[]>();
  for (const [path, route] of Object.entries<Route>(routes)) {
    const kept = [route.access === "public" ? "shop" : "", offlineWords[route.offline]].filter(Boolean).join(", ");
    const policy = [whoMayAsk[route.access], whoMayPost[route.posts], limitsOf(path, route), kept || "nowhere"];
    addToGroup(groups, policy.join(" | "), path);
  }
  return [...groups].map(([policy, paths]) => line(quote(paths), policy));
}

/** The desk's pages by the roles that may open them; a path stands for those below it. */
export function listDeskRoutes(): string[] {
  const groups = new Map<string, string[]>();
  for (const [path, { needs }] of Object.entries<DeskRoute>(deskRoutes)) {
    const who = needs === null ? "everybody" : capabilities[needs].roles.map((role) => roles[role]).join(", ");
    addToGroup(groups, who, path);
  }
  return [...groups].map(([who, paths]) =>
    line(who, quote(paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`))))),
  );
}

/** The endpoints of the API that need a token, with its scope. */
export function listTokenEndpoints(): string[] {
  return listEndpoints().flatMap(({ method, path, scope }) =>
    scope ? line(`\`${method.toUpperCase()} ${path}\``, `\`${scope}\``) : [],
  );
}

/**
 * Addresses that Hono serves before the router, as `app.ts` and `web-app-manifest.ts` of `server/http` contain them:
 * `written` as text, or `named` by a constant.
 */
export function listOtherAddresses(): { written: string[]; named: string[] } {
  const source = ["app.ts", "web-app-manifest.ts"]
    .map((file) => readFileSync(join(appFolder, "..", "server", "http", file), "utf8"))
    .join("\n");
  const registered = [...source.matchAll(/\bapp\.(?:get|post|all|on)\(\s*("[^"]*"|`[^`]*`|\w+)/g)].map(
    ([, path]) => path!,
  );
  const isWritten = (path: string) => /^"\/[\w./:*-]+"$/.test(path);
  return {
    written: registered.filter(isWritten).map((path) => path.slice(1, -1)),
    named: registered.filter((path) => !isWritten(path)),
  };
}

/** The rate limits of a route: for reading, for posting, and those that its module uses. */
function limitsOf(path: string, { access, posts, file }: Route): string {
  const reading = path === "/checkout/status" ? "status" : "read";
  const lookedUp = access === "public" || path === "/search" ? ["search"] : [];
  const posting = posts === "none" ? [] : posts.startsWith("signed") ? ["forged"] : ["post"];
  return [reading, ...lookedUp, ...posting, ...askedBy(file)].map((name) => `\`${name}\``).join(" ");
}

function askedBy(file: string): string[] {
  const source = readFileSync(join(appFolder, file), "utf8");
  const shared = source.includes("answer-ticket-form.server.ts")
    ? readFileSync(join(appFolder, "http", "answer-ticket-form.server.ts"), "utf8")
    : "";
  return [...new Set([...(source + shared).matchAll(/consume\("([\w-]+)"\)/g)].map(([, name]) => name!))];
}

function addToGroup(groups: Map<string, string[]>, key: string, path: string): void {
  groups.set(key, [...(groups.get(key) ?? []), path]);
}

function quote(paths: readonly string[]): string {
  return paths.map((path) => `\`${path}\``).join(" ");
}

function line(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}
