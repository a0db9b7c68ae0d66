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
import { capabilities, roles, type Capability } from "#shop/people/staff/roles.ts";

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

/** The shop's routes: path, who may request, who may post, rate limits, and where responses are stored. */
export function listShopRoutes(): string[] {
  return Object.entries<Route>(routes).map(([path, route]) => {
    const kept = [route.access === "public" ? "shop" : "", offlineWords[route.offline]].filter(Boolean).join(", ");
    return line(
      `\`${path}\``,
      whoMayAsk[route.access],
      whoMayPost[route.posts],
      limitsOf(path, route),
      kept || "nowhere",
    );
  });
}

/** The desk's pages by the permission that they need, with its roles. */
export function listDeskRoutes(): string[] {
  const needed = new Map<Capability | null, string[]>();
  for (const [path, { needs }] of Object.entries<DeskRoute>(deskRoutes))
    needed.set(needs, [...(needed.get(needs) ?? []), `\`${path}\``]);
  return [...needed].map(([needs, paths]) => {
    const who = needs === null ? "everybody" : capabilities[needs].roles.map((role) => roles[role]).join(", ");
    return line(needs ?? "before the sign-in", who, paths.join(" "));
  });
}

export function listApiEndpoints(): string[] {
  return listEndpoints().map(({ method, path, scope }) =>
    line(`\`${method.toUpperCase()} ${path}\``, scope ? `a token with the scope \`${scope}\`` : "everybody"),
  );
}

/**
 * Addresses that Hono serves before the router, as `server/http/app.ts` writes them, and the names of constants for the
 * others.
 */
export function listOtherAddresses(): { written: string[]; named: string[] } {
  const source = readFileSync(join(appFolder, "..", "server", "http", "app.ts"), "utf8");
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

function line(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}
