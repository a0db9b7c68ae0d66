import type { z } from "zod";

import { isLoopback } from "#server/network/loopback.ts";
import { nameProvider } from "#shop/sales/payments/provider-names.ts";
import {
  razorpayKeys,
  razorpaySettings,
  razorpayStandIn,
  readRazorpay,
  type RazorpayConfig,
} from "./razorpay-config.ts";
import { SettingsError } from "./settings-error.ts";

/** The settings of one payment provider; `id` names it, and determines the other fields. */
export type PaymentConfig = RazorpayConfig;

/** The settings of all payment providers. */
export const paymentSettings = { ...razorpaySettings };

type PaymentSettings = z.infer<z.ZodObject<typeof paymentSettings>>;

interface Readable {
  id: PaymentConfig["id"];
  /** The settings that the provider requires, as words for an error message. */
  keys: string;
  /** Reads the settings of the provider: null without keys. Throws a SettingsError if only some keys are set. */
  read: (read: PaymentSettings) => PaymentConfig | null;
  standIn: (port: number) => PaymentConfig;
}

/**
 * All providers that the shop knows. The first one with keys takes new payments; others with keys only settle, refund
 * and report the payments that they took earlier.
 */
const providers: readonly [Readable, ...Readable[]] = [
  { id: "razorpay", keys: razorpayKeys, read: readRazorpay, standIn: razorpayStandIn },
];

/**
 * Reads the keys of all payment providers. If none are set, returns the stand-in of the first provider on loopback or
 * if `mayBeStandIn`, and otherwise throws a SettingsError.
 */
export function readPayments(
  read: PaymentSettings,
  port: number,
  publicUrl: string,
  mayBeStandIn: boolean,
): readonly [PaymentConfig, ...PaymentConfig[]] {
  const [first, ...others] = providers.flatMap((provider) => provider.read(read) ?? []);
  if (first) return [first, ...others];
  const [{ id, keys, standIn }] = providers;
  if (isLoopback(publicUrl) || mayBeStandIn) return [standIn(port)];
  throw new SettingsError(
    `No ${nameProvider(id)} keys are set, and ${publicUrl} is open to the world. Set ${keys}, ` +
      "or ALLOW_TEST_PAYMENTS=yes for a demonstration where no money moves.",
  );
}
