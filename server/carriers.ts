import type { Carrier } from "#shop/sales/carriers/carrier.ts";
import { createDelhivery } from "#shop/sales/carriers/delhivery/delhivery.server.ts";
import { createShiprocket } from "#shop/sales/carriers/shiprocket/shiprocket.server.ts";
import type { CarrierConfig } from "./config/carrier-settings.ts";

/** Creates the carriers that the shop has an account with. */
export function openCarriers({ shiprocket, delhivery }: CarrierConfig): Carrier[] {
  return [...(shiprocket ? [createShiprocket(shiprocket)] : []), ...(delhivery ? [createDelhivery(delhivery)] : [])];
}
