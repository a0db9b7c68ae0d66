import { isIPv4, isIPv6 } from "node:net";

/**
 * The network a request came from: an IPv4 address, or the first half of an IPv6 one, which is what one household gets.
 * Each proxy in front of the shop adds the address it saw at the end of X-Forwarded-For, so with `proxies` of them the
 * caller's is that many from the end; what stands before it anybody may write. Null for the shop's own machine.
 */
export function networkOf(peer: string | undefined, forwardedFor: string | undefined, proxies: number): string | null {
  const seen = proxies > 0 ? (forwardedFor?.split(",").at(-proxies) ?? "") : "";
  const address = plainAddress(seen) ?? plainAddress(peer ?? "");
  if (address === null || address === "::1" || address.startsWith("127.")) return null;
  return isIPv4(address) ? address : `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/**
 * The network that a customer of an IPv6 provider may have whole: the first 48 bits of a network as `networkOf` gives it;
 * an IPv4 address is its own. Whoever has one has 65,536 of the narrower networks.
 */
export function widerNetwork(network: string): string {
  return network.endsWith("::/64") ? `${network.split(":").slice(0, 3).join(":")}::/48` : network;
}

/**
 * Like `networkOf`, for the requests of one shop. Says once when they come through a proxy on the same machine that the
 * shop was not told of: nobody is counted then.
 */
export function createNetworks(proxies: number, warn: (line: string) => void): typeof networkOfRequest {
  let isSaid = false;
  return networkOfRequest;

  function networkOfRequest(peer: string | undefined, forwardedFor: string | undefined): string | null {
    const network = networkOf(peer, forwardedFor, proxies);
    if (network === null && forwardedFor !== undefined && proxies === 0 && !isSaid) {
      isSaid = true;
      warn(
        "Readers come through a proxy on this machine, and TRUST_PROXY is not set: no limits are kept. " +
          "Set TRUST_PROXY to the number of proxies before the shop, usually 1.",
      );
    }
    return network;
  }
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
