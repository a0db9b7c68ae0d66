import { createHmac, timingSafeEqual } from "node:crypto";

import { href } from "#routing/href.ts";
import type { Services } from "#shop/services.ts";
import type { Carrier, CarrierId } from "./carrier.ts";

/**
 * The secret part of the address to which a carrier reports scans, because it signs nothing. Its digits cannot spell
 * the words that Shiprocket refuses in an address, such as "sr".
 */
export function webhookKey(linkKey: string, carrier: CarrierId): string {
  return createHmac("sha256", linkKey).update(`scans of ${carrier}`).digest("hex").slice(0, 43);
}

/** The address to which a carrier reports scans. */
export function webhookAddress(publicUrl: string, linkKey: string, carrier: CarrierId): string {
  return publicUrl + href("/webhooks/parcels/:secret", { secret: webhookKey(linkKey, carrier) });
}

/** The carrier whose address has this key, or null. */
export function carrierOfKey(
  { carriers, linkKey }: Pick<Services, "carriers" | "linkKey">,
  key: string,
): Carrier | null {
  const given = Buffer.from(key);
  return (
    carriers.find(({ id }) => {
      const own = Buffer.from(webhookKey(linkKey, id));
      return own.length === given.length && timingSafeEqual(own, given);
    }) ?? null
  );
}
