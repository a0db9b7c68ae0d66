import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { getRequestListener } from "@hono/node-server";

/** A stand-in that listens on a port of this machine. */
export interface OpenServer {
  origin: string;
  close(): Promise<void>;
}

/**
 * Longer than proxies and clients keep idle connections, in milliseconds, so that no request is sent on a connection
 * that is closing.
 */
const keepAliveTimeout = 65_000;

/** Listens on a port of the loopback interface, by default a free one. Rejects if the port is taken. */
export async function openServer(
  fetch: (request: Request) => Response | Promise<Response>,
  port = 0,
): Promise<OpenServer> {
  const listener = getRequestListener((request) => (isForThisMachine(request) ? fetch(request) : refuse()), {
    overrideGlobalObjects: false,
  });
  const server = createServer({ keepAliveTimeout }, listener);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Whether a request has a local host name. With another name (DNS rebinding), a page of another site could read the
 * responses.
 */
function isForThisMachine({ url }: Request): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(url).hostname);
}

function refuse(): Response {
  return new Response("The stand-ins answer only under an address of this machine.", { status: 403 });
}
