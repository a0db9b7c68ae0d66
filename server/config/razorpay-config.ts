import { z } from "zod";

import { isLoopback } from "#server/network/loopback.ts";
import { safeUrl, secret } from "./setting-shapes.ts";
import { SettingsError } from "./settings-error.ts";

/** Path of the stand-in under the shop's address. */
export const razorpayStandInPath = "/stand-ins/razorpay";

/** Where payments go: Razorpay itself, or a stand-in. */
export interface RazorpayConfig {
  id: "razorpay";
  /** Whether this is the stand-in that the shop itself serves. */
  isStandIn: boolean;
  /** Address of the stand-in, which may be shared by several shops; null for Razorpay itself. */
  standInUrl: string | null;
  /** The name of the setting whose key takes real money; null for test keys. */
  liveKey: string | null;
  apiBase: string;
  checkoutSrc: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  previousWebhookSecret: string | undefined;
}

export const razorpaySettings = {
  RAZORPAY_API_BASE: safeUrl("https://api.razorpay.com/v1").optional(),
  RAZORPAY_CHECKOUT_SRC: safeUrl("https://checkout.razorpay.com/v1/checkout.js").optional(),
  RAZORPAY_KEY_ID: z
    .string()
    .regex(/^rzp_(test|live)_\w+$/, "must start with rzp_test_ or rzp_live_")
    .optional(),
  RAZORPAY_KEY_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret.optional(),
};

/** The settings that Razorpay requires, as words for an error message. */
export const razorpayKeys = "RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET";

/** Reads Razorpay's keys; null if none are set. */
export function readRazorpay(read: z.infer<z.ZodObject<typeof razorpaySettings>>): RazorpayConfig | null {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = read;
  if (!keyId && !keySecret && !webhookSecret) return null;
  if (!keyId || !keySecret || !webhookSecret)
    throw new SettingsError(`${razorpayKeys} belong together: set all three, or none for test payments.`);
  const apiBase = (read.RAZORPAY_API_BASE ?? "https://api.razorpay.com/v1").replace(/\/$/, "");
  return {
    id: "razorpay",
    isStandIn: false,
    standInUrl: isLoopback(apiBase) ? apiBase.replace(/\/v1$/, "") : null,
    liveKey: keyId.startsWith("rzp_live_") ? "RAZORPAY_KEY_ID" : null,
    apiBase,
    checkoutSrc: read.RAZORPAY_CHECKOUT_SRC ?? "https://checkout.razorpay.com/v1/checkout.js",
    keyId,
    keySecret,
    webhookSecret,
    previousWebhookSecret: read.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
  };
}

/** The stand-in on the shop's own port, called over HTTP like the real API. */
export function razorpayStandIn(port: number): RazorpayConfig {
  const standInUrl = `http://127.0.0.1:${port}${razorpayStandInPath}`;
  return {
    id: "razorpay",
    isStandIn: true,
    standInUrl,
    liveKey: null,
    apiBase: `${standInUrl}/v1`,
    checkoutSrc: `${razorpayStandInPath}/v1/checkout.js`,
    keyId: "rzp_test_EndpaperStandIn",
    keySecret: "stand_in_key_secret",
    webhookSecret: "stand_in_webhook_secret",
    previousWebhookSecret: undefined,
  };
}
