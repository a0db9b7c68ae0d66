import type { PaymentProviders } from "#shop/sales/payments/payment-provider.ts";
import { createRazorpay } from "#shop/sales/payments/razorpay/razorpay.server.ts";
import type { Config } from "./config/config.ts";
import { razorpayStandInPath } from "./config/razorpay-config.ts";

/** Creates the payment providers that are configured. */
export function openPaymentProviders({ razorpay, port }: Pick<Config, "razorpay" | "port">): PaymentProviders {
  // The stand-in is called over HTTP like the real API, on the shop's own port.
  const apiBase = razorpay.isStandIn ? `http://127.0.0.1:${port}${razorpayStandInPath}/v1` : razorpay.apiBase;
  return [createRazorpay({ ...razorpay, apiBase })];
}
