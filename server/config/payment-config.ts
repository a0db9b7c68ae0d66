import type { z } from "zod";

import { razorpaySettings, razorpayStandIn, readRazorpay, type RazorpayConfig } from "./razorpay-config.ts";

/** The settings of one payment provider; `id` names it, and determines the other fields. */
export type PaymentConfig = RazorpayConfig;

/** The settings of all payment providers. */
export const paymentSettings = { ...razorpaySettings };

type PaymentSettings = z.infer<z.ZodObject<typeof paymentSettings>>;

interface Readable {
  id: PaymentConfig["id"];
  /** Reads the settings of the provider: null without keys. Throws a SettingsError if only some keys are set. */
  read: (read: PaymentSettings) => PaymentConfig | null;
  standIn: (port: number) => PaymentConfig;
}

/**
 * All providers that the shop knows. The first one with keys takes new payments; others with keys only settle, refund
 * and report the payments that they took earlier.
 */
const providers: readonly [Readable, ...Readable[]] = [
  { id: "razorpay", read: readRazorpay, standIn: razorpayStandIn },
];

/** Reads the keys of all payment providers. If none are set, returns the stand-in of the first provider. */
export function readPayments(read: PaymentSettings, port: number): readonly [PaymentConfig, ...PaymentConfig[]] {
  const [first, ...others] = providers.flatMap((provider) => provider.read(read) ?? []);
  return first ? [first, ...others] : [providers[0].standIn(port)];
}
