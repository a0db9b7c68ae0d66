import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import workerText from "#app/offline/service-worker.ts?script";
import { expandPath } from "#routing/find-route.ts";
import { href } from "#routing/href.ts";
import type { Route } from "#routing/route.ts";
import { routes } from "#routing/routes.ts";

/** The service worker of one build; its version differs between builds. */
export interface ServiceWorker {
  /** The version, which is also sent with every page of the build as `x-build`. */
  version: string;
  script: () => Response;
}

/**
 * Creates the service worker. Browsers fetch it again at every visit, and at least daily. `pagesVersion` is the version
 * of the build.
 */
export function createServiceWorker(pagesVersion: string, shopName: string, clientFolder: string): ServiceWorker {
  // Fonts are not listed here. They are cached when used, because no page needs all of them.
  const files = readdirSync(join(clientFolder, "assets")).filter((file) => /\.(js|css|svg)$/.test(file));
  const assets = files.sort().map((file) => `/assets/${file}`);
  const sum = createHash("sha256").update(JSON.stringify([pagesVersion, shopName, workerScript("", assets)]));
  const version = sum.digest("hex").slice(0, 12);
  const text = workerScript(version, assets);
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    // The requests of the service worker are subject to this policy, not to the policy of the page.
    "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  };
  return { version, script: () => new Response(text, { headers }) };
}

/**
 * Returns the service worker for the shop's current name: another name gives another version, so browsers discard
 * cached pages.
 */
export function createWorkerForName(
  pagesVersion: string,
  shop: { name: string },
  clientFolder: string,
): () => ServiceWorker {
  let made = { name: shop.name, worker: createServiceWorker(pagesVersion, shop.name, clientFolder) };
  return () => {
    const { name } = shop;
    if (made.name !== name) made = { name, worker: createServiceWorker(pagesVersion, name, clientFolder) };
    return made.worker;
  };
}

/** The script of the service worker for a version of the shop, with the paths of the files to cache. */
export function workerScript(version: string, assets: string[]): string {
  // All paths below a bypassed path are bypassed too. Stand-ins that the shop serves are also bypassed.
  const bypassed = ["/stand-ins", ...pathsOf((route) => route.offline === "bypassed")];
  const neverStored = pathsOf((route) => route.offline === "never" && route.access !== "api");
  const values = {
    version: JSON.stringify(version),
    assets: JSON.stringify(assets),
    offlinePath: JSON.stringify(href("/offline")),
    signOutPath: JSON.stringify(href("/api/auth/logout")),
    bypassed: new RegExp(`^(?:${bypassed.join("|")})(?:[/.]|$)`),
    neverStored: new RegExp(`^(?:${neverStored.join("|")})$`),
  };
  const head = Object.entries(values).map(([name, value]) => `const ${name} = ${value};\n`);
  return head.join("") + workerText;
}

/** Regular expressions, as text, for the paths of the wanted routes. A parameter of a path matches any segment. */
function pathsOf(isWanted: (route: Route) => boolean): string[] {
  const wanted = Object.entries<Route>(routes).filter(([, route]) => isWanted(route));
  return wanted.flatMap(([path]) => expandPath(path)).map((path) => path.replaceAll(/:\w+/g, "[^/]+"));
}
