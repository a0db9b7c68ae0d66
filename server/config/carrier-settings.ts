/** Settings of carriers (`SHIPROCKET_*`, `DELHIVERY_*`), which an owner mostly enters at the desk. */
import { z } from "zod";

import type { DelhiveryAccess } from "#shop/sales/carriers/delhivery/delhivery.server.ts";
import type { ShiprocketAccess } from "#shop/sales/carriers/shiprocket/shiprocket.server.ts";
import { safeUrl, secret } from "./setting-shapes.ts";
import { SettingsError } from "./settings-error.ts";

/** The accounts with carriers; null for none. */
export interface CarrierConfig {
  shiprocket: ShiprocketAccess | null;
  delhivery: DelhiveryAccess | null;
}

const place = z.string().trim().min(1).max(120);
const pin = z.string().regex(/^[1-9]\d{5}$/, "must be a PIN code such as 560001");

export const carrierSettings = {
  SHIPROCKET_API_BASE: safeUrl("https://apiv2.shiprocket.in/v1/external").optional(),
  SHIPROCKET_EMAIL: z.email("must be the e-mail address of an API user").optional(),
  SHIPROCKET_PASSWORD: secret.optional(),
  SHIPROCKET_PICKUP: place.optional(),
  SHIPROCKET_PICKUP_PIN: pin.optional(),
  DELHIVERY_API_BASE: safeUrl("https://track.delhivery.com").optional(),
  DELHIVERY_TOKEN: secret.optional(),
  DELHIVERY_PICKUP: place.optional(),
  DELHIVERY_PICKUP_PIN: pin.optional(),
};

type Read = z.infer<z.ZodObject<typeof carrierSettings>>;

export function readCarriers(read: Read): CarrierConfig {
  return { shiprocket: readShiprocket(read), delhivery: readDelhivery(read) };
}

function readShiprocket(read: Read): ShiprocketAccess | null {
  const { SHIPROCKET_EMAIL: email, SHIPROCKET_PASSWORD: password } = read;
  const { SHIPROCKET_PICKUP: pickupPlace, SHIPROCKET_PICKUP_PIN: pickupPin } = read;
  if (!email && !password && !pickupPlace && !pickupPin) return null;
  if (!email || !password || !pickupPlace || !pickupPin)
    throw new SettingsError(
      "SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD, SHIPROCKET_PICKUP and SHIPROCKET_PICKUP_PIN belong together: set all, or none.",
    );
  const apiBase = (read.SHIPROCKET_API_BASE ?? "https://apiv2.shiprocket.in/v1/external").replace(/\/$/, "");
  return { apiBase, email, password, pickupPlace, pickupPin };
}

function readDelhivery(read: Read): DelhiveryAccess | null {
  const { DELHIVERY_TOKEN: token, DELHIVERY_PICKUP: pickupPlace, DELHIVERY_PICKUP_PIN: pickupPin } = read;
  if (!token && !pickupPlace && !pickupPin) return null;
  if (!token || !pickupPlace || !pickupPin)
    throw new SettingsError(
      "DELHIVERY_TOKEN, DELHIVERY_PICKUP and DELHIVERY_PICKUP_PIN belong together: set all, or none.",
    );
  const apiBase = (read.DELHIVERY_API_BASE ?? "https://track.delhivery.com").replace(/\/$/, "");
  return { apiBase, token, pickupPlace, pickupPin };
}
