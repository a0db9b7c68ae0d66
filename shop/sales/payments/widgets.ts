import type { PaymentWidget } from "./payment-widget.ts";
import type { ProviderId } from "./provider-names.ts";
import { razorpayWidget } from "./razorpay/widget.ts";

const widgets: Record<ProviderId, PaymentWidget> = { razorpay: razorpayWidget };

/** The payment window of a provider; Razorpay's by default, because pages of the previous version send no provider. */
export function widgetOf(provider: ProviderId = "razorpay"): PaymentWidget {
  return widgets[provider];
}
