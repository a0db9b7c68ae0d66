import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import type pg from "pg";

import type { Middleware } from "./listen.ts";

/** What tells a proxy, or whatever watches over the shop, how it is. */
export interface Health {
  /** Answers `/healthz` and `/readyz`, and leaves all else. */
  before: Middleware;
  /**
   * From now on the shop is not ready, and each answer says that its connection ends: proxies send nobody any more, and do
   * not use a connection again that is about to be closed. Resolves when they have had the time to notice.
   */
  close: () => Promise<void>;
}

/** A proxy that asks every second, and twice more soon after the first no, has noticed: see `deploy/haproxy.cfg`. */
export const proxyNoticeMs = 2_500;

/** Proxies ask every second or two. */
const checkTimeoutMs = 1_000;

/**
 * `/healthz` answers 200 while the process answers at all: whoever restarts processes asks it. `/readyz` answers 200 while
 * the shop can serve readers, and 503 with the reason when it closes or does not reach its database within a second:
 * whoever sends readers asks it. `noticeMs` is how long a closing shop waits for proxies to notice.
 */
export function createHealth(pool: Pick<pg.Pool, "query">, noticeMs: number): Health {
  let isClosing = false;
  /** One question at a time, however often it is asked. */
  let asking: Promise<string | null> | null = null;

  async function findTrouble(): Promise<string | null> {
    if (isClosing) return "The shop is closing.";
    const timeout = wait(checkTimeoutMs, "The database does not answer.", { ref: false });
    asking ??= pool
      .query("select 1")
      .then(
        () => null,
        () => "The database is away.",
      )
      .finally(() => (asking = null));
    return Promise.race([asking, timeout]);
  }

  return {
    before(request: IncomingMessage, response: ServerResponse, next) {
      if (isClosing) response.shouldKeepAlive = false;
      if (request.method !== "GET" && request.method !== "HEAD") return next();
      if (request.url === "/healthz") return answer(response, 200, "The shop is there.");
      if (request.url !== "/readyz") return next();
      void findTrouble().then((trouble) => answer(response, trouble ? 503 : 200, trouble ?? "The shop is ready."));
    },
    async close() {
      isClosing = true;
      await wait(noticeMs);
    },
  };
}

function answer(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(`${words}\n`);
}
