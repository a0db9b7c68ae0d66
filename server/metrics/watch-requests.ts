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
  /** Null where nobody asks for numbers. */
  traffic: Traffic | null;
  /** Whether a request is for the desk: it has a table of routes of its own, and is told as one. */
  isForDesk: (request: IncomingMessage) => boolean;
}

/** Clients that went before they had their answer, as nginx tells them. */
const gone = 499;

/**
 * How many seconds an answer took until it began, or its client went: a stream of events ends with its page, and a file as its
 * client's line allows. A form with a file is timed from when it has come whole.
 */
function timeAnswer(request: IncomingMessage, response: ServerResponse): () => number {
  let begunAt = performance.now();
  let answeredAt: number | null = null;
  // Node tells nobody of the head, but writes it by this also when it is not asked to.
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
 * Gives each request that the app answers an id, and all that the app writes of it; counts all requests, and logs those that
 * failed. `fromMemory` answers a request at once, or calls what it is given. Nothing is ever written of an answer from
 * memory, so it has no id and costs next to nothing.
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
