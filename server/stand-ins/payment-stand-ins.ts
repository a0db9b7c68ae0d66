/** Opens simulated payment providers (stand-ins), and mounts one in the shop if it has no keys of a real provider. */
import { join } from "node:path";

import { href } from "#routing/href.ts";
import type { Config } from "#server/config/config.ts";
import type { PaymentConfig } from "#server/config/payment-config.ts";
import { isDemonstration, type MountedStandIn } from "#server/http/guards/stand-in-guard.ts";
import type { ProviderId } from "#shop/sales/payments/provider-names.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";

/** What is known about a payment provider's stand-in before it is opened. */
interface PaymentStandIn {
  /**
   * Matches the stand-in's pages that customers of a public demonstration shop need. Paths are relative to the
   * stand-in's path.
   */
  readersPages: RegExp;
  /**
   * Returns the settings for shops that share the stand-in at this address. The setting names are the same as for the
   * real provider.
   */
  sharedSettings: (url: string) => Record<string, string>;
}

export const paymentStandIns: Record<ProviderId, PaymentStandIn> = {
  razorpay: {
    readersPages: /^\/v1\/checkout[./].*$/,
    sharedSettings: (url) => ({
      RAZORPAY_API_BASE: `${url}/v1`,
      RAZORPAY_CHECKOUT_SRC: `${url}/v1/checkout.js`,
      RAZORPAY_KEY_ID: "rzp_test_SharedStandIn",
      RAZORPAY_KEY_SECRET: "shared_stand_in_key_secret",
      RAZORPAY_WEBHOOK_SECRET: "shared_stand_in_webhook_secret",
    }),
  },
};

interface OpeningOptions {
  /** The address that the stand-in sends webhooks to. */
  webhookUrl: string;
  basePath: string;
  publicOrigin: string;
  /** The file that keeps the data of the stand-in when it is restarted. */
  file: string;
  /** Whether the stand-in has pages below `/control` that simulate faults. */
  control: boolean;
}

/** Opens the stand-in of a payment provider, with the keys from `config`. */
export function openPaymentStandIn(config: PaymentConfig, { webhookUrl, ...options }: OpeningOptions) {
  switch (config.id) {
    case "razorpay": {
      const { keyId, keySecret, webhookSecret: secret } = config;
      return createRazorpayStandIn({ ...options, keyId, keySecret, webhook: { url: webhookUrl, secret } });
    }
  }
}

/**
 * Opens the stand-in that the shop itself serves if its settings have no keys of a payment provider. It answers until
 * `current` has some.
 */
export function mountPaymentStandIns(
  { payments, missing, port, publicUrl, dataDir }: Config,
  current: () => Config,
  closers: (() => Promise<void>)[],
): MountedStandIn[] {
  return payments
    .filter(({ isStandIn }) => isStandIn)
    .map((config) => {
      const { id } = config;
      const path = `/stand-ins/${id}`;
      const { fetch, close } = openPaymentStandIn(config, {
        webhookUrl: `http://127.0.0.1:${port}${href("/webhooks/:provider", { provider: id })}`,
        basePath: path,
        publicOrigin: publicUrl,
        file: join(dataDir, `${id}-stand-in.json`),
        control: !isDemonstration(publicUrl),
      });
      closers.push(async () => close());
      const isInUse = () => current().payments.some((payment) => payment.id === id && payment.isStandIn);
      // Without keys the shop takes no payment: its jobs do not ask the stand-in, and readers never reach it.
      const readersPages = missing.includes("payments") ? /(?!)/ : paymentStandIns[id].readersPages;
      return { path, readersPages, fetch, isInUse };
    });
}
