import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { createAddressList } from "#server/network/address-list.ts";
import type { ProxySettings } from "#server/network/client-network.ts";

/** Ids that proxies make: UUIDs, hexadecimal numbers, names with a number. */
const idOfProxy = /^[\w.-]{8,64}$/;

/**
 * Gives each request an id: that of one of the shop's proxies in X-Request-Id, so that both logs can be read together,
 * otherwise a new one. Ids from clients are ignored, because they could repeat another request's.
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
