import { href } from "#routing/href.ts";
import { cannotHearWidget } from "#shop/people/readers/device.ts";
import type { OpenOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { paymentWindowSeconds } from "#shop/sales/orders/placing/payment-time.ts";
import { providerOf, type Payer } from "#shop/sales/payments/payment-provider.ts";
import type { WidgetOpening } from "#shop/sales/payments/payment-widget.ts";
import type { Services } from "#shop/services.ts";

/** Said when the payment provider does not answer. */
export const noProvider = "The payment service is not responding. Please try again in a minute.";

/** The answer that opens the provider's widget for an order; null if the provider does not describe it. */
export async function openWidget(
  { settings, paymentProviders }: Services,
  order: OpenOrder,
  { name, email, phone }: Payer,
  userAgent: string | null,
): Promise<({ ok: true; orderNumber: string; heldUntil: string } & WidgetOpening) | null> {
  try {
    const opening = await providerOf(paymentProviders, order.provider).describeWidget({
      ...order,
      reader: { name, email, phone },
      shopName: settings.name,
      publicUrl: settings.publicUrl,
      timeoutSeconds: paymentWindowSeconds(settings.reservationMinutes),
      returnUrl: cannotHearWidget(userAgent ?? "") ? settings.publicUrl + href("/payments/return") : null,
    });
    const { number: orderNumber, reservedUntil } = order;
    return { ok: true, orderNumber, heldUntil: reservedUntil.toISOString(), ...opening };
  } catch (error) {
    console.error(`The payment window for order ${order.number} could not be opened`, error);
    return null;
  }
}
