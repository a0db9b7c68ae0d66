/** Helpers for journeys with the service worker: cached pages, and a shop that switches to a new build. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, type Page } from "@playwright/test";

/** Waits until the service worker has cached these pages, each a path with its query. */
export async function expectCached(page: Page, ...paths: string[]): Promise<void> {
  await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(paths));
}

/** All pages that this browser has cached, for any reader. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => /^(pages|personal)-/.test(name));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });
}

/** Opens the first page of a visit and waits until the service worker controls it. */
export async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // The page registers the worker on the reader's first action.
  await page.waitForFunction(() => {
    dispatchEvent(new Event("scroll"));
    return navigator.serviceWorker.controller !== null;
  });
}

/** The journeys' shop on another port, which can switch to a new build at any moment. */
export interface Deployed {
  url: string;
  /** Switches to a new build, whose files have other names; the old files are gone. */
  deploy: () => void;
  /** Chooses the answers: pages, errors with status 503, or none at all. */
  answerWith: (answer: "pages" | "trouble" | "silence") => void;
  close: () => void;
}

/**
 * Opens a proxy in front of the journeys' shop. It changes the shop's answers to those of the current or the next
 * build.
 */
export async function openDeployed(): Promise<Deployed> {
  let isNew = false;
  let answerWith: Parameters<Deployed["answerWith"]>[0] = "pages";
  const rename = (text: string) =>
    isNew ? text.replaceAll(/((?:\/assets|\.)\/[\w.]+)-([\w-]+)\.js/g, "$1-new-$2.js") : text;
  const server = createServer(async (request, response) => {
    const path = request.url!;
    if (answerWith === "trouble") return void response.writeHead(503).end();
    if (answerWith === "silence") return;
    const isNewFile = /-new-[\w-]+\.js$/.test(path);
    if (path.endsWith(".js") && path.startsWith("/assets/") && isNewFile !== isNew) {
      return void response.writeHead(404).end();
    }
    const answer = await fetch(process.env.JOURNEY_URL + path.replace("-new-", "-"), { redirect: "manual" });
    const headers = Object.fromEntries(answer.headers);
    // The policy contains hashes of inline scripts, which change with the file names in them.
    for (const name of ["content-encoding", "content-length", "etag", "content-security-policy"]) delete headers[name];
    if (isNew && headers["x-build"]) headers["x-build"] = `new${headers["x-build"]}`;
    response.writeHead(answer.status, headers);
    const isText = /html|javascript/.test(headers["content-type"] ?? "");
    if (!isText) return void response.end(Buffer.from(await answer.arrayBuffer()));
    const text = rename(await answer.text());
    response.end(isNew ? text.replace('const version = "', 'const version = "new') : text);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => (isNew = true),
    answerWith(answer) {
      answerWith = answer;
      // Aborts unanswered requests; the browser's next attempt would queue behind them.
      server.closeAllConnections();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
