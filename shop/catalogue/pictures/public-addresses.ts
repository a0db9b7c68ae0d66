import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 that is not the public internet: IANA's registry of special addresses, multicast and what is reserved. */
const special4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** IPv6 outside of this is loopback, local, mapped IPv4, translation, multicast or not given to anybody. */
const global6 = ["2000::", 3] as const;

/** What inside of it is not the public internet, or leads to an IPv4 address that stands in it. */
const special6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const notPublic4 = new BlockList();
for (const [network, prefix] of special4) notPublic4.addSubnet(network, prefix, "ipv4");
const notPublic6 = new BlockList();
for (const [network, prefix] of special6) notPublic6.addSubnet(network, prefix, "ipv6");
const allGlobal6 = new BlockList();
allGlobal6.addSubnet(...global6, "ipv6");

/** Whether an IP address belongs to the public internet, and to nothing inside of the shop's own network. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return allGlobal6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}
