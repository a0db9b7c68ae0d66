import type { CspHosts } from "#app/http/content-security-policy.ts";
import type { PaymentProvider } from "#shop/sales/payments/payment-provider.ts";

/** Whether the shop's own stand-in opens instead of the provider's widget. */
export function isStandInWidget({ checkoutSrc }: Pick<PaymentProvider, "checkoutSrc">, publicUrl: string): boolean {
  return new URL(checkoutSrc, publicUrl).origin === new URL(publicUrl).origin;
}

/** The hosts that the content security policy allows for the widget; for the stand-in only the shop's own origin. */
export function widgetHosts(provider: PaymentProvider, publicUrl: string): CspHosts {
  if (isStandInWidget(provider, publicUrl)) return { script: [], frame: ["'self'"], connect: [], image: [] };
  return provider.findWidgetHosts();
}
