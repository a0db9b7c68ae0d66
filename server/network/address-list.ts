import { BlockList, isIP, isIPv6 } from "node:net";

/** Returns a function that tells whether an address is in a list of addresses and networks such as `10.0.0.0/8`. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", length] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return (address) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Whether a text is an address, or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(entry: string): boolean {
  const [address = "", length, ...rest] = entry.split("/");
  if (isIP(address) === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (isIPv6(address) ? 128 : 32));
}
