import type { Mount } from "#razorpay-stand-in/drive.ts";
import { createRazorpayStandIn } from "#razorpay-stand-in/razorpay.ts";
import { openServer } from "#stand-in-kit/open-server.ts";

/** The Razorpay stand-in in the test's own process: it survives the death of the shop, as the real one would. */
export interface OutsideRazorpay extends Mount {
  /** Settings for a shop to use it. */
  settings: Record<string, string>;
  close: () => void;
}

const keyId = "rzp_test_CrashTests";
const keySecret = "crash_tests_key_secret";
const webhookSecret = "crash_tests_webhook_secret";

/** Opens a stand-in that sends webhooks to a shop on this port, with retries while the shop is down. */
export async function openOutsideRazorpay(shopPort: number): Promise<OutsideRazorpay> {
  const { origin, close } = await openServer((request) => standIn.fetch(request));
  const standIn = createRazorpayStandIn({
    keyId,
    keySecret,
    basePath: "",
    publicOrigin: origin,
    webhook: { url: `http://127.0.0.1:${shopPort}/webhooks/razorpay`, secret: webhookSecret },
    webhookDelayFactor: 0.05,
  });
  return {
    standIn,
    origin,
    basePath: "",
    keyId,
    keySecret,
    settings: {
      RAZORPAY_API_BASE: `${origin}/v1`,
      RAZORPAY_CHECKOUT_SRC: `${origin}/v1/checkout.js`,
      RAZORPAY_KEY_ID: keyId,
      RAZORPAY_KEY_SECRET: keySecret,
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    },
    close() {
      standIn.close();
      void close();
    },
  };
}
