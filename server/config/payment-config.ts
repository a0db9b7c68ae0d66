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

/** A payment provider of the shop; each one's own fields follow from `id`. */
export type PaymentConfig = RazorpayConfig;

/** The settings of all payment providers. */
export const paymentSettings = { ...razorpaySettings };

type PaymentSettings = z.infer<z.ZodObject<typeof paymentSettings>>;

interface Readable {
  id: PaymentConfig["id"];
  /** The settings without which it takes no payments, in a phrase. */
  keys: string;
  /** Null without keys; throws a SettingsError if only some are set. */
  read: (read: PaymentSettings) => PaymentConfig | null;
  standIn: (port: number) => PaymentConfig;
}

/** The first with keys takes new payments; the others settle, refund and report what they took. */
const providers: readonly [Readable, ...Readable[]] = [
  { id: "razorpay", keys: razorpayKeys, read: readRazorpay, standIn: razorpayStandIn },
];

/**
 * Reads the keys of all payment providers. Without any: the first one's stand-in on loopback or if `mayBeStandIn`,
 * otherwise a SettingsError.
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
