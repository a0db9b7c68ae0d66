import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { getRequestListener } from "@hono/node-server";

import { createNetworks } from "./caller-network.ts";

/** Sees a request before the app does, and either answers it or calls `next`. */
export type Before = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

interface Listening {
  port: number;
  /** How many proxies stand before the shop. */
  proxies: number;
  before: Before;
  app: (request: Request, network: string | null) => Promise<Response>;
}

/** Binds the shop to a port. Slow clients are cut off rather than waited for. */
export function listen({ port, proxies, before, app }: Listening): Promise<Server> {
  const networkOf = createNetworks(proxies, (line) => console.warn(line));
  const answer = getRequestListener(
    (request, { incoming }) =>
      app(request, networkOf(incoming.socket.remoteAddress, incoming.headers["x-forwarded-for"]?.toString())),
    { overrideGlobalObjects: false },
  );
  const server = createServer({ connectionsCheckingInterval: 1000, maxHeaderSize: 16 * 1024 }, (request, response) => {
    before(request, response, () => void answer(request, response));
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
