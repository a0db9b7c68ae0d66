import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

/** IPv6 outside of this is not given to anybody; the package knows what is special inside and outside of it. */
const global6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address belongs to the public internet, and to nothing inside of the shop's own network. */
export function isPublicAddress(address: string): boolean {
  // Only the usual spelling: the package also reads octal numbers, for which a resolver may have another meaning.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(global6));
}
