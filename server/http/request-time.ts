import type { IncomingMessage, ServerResponse } from "node:http";

/** Functions that extend the time limit of a request, by the app's Request object. */
const granting = new WeakMap<Request, (milliseconds: number) => void>();

/**
 * Closes the connection of a request whose body has not arrived within `milliseconds`. Node's own `requestTimeout` is
 * the same for all requests, but a large file takes longer than a form may. Returns null for a request without a body.
 */
export function limitRequestTime(incoming: IncomingMessage, response: ServerResponse, milliseconds: number) {
  const { headers } = incoming;
  if (headers["transfer-encoding"] === undefined && !(Number(headers["content-length"]) > 0)) return null;
  const cutOff = () => {
    if (incoming.complete || !incoming.socket.writable) return;
    if (response.headersSent) incoming.socket.destroy();
    else incoming.socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  };
  let timer = setTimeout(cutOff, milliseconds);
  incoming.once("close", () => clearTimeout(timer));
  incoming.once("end", () => clearTimeout(timer));
  return {
    /** Registers the app's Request object, so that `grantRequestTime` can find this limit. */
    of: (request: Request) => {
      granting.set(request, (more) => {
        clearTimeout(timer);
        timer = setTimeout(cutOff, more);
      });
    },
  };
}

/** Restarts a request's time limit with `milliseconds` from now. Only for requests of a known sender. */
export function grantRequestTime(request: Request, milliseconds: number): void {
  granting.get(request)?.(milliseconds);
}
