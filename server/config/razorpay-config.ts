import { isLoopback } from "#server/network/loopback.ts";
import { SettingsError } from "./settings-error.ts";

/** Path of the payment stand-in. */
export const razorpayStandInPath = "/stand-ins/razorpay";

/** Where payments go: Razorpay itself, or the stand-in served by the shop. */
export interface RazorpayConfig {
  isStandIn: boolean;
  apiBase: string;
  checkoutSrc: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  previousWebhookSecret: string | undefined;
}

interface RazorpaySettings {
  RAZORPAY_API_BASE?: string | undefined;
  RAZORPAY_CHECKOUT_SRC?: string | undefined;
  RAZORPAY_KEY_ID?: string | undefined;
  RAZORPAY_KEY_SECRET?: string | undefined;
  RAZORPAY_WEBHOOK_SECRET?: string | undefined;
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS?: string | undefined;
}

/** Reads Razorpay's keys. Without any: the stand-in on loopback or if `mayBeStandIn`, otherwise a SettingsError. */
export function readRazorpay(read: RazorpaySettings, publicUrl: string, mayBeStandIn: boolean): RazorpayConfig {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = read;
  if (keyId && keySecret && webhookSecret) {
    return {
      isStandIn: false,
      apiBase: (read.RAZORPAY_API_BASE ?? "https://api.razorpay.com/v1").replace(/\/$/, ""),
      checkoutSrc: read.RAZORPAY_CHECKOUT_SRC ?? "https://checkout.razorpay.com/v1/checkout.js",
      keyId,
      keySecret,
      webhookSecret,
      previousWebhookSecret: read.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    };
  }
  const some = keyId ?? keySecret ?? webhookSecret;
  if (some) {
    throw new SettingsError(
      "RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET belong together: set all three, or none for test payments.",
    );
  }
  if (!isLoopback(publicUrl) && !mayBeStandIn) {
    throw new SettingsError(
      `No Razorpay keys are set, and ${publicUrl} is open to the world. Set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and ` +
        "RAZORPAY_WEBHOOK_SECRET, or ALLOW_TEST_PAYMENTS=yes for a demonstration where no money moves.",
    );
  }
  return {
    isStandIn: true,
    apiBase: "",
    checkoutSrc: `${razorpayStandInPath}/v1/checkout.js`,
    keyId: "rzp_test_EndpaperStandIn",
    keySecret: "stand_in_key_secret",
    webhookSecret: "stand_in_webhook_secret",
    previousWebhookSecret: undefined,
  };
}
