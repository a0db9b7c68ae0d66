import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { getRequestListener } from "@hono/node-server";

import type { App, answerFrom } from "./app.ts";
import { publicPageKey } from "./public-pages.ts";

/** Handles a request before the app does; answers whether it did. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Binds the shop to a port. Slow clients are cut off rather than waited for. */
export function listen(port: number, app: (request: Request) => Promise<Response>, shortcut: Shortcut): Promise<Server> {
  const answer = getRequestListener(app, { overrideGlobalObjects: false });
  const server = createServer({ connectionsCheckingInterval: 1000, maxHeaderSize: 16 * 1024 }, (request, response) => {
    if (!shortcut(request, response)) void answer(request, response);
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 15_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = 2_000;
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

/** Sends kept public pages straight from memory; whatever else there is goes through the app. */
export function sendKeptPages(app: App, answer: typeof answerFrom): Shortcut {
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const key = publicPageKey(request.url ?? "");
    const page = key === null ? null : app.pages.peek(key);
    if (!page) return false;
    const { status, headers, body } = answer(page, request.headers["accept-encoding"], request.headers["if-none-match"]);
    response.writeHead(status, headers.flat());
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  };
}

/** Stops taking connections, lets what is running end for up to ten seconds, then closes. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const last = setTimeout(() => server.closeAllConnections(), 10_000);
    server.close(() => {
      clearTimeout(last);
      resolve();
    });
    server.closeIdleConnections();
  });
}
