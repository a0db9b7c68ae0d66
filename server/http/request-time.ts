import type { IncomingMessage, ServerResponse } from "node:http";

/** What gives a request more time, by the request as the app sees it. */
const granting = new WeakMap<Request, (milliseconds: number) => void>();

/**
 * Cuts off a request whose body has not come whole in so many milliseconds. Node's own `requestTimeout` is one for all
 * requests, and a large file takes longer than a form may. Null for a request without a body.
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
    /** Says which request of the app this is. */
    of: (request: Request) => {
      granting.set(request, (more) => {
        clearTimeout(timer);
        timer = setTimeout(cutOff, more);
      });
    },
  };
}

/** Lets a request take so long, in milliseconds from now; for one of which it is known who sends it. */
export function grantRequestTime(request: Request, milliseconds: number): void {
  granting.get(request)?.(milliseconds);
}
