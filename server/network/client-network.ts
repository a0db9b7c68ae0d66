import type { IncomingHttpHeaders } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

import { isPassedOn } from "./forwarding-headers.ts";

/** Where a request came from. */
export interface RequestOrigin {
  /** What limits count: an IPv4 address or an IPv6 /64; null for the shop's own machine, which is not limited. */
  network: string | null;
  /** Whether it was sent from the shop's own machine: by its connection, and nothing says that it passed the request on. */
  isLocal: boolean;
}

/** The proxies in front of the shop, as its settings tell of them. */
export interface ProxySettings {
  /** How many a request passes. */
  count: number;
  /** Addresses and networks such as `10.0.0.0/8`. */
  addresses: readonly string[];
}

/** The proxies in front of the shop, to ask. */
export interface Proxies {
  /** How many a request passes. */
  count: number;
  /** Whether the word of this peer on a caller's address is taken. */
  isProxy: (address: string) => boolean;
}

/**
 * Where a request came from. Each proxy in front of the shop adds the address it saw at the end of X-Forwarded-For, so
 * with `count` of them the caller's is that many from the end; what stands before it anybody may write, and so may any
 * peer that is not a proxy. Behind a proxy nobody is free of limits: what it forwards may be anybody's. That a request is
 * from this machine no header can prove, and any of a proxy's disproves it.
 */
export function originOf(
  peer: string | undefined,
  headers: IncomingHttpHeaders,
  { count, isProxy }: Proxies,
): RequestOrigin {
  const address = plainAddress(peer ?? "");
  const isLocal = isOwn(address) && !isPassedOn(headers);
  if (count === 0) return { network: isOwn(address) ? null : (networkOfAddress(address) ?? unknownNetwork), isLocal };
  const forwarded = headers["x-forwarded-for"]?.toString().split(",") ?? [];
  const seen = address === null || isProxy(address) ? plainAddress(forwarded.at(-count) ?? "") : null;
  return { network: networkOfAddress(seen ?? address) ?? unknownNetwork, isLocal };
}

/** All whose connection has no address any more share one allowance. */
const unknownNetwork = "unknown";

/** So many unknown peers are spoken of: anybody may send X-Forwarded-For, and the log must not fill. */
const maxSaidPeers = 20;

/**
 * Like `originOf`, for the requests of one shop. Says when the proxies are not those that the settings tell of: once for
 * each of at most 20 peers.
 */
export function createOrigins(proxies: Proxies, warn: (line: string) => void): typeof originOfRequest {
  let isMissingSaid = false;
  const saidPeers = new Set<string>();
  return originOfRequest;

  function originOfRequest(peer: string | undefined, headers: IncomingHttpHeaders): RequestOrigin {
    const origin = originOf(peer, headers, proxies);
    if (!isPassedOn(headers)) return origin;
    const sender = plainAddress(peer ?? "");
    if (proxies.count === 0 && origin.network === null && !isMissingSaid) {
      isMissingSaid = true;
      warn(
        "Readers come through a proxy on this machine, and TRUST_PROXY is not set: no rate limits apply. " +
          "Set TRUST_PROXY to the number of proxies before the shop, usually 1.",
      );
    } else if (
      proxies.count > 0 &&
      headers["x-forwarded-for"] !== undefined &&
      sender !== null &&
      !proxies.isProxy(sender)
    ) {
      if (saidPeers.has(sender) || saidPeers.size >= maxSaidPeers) return origin;
      saidPeers.add(sender);
      warn(
        `A request came with X-Forwarded-For from ${sender}, which is not one of the shop's proxies: the header ` +
          "is ignored. If it is a proxy of yours, name it in PROXY_ADDRESSES.",
      );
    }
    return origin;
  }
}

/** The network an address belongs to: an IPv4 address, or the /64 of an IPv6 one, which is what one household gets. */
export function networkOfAddress(written: string | null): string | null {
  const address = written === null ? null : plainAddress(written);
  if (address === null) return null;
  return isIPv4(address) ? address : `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/** The /48 around an IPv6 /64, which is what one customer of a provider may get; null for an IPv4 address. */
export function widerNetworkOf(network: string): string | null {
  return network.endsWith("::/64") ? `${network.split(":").slice(0, 3).join(":")}::/48` : null;
}

function isOwn(address: string | null): boolean {
  return address === "::1" || (address !== null && isIPv4(address) && address.startsWith("127."));
}

/** Without port, brackets, zone and the IPv4-in-IPv6 prefix; null when it is no address. */
function plainAddress(written: string): string | null {
  const bare = written
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=[\d.]+$)/i, "")
    .replace(/^([\d.]+):\d+$/, "$1");
  return isIPv4(bare) || isIPv6(bare) ? bare.toLowerCase() : null;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = "", after = ""] = address.split("::");
  const head = before.split(":").filter(Boolean);
  const tail = after.split(":").filter(Boolean);
  const missing = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  return [...head, ...missing, ...tail].map((group) => group.replace(/^0+(?=.)/, ""));
}
