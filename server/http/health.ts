import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import type pg from "pg";

import type { Middleware } from "./listen.ts";

/** Health checks for proxies and service managers. */
export interface Health {
  /** Responds to `/healthz` and `/readyz`; passes on all other requests. */
  before: Middleware;
  /**
   * Marks the shop as not ready, and makes each response close its connection, so that proxies send no new requests and
   * do not reuse a connection that will close. Resolves after proxies have had time to notice.
   */
  close: () => Promise<void>;
}

/**
 * How long a proxy takes to notice that the shop closes, in milliseconds. With `deploy/haproxy.cfg` it checks once a
 * second, and twice more soon after the first failure.
 */
export const proxyNoticeMs = 2_500;

/** Timeout of a readiness check in milliseconds; proxies check every second or two. */
const checkTimeoutMs = 1_000;

/**
 * Creates the health checks. `/healthz` (liveness) returns 200 while the process responds. `/readyz` (readiness)
 * returns 200 while the shop can serve visitors. It returns 503 with the reason while the shop closes, or if the
 * database does not answer within a second. `noticeMs` is how long a closing shop waits for proxies to notice.
 */
export function createHealth(pool: Pick<pg.Pool, "query">, noticeMs: number): Health {
  let isClosing = false;
  /** The running check of the database, which concurrent requests share. */
  let asking: Promise<string | null> | null = null;

  async function findTrouble(): Promise<string | null> {
    if (isClosing) return "The shop is closing.";
    const timeout = wait(checkTimeoutMs, "The database does not answer.", { ref: false });
    asking ??= pool
      .query("select 1")
      .then(
        () => null,
        () => "The database is unavailable.",
      )
      .finally(() => (asking = null));
    return Promise.race([asking, timeout]);
  }

  return {
    before(request: IncomingMessage, response: ServerResponse, next) {
      if (isClosing) response.shouldKeepAlive = false;
      if (request.method !== "GET" && request.method !== "HEAD") return next();
      if (request.url === "/healthz") return answer(response, 200, "The shop is running.");
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
