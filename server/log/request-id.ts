import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { createAddressList } from "#server/network/address-list.ts";
import type { ProxySettings } from "#server/network/client-network.ts";

/** Matches ids that proxies make: UUIDs, hexadecimal numbers, names with a number. */
const idOfProxy = /^[\w.-]{8,64}$/;

/**
 * Returns a function that gives each request an id. If one of the shop's proxies sent an id in X-Request-Id, the
 * request keeps it, so that both logs can be read together; otherwise the id is new. Ids from clients are ignored,
 * because a client could repeat the id of another request.
 */
export function createRequestIds({ count, addresses }: ProxySettings): (request: IncomingMessage) => string {
  const isProxy = createAddressList(addresses);
  const process = randomBytes(4).toString("hex");
  let made = 0;
  return ({ headers, socket }) => {
    const given = headers["x-request-id"];
    if (count > 0 && typeof given === "string" && idOfProxy.test(given) && isProxy(plain(socket.remoteAddress)))
      return given;
    made += 1;
    return `${process}-${made}`;
  };
}

function plain(address = ""): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, "");
}
