/** Finds the network of a request, for rate limits, and whether this machine sent it, also behind proxies. */
import type { IncomingHttpHeaders } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

import { isPassedOn } from "./forwarding-headers.ts";

export interface RequestOrigin {
  /** The key of rate limits: an IPv4 address or an IPv6 /64; null for the shop's own machine, which is not limited. */
  network: string | null;
  /** Whether the shop's own machine sent it: its connection is local, and no header shows that it was forwarded. */
  isLocal: boolean;
}

/** The proxies in front of the shop, from the settings. */
export interface ProxySettings {
  /** How many proxies a request passes. */
  count: number;
  /** Addresses and networks such as `10.0.0.0/8`. */
  addresses: readonly string[];
}

/** The proxies in front of the shop, ready for look-ups. */
export interface Proxies {
  /** How many proxies a request passes. */
  count: number;
  /** Whether the forwarding headers of this peer are trusted. */
  isProxy: (address: string) => boolean;
}

/**
 * Finds where a request came from. Each proxy in front of the shop appends the address of its client to
 * X-Forwarded-For. So with `count` proxies the address of the visitor is the `count`th from the end. Clients can forge
 * the entries before it, and peers that are not proxies can forge the whole header. Behind a proxy no request is exempt
 * from limits, because the proxy forwards requests of any client. No header can prove that a request is from this
 * machine, but each forwarding header proves that it is not.
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

/** The key that all connections without an address share. */
const unknownNetwork = "unknown";

/** Maximum number of unknown peers to warn about. Any client may send X-Forwarded-For, and must not fill the log. */
const maxSaidPeers = 20;

/**
 * Returns a function like `originOf` for the requests of one shop. It also warns about forwarded requests that
 * contradict the settings of proxies: once per peer, for at most 20 peers.
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
        "Readers are connected by a proxy on this machine, but TRUST_PROXY is not set: no rate limits apply. " +
          "Set TRUST_PROXY to the number of proxies in front of the shop, usually 1.",
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

/**
 * The key of rate limits for an address: an IPv4 address itself, or the /64 of an IPv6 address, because a household
 * gets a /64.
 */
export function networkOfAddress(written: string | null): string | null {
  const address = written === null ? null : plainAddress(written);
  if (address === null) return null;
  return isIPv4(address) ? address : `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/** The /48 around an IPv6 /64, which one customer of a provider may get; null for an IPv4 address. */
export function widerNetworkOf(network: string): string | null {
  return network.endsWith("::/64") ? `${network.split(":").slice(0, 3).join(":")}::/48` : null;
}

function isOwn(address: string | null): boolean {
  return address === "::1" || (address !== null && isIPv4(address) && address.startsWith("127."));
}

/** Strips the port, brackets, zone and IPv4-in-IPv6 prefix; null for a text that is no address. */
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
