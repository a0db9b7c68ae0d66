import { isIP } from "node:net";

/**
 * The address in HOST, if it is one: a proxy on this machine that connects to it also has it as its own source address.
 */
export function ownAddress(host: string | undefined): string[] {
  return host !== undefined && isIP(host) !== 0 && !/^[0:.]+$/.test(host) ? [host] : [];
}
