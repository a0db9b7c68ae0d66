/** Checks that an address is public, before the shop fetches a picture from it. */
import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

/** IPv6 addresses outside this range are not assigned; the package knows the special ranges within. */
const global6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is on the public internet, and not in the shop's own network. */
export function isPublicAddress(address: string): boolean {
  // Only the canonical spelling: the package also parses octal numbers, which a resolver may interpret differently.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(global6));
}
