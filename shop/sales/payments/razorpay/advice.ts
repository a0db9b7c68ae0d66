import type { ProviderPayment } from "#shop/sales/payments/payment-provider.ts";

export const keysAdvice =
  "Compare Key Id and Key Secret on the desk’s page Go live with Razorpay’s, under Account & Settings, API Keys.";

export function adviseOnWebhooks(url: string): string {
  return `At Razorpay, under Account & Settings, Webhooks, set ${url} and the webhook secret that is entered at the desk, under Go live.`;
}

/** Advice on the setting of Razorpay's dashboard that made a payment differ from its order: docs/decisions/014. */
export function adviseOnAmount({ amountPaise, offerId }: ProviderPayment, totalPaise: number): string {
  const offer = offerId && ` (${offerId})`;
  return amountPaise < totalPaise
    ? `If an offer${offer} on Razorpay's dashboard reduced it, switch offers off there.`
    : "If Razorpay let the customer bear the fee, switch that off on its dashboard.";
}
