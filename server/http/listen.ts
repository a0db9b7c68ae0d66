/** Opens the shop's port: timeouts and limits of connections, rejection of ambiguous requests, draining at the end. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { getRequestListener } from "@hono/node-server";

import { portOf } from "#db/free-port.ts";
import { createAddressList } from "#server/network/address-list.ts";
import { createOrigins, type Proxies, type ProxySettings, type RequestOrigin } from "#server/network/client-network.ts";
import { limitRequestTime } from "./request-time.ts";
import { ConnectionCounter, connectionLimits, type ConnectionLimits } from "./load/connection-limits.ts";

/** Node middleware that runs before the app: it answers the request or calls `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Timeouts of connections, in milliseconds. */
export interface ConnectionTimes {
  headers: number;
  /** Time for receiving a whole request. */
  request: number;
  /** Time without a byte in either direction. Also ends a response that its client does not read. */
  inactivity: number;
  /** Idle time between two requests of one connection. */
  keepAlive: number;
  /** Interval between checks of the timeouts for headers. */
  check: number;
  /** How long running requests may continue when the shop closes. Then their connections are closed. */
  drain: number;
}

export interface ListenOptions {
  /** The address to listen on, such as `0.0.0.0`. The shop always listens on loopback too. */
  host?: string | undefined;
  /** 0 for any free port. */
  port: number;
  proxies: ProxySettings;
  before: Middleware;
  app: (request: Request, origin: RequestOrigin) => Promise<Response>;
  times?: Partial<ConnectionTimes>;
  limits?: Partial<ConnectionLimits>;
}

export interface Listener {
  port: number;
  /**
   * Stops accepting connections, waits up to `times.drain` (7 s by default) for running requests, then closes the port.
   */
  drain: () => Promise<void>;
}

const connectionTimes: ConnectionTimes = {
  headers: 5_000,
  request: 15_000,
  inactivity: 30_000,
  keepAlive: 5_000,
  check: 1_000,
  drain: 7_000,
};

/**
 * Keep-alive timeout behind a proxy, in milliseconds. It is longer than that of common proxies, so that no proxy sends
 * a request on a connection that is closing.
 */
const keepAliveBehindProxy = 65_000;

/** Opens the shop's port on its addresses. Connections of slow clients are closed. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const proxies = { count: options.proxies.count, isProxy: createAddressList(options.proxies.addresses) };
  const keepAlive = proxies.count > 0 ? keepAliveBehindProxy : connectionTimes.keepAlive;
  const times = { ...connectionTimes, keepAlive, ...options.times };
  const isProxy = (address: string) => proxies.count > 0 && proxies.isProxy(address);
  const counter = new ConnectionCounter({ ...connectionLimits, ...options.limits }, isProxy);
  const peers = new WeakMap<Socket, string>();
  const handle = createHandler(options, proxies, times.request, peers);
  const servers: Server[] = [];
  const drain = async () => {
    await Promise.all(servers.map((server) => drainServer(server, times.drain)));
  };
  let { port } = options;
  try {
    for (const host of addressesFor(options.host)) {
      const server = await bind(createShopServer(times, counter, peers, handle), host, port);
      if (!server) continue;
      servers.push(server);
      port = portOf(server);
    }
  } catch (error) {
    await drain();
    throw error;
  }
  return { port, drain };
}

/** The addresses to listen on. They always include loopback, because the shop calls its own stand-ins there. */
function addressesFor(host: string | undefined): string[] {
  if (host === "::") return ["::"];
  if (host === "0.0.0.0") return ["0.0.0.0", "::1"];
  return [...new Set(["127.0.0.1", "::1", ...(host === undefined || host === "localhost" ? [] : [host])])];
}

function createHandler(
  { before, app }: ListenOptions,
  proxies: Proxies,
  requestTime: number,
  peers: WeakMap<Socket, string>,
) {
  const limits = new WeakMap<IncomingMessage, NonNullable<ReturnType<typeof limitRequestTime>>>();
  const originOf = createOrigins(proxies, (line) => console.warn(line));
  const answer = getRequestListener(
    (request, { incoming }) => {
      limits.get(incoming as IncomingMessage)?.of(request);
      const { socket, headers } = incoming as IncomingMessage;
      return app(request, originOf(peers.get(socket), headers));
    },
    { overrideGlobalObjects: false },
  );
  return (request: IncomingMessage, response: ServerResponse) => {
    if (isAmbiguous(request)) {
      response.writeHead(400, { "content-type": "text/plain; charset=utf-8", connection: "close" });
      response.end("This request has no valid Host header.");
      return;
    }
    const limit = limitRequestTime(request, response, requestTime);
    if (limit) limits.set(request, limit);
    before(request, response, () => void answer(request, response));
  };
}

/**
 * Whether a request has two Host headers, a host that is not in its canonical form, or an absolute URL with another
 * host. A proxy and the shop might interpret such a request differently.
 */
function isAmbiguous({ rawHeaders, headers, url = "" }: IncomingMessage): boolean {
  let hosts = 0;
  for (let place = 0; place < rawHeaders.length; place += 2)
    if (rawHeaders[place]!.length === 4 && rawHeaders[place]!.toLowerCase() === "host") hosts += 1;
  if (hosts > 1) return true;
  const host = headers.host?.toLowerCase();
  const plain = host?.replace(/:(80|443)$/, "");
  if (host !== undefined && URL.parse(`http://${host}`)?.host.replace(/:443$/, "") !== plain) return true;
  if (url.startsWith("/")) return false;
  if (!/^https?:\/\/[^/?#@]+([/?]|$)/i.test(url)) return true;
  // Also rejects a request without a Host header (HTTP/1.0), because there is no host to compare.
  return URL.parse(url)?.host.replace(/:(80|443)$/, "") !== plain;
}

function createShopServer(
  times: ConnectionTimes,
  counter: ConnectionCounter,
  peers: WeakMap<Socket, string>,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const options = { connectionsCheckingInterval: times.check, maxHeaderSize: 16 * 1024, noDelay: true };
  const server = createServer(options, handle);
  server.headersTimeout = times.headers;
  // Disabled, because `limitRequestTime` sets a time limit per request.
  server.requestTimeout = 0;
  server.keepAliveTimeout = times.keepAlive;
  server.timeout = times.inactivity;
  server.on("connection", (socket) => {
    // Remember the address now, because a connection that its client has closed has no address any more.
    if (socket.remoteAddress) peers.set(socket, socket.remoteAddress);
    const release = counter.open(socket.remoteAddress ?? "");
    if (release) socket.once("close", release);
    else socket.resetAndDestroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Browsers open connections in advance. Close an unused one without a response: a browser would take that response
    // for the response to its next request, which may be a form.
    if (!socket.writable || ("bytesRead" in socket && socket.bytesRead === 0)) {
      socket.destroy();
      return;
    }
    const status = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "408 Request Timeout" : "400 Bad Request";
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  });
  return server;
}

/** Listens on one address. Resolves to null if the machine has no IPv6. */
function bind(server: Server, host: string, port: number): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const hasNoIPv6 = error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT";
      if (host === "::1" && hasNoIPv6) resolve(null);
      else reject(error);
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners("error");
      resolve(server);
    });
  });
}

function drainServer(server: Server, maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const last = setTimeout(() => server.closeAllConnections(), maxMs);
    server.close(() => {
      clearTimeout(last);
      resolve();
    });
  });
}
