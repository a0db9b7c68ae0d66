import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import workerText from "#app/offline/service-worker.ts?script";
import { expandPath } from "#routing/find-route.ts";
import { href } from "#routing/href.ts";
import type { Route } from "#routing/route.ts";
import { routes } from "#routing/routes.ts";

/** The service worker of one build; another build has another version. */
export interface ServiceWorker {
  /** Also stands on every page of the build, as `x-build`. */
  version: string;
  script: () => Response;
}

/** Browsers ask for it again with every visit and at least daily; `pagesVersion` is that of the build's pages. */
export function createServiceWorker(pagesVersion: string, shopName: string, clientFolder: string): ServiceWorker {
  // Fonts are cached when a page uses them: no page needs them all.
  const files = readdirSync(join(clientFolder, "assets")).filter((file) => /\.(js|css|svg)$/.test(file));
  const assets = files.sort().map((file) => `/assets/${file}`);
  const sum = createHash("sha256").update(JSON.stringify([pagesVersion, shopName, workerScript("", assets)]));
  const version = sum.digest("hex").slice(0, 12);
  const text = workerScript(version, assets);
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    // What it fetches is judged by its own policy, not by that of the page.
    "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  };
  return { version, script: () => new Response(text, { headers }) };
}

/** The service worker of a shop under the name that it has now: under another one browsers throw away what they stored. */
export function followWorker(pagesVersion: string, shop: { name: string }, clientFolder: string): () => ServiceWorker {
  let made = { name: shop.name, worker: createServiceWorker(pagesVersion, shop.name, clientFolder) };
  return () => {
    const { name } = shop;
    if (made.name !== name) made = { name, worker: createServiceWorker(pagesVersion, name, clientFolder) };
    return made.worker;
  };
}

/** The script of the service worker for a version of the shop, with the paths of the files it needs. */
export function workerScript(version: string, assets: string[]): string {
  // What lies beneath a bypassed path is the browser's too, and so are the stand-ins, which are served beside the shop.
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

/** The sources of regular expressions for the paths of some routes; in place of a parameter there may be anything. */
function pathsOf(isWanted: (route: Route) => boolean): string[] {
  const wanted = Object.entries<Route>(routes).filter(([, route]) => isWanted(route));
  return wanted.flatMap(([path]) => expandPath(path)).map((path) => path.replaceAll(/:\w+/g, "[^/]+"));
}
