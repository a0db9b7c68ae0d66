import { isIP } from "node:net";

import { isPublicAddress } from "#shop/catalogue/pictures/public-addresses.ts";

/** Who can reach an address: this machine alone, those in the same building, or everybody. */
export type Reach = "machine" | "network" | "internet";

/** Finds who can reach a URL, by its host alone; nothing is looked up. */
export function findReach(url: string): Reach {
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, "");
  if (/^(127(\.\d+){3}|::1|(.*\.)?localhost)$/.test(host)) return "machine";
  if (isIP(host) !== 0) return isPublicAddress(host) ? "internet" : "network";
  return !host.includes(".") || /\.(local|lan|home|internal|home\.arpa)$/.test(host) ? "network" : "internet";
}
