import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { createAddressList } from "#server/network/address-list.ts";
import type { ProxySettings } from "#server/network/client-network.ts";

/** What proxies make: UUIDs, hex numbers, names with a number. */
const idOfProxy = /^[\w.-]{8,64}$/;

/**
 * Gives each request an id: the one that a proxy of the shop gave it in X-Request-Id, so that its log and the shop's can be
 * read together, else one of the shop's own. A stranger's is not taken: it could be another request's.
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
