import type { PaymentProviders } from "#shop/sales/payments/payment-provider.ts";
import { createRazorpay } from "#shop/sales/payments/razorpay/razorpay.server.ts";
import type { Config } from "./config/config.ts";
import { razorpayStandInPath } from "./config/razorpay-config.ts";

/** The payment providers that the shop has keys for. */
export function openPaymentProviders({ razorpay, port }: Pick<Config, "razorpay" | "port">): PaymentProviders {
  // The stand-in is reached over the same wire as the real one: HTTP, on the shop's own port.
  const apiBase = razorpay.isStandIn ? `http://127.0.0.1:${port}${razorpayStandInPath}/v1` : razorpay.apiBase;
  return [createRazorpay({ ...razorpay, apiBase })];
}
