import type { IncomingMessage, ServerResponse } from "node:http";

import type { ShopLog } from "#server/log/open-log.ts";
import { inLogContext } from "#server/log/log-context.ts";
import { createRequestIds } from "#server/log/request-id.ts";
import type { ProxySettings } from "#server/network/client-network.ts";
import { routeLabel } from "./route-label.ts";
import type { Traffic } from "./traffic.ts";

interface WatchOptions {
  log: Pick<ShopLog, "write">;
  proxies: ProxySettings;
  /** Counts the requests; null if metrics are disabled. */
  traffic: Traffic | null;
  /** Whether a request is for the desk. All pages of the desk are counted as one route. */
  isForDesk: (request: IncomingMessage) => boolean;
}

/** The status that is counted for clients that disconnected before the response, as in nginx. */
const gone = 499;

/**
 * Measures the seconds until a response began, or its client disconnected. The end of a response is not measured,
 * because for an event stream or a file it depends on the client. For a form with a file, the time begins when all of
 * it has arrived.
 */
function timeAnswer(request: IncomingMessage, response: ServerResponse): () => number {
  let begunAt = performance.now();
  let answeredAt: number | null = null;
  // Node emits no event when the headers of a response are sent, but always calls `writeHead`.
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    answeredAt ??= performance.now();
    return writeHead(...args);
  };
  if (/^multipart\/form-data\b/i.test(request.headers["content-type"] ?? ""))
    request.once("end", () => {
      if (answeredAt === null) begunAt = performance.now();
    });
  return () => ((answeredAt ?? performance.now()) - begunAt) / 1000;
}

/**
 * Gives each request that the app handles an id, which its log lines contain. Counts all requests, and logs failed
 * ones. `fromMemory` either responds at once or calls `pass`. Responses from memory are never logged, so they need no
 * id and cost almost nothing.
 */
export function watchRequests({ log, proxies, traffic, isForDesk }: WatchOptions) {
  const idOf = createRequestIds(proxies);
  const labelOf = (request: IncomingMessage) => (isForDesk(request) ? "desk" : routeLabel(request.url ?? ""));
  return (
    request: IncomingMessage,
    response: ServerResponse,
    fromMemory: (pass: () => void) => void,
    next: () => void,
  ): void => {
    fromMemory(() => {
      const secondsTaken = timeAnswer(request, response);
      const id = idOf(request);
      response.setHeader("x-request-id", id);
      response.once("close", () => {
        const route = labelOf(request);
        const status = response.headersSent ? response.statusCode : gone;
        const seconds = secondsTaken();
        traffic?.count(route, request.method, status, "app");
        traffic?.time(route, seconds);
        if (status >= 500)
          log.write("warn", `A request was answered with ${status}: ${request.method} ${route}`, {
            request: id,
            route,
            status,
            seconds: Math.round(seconds * 1000) / 1000,
          });
      });
      inLogContext({ request: id }, next);
    });
    if (traffic && response.headersSent) traffic.count(labelOf(request), request.method, response.statusCode, "memory");
  };
}
