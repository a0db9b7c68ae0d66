import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import workerText from "#app/offline/service-worker.js?raw";

/** The service worker of one build; another build has another version. */
export interface ServiceWorker {
  /** Also stands on every page of the build, as `x-build`. */
  version: string;
  script: () => Response;
}

/** Browsers ask for it again with every visit and at least daily; `pagesVersion` is that of the build's pages. */
export function createServiceWorker(pagesVersion: string, shopName: string, clientFolder: string): ServiceWorker {
  // Fonts are kept when a page uses them: no page needs them all.
  const files = readdirSync(join(clientFolder, "assets")).filter((file) => /\.(js|css|svg)$/.test(file));
  const assets = files.sort().map((file) => `/assets/${file}`);
  const sum = createHash("sha256").update(JSON.stringify([pagesVersion, shopName, assets, workerText]));
  const version = sum.digest("hex").slice(0, 12);
  const text = `const version = ${JSON.stringify(version)};\nconst assets = ${JSON.stringify(assets)};\n${workerText}`;
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    // What it fetches is judged by its own policy, not by that of the page.
    "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  };
  return { version, script: () => new Response(text, { headers }) };
}
