import type { PaymentProvider, PaymentProviders } from "#shop/sales/payments/payment-provider.ts";
import { createRazorpay } from "#shop/sales/payments/razorpay/razorpay.server.ts";
import type { Config } from "./config/config.ts";
import type { PaymentConfig } from "./config/payment-config.ts";

/** Creates the payment providers that are configured. */
export function openPaymentProviders({ payments: [first, ...others] }: Pick<Config, "payments">): PaymentProviders {
  return [openProvider(first), ...others.map(openProvider)];
}

function openProvider(config: PaymentConfig): PaymentProvider {
  switch (config.id) {
    case "razorpay":
      return createRazorpay(config);
  }
}
