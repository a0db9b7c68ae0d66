import { join } from "node:path";

import { href } from "#routing/href.ts";
import type { Config } from "#server/config/config.ts";
import type { PaymentConfig } from "#server/config/payment-config.ts";
import { isDemonstration, type MountedStandIn } from "#server/http/guards/stand-in-guard.ts";
import type { ProviderId } from "#shop/sales/payments/provider-names.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";

/** The properties of a payment provider's stand-in that do not need an open stand-in. */
interface PaymentStandIn {
  /** Matches the pages that readers of a public demonstration need; paths below that of the stand-in. */
  readersPages: RegExp;
  /**
   * Returns the settings of shops that share a stand-in at this address; the names are those for the provider itself.
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

/** Opens the stand-in of a payment provider, with the keys of its settings. */
export function openPaymentStandIn(config: PaymentConfig, { webhookUrl, ...options }: OpeningOptions) {
  switch (config.id) {
    case "razorpay": {
      const { keyId, keySecret, webhookSecret: secret } = config;
      return createRazorpayStandIn({ ...options, keyId, keySecret, webhook: { url: webhookUrl, secret } });
    }
  }
}

/** Opens the stand-ins that the shop itself serves, for payments without keys. */
export function mountPaymentStandIns(
  { payments, port, publicUrl, dataDir }: Config,
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
      return { path, readersPages: paymentStandIns[id].readersPages, fetch };
    });
}
