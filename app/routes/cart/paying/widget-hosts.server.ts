import type { CspHosts } from "#app/http/content-security-policy.ts";
import type { PaymentProvider } from "#shop/sales/payments/payment-provider.ts";

/** Whether the shop's own stand-in opens in place of the provider's window. */
export function isStandInWidget({ checkoutSrc }: Pick<PaymentProvider, "checkoutSrc">, publicUrl: string): boolean {
  return new URL(checkoutSrc, publicUrl).origin === new URL(publicUrl).origin;
}

/** The hosts that the widget uses on the page that opens it; only the shop's own when the stand-in plays its part. */
export function widgetHosts(provider: PaymentProvider, publicUrl: string): CspHosts {
  if (isStandInWidget(provider, publicUrl)) return { script: [], frame: ["'self'"], connect: [], image: [] };
  return provider.findWidgetHosts();
}
