import type { CspHosts } from "#app/http/content-security-policy.ts";
import type { PaymentProvider } from "#shop/sales/payments/payment-provider.ts";

/** The hosts that the content security policy allows for the widget; for the stand-in only the shop's own origin. */
export function widgetHosts(provider: PaymentProvider): CspHosts {
  if (provider.keys === "stand-in") return { script: [], frame: ["'self'"], connect: [], image: [] };
  return provider.findWidgetHosts();
}
