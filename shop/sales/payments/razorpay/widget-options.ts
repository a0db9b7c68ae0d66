import type { WidgetHosts, WidgetOrder } from "#shop/sales/payments/payment-provider.ts";
import type { WidgetOpening } from "#shop/sales/payments/payment-widget.ts";

/** The options of Razorpay's widget, as listed by the specification. */
export interface WidgetOptions {
  key: string;
  /** Paise. */
  amount: number;
  currency: "INR";
  name: string;
  description: string;
  image: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string; method: "card" };
  theme: { color: string };
  /** Seconds. */
  timeout: number;
  /** Where the browser is redirected if the page cannot be called back, as inside another app. */
  callback_url?: string;
  /** Whether failures are redirected there too. */
  redirect?: true;
}

export function describeWidget(key: string, checkoutSrc: string, order: WidgetOrder): WidgetOpening {
  const { name, email, phone } = order.reader;
  const options: WidgetOptions = {
    key,
    amount: order.totalPaise,
    currency: "INR",
    name: order.shopName,
    description: `Order ${order.number}`,
    image: `${order.publicUrl}/icons/apple-touch-icon.png`,
    order_id: order.providerOrderId,
    prefill: { name, email, contact: phone, method: "card" },
    theme: { color: "#4F46E5" },
    timeout: order.timeoutSeconds,
    ...(order.returnUrl === null ? {} : { callback_url: order.returnUrl, redirect: true }),
  };
  return { provider: "razorpay", checkoutSrc, options };
}

/**
 * The hosts that the widget uses on the page that opens it; only the script's own unless that is Razorpay's. Inside
 * another app the widget leaves the page by a form (`redirect`).
 */
export function findWidgetHosts(checkoutSrc: string): WidgetHosts {
  const script = new URL(checkoutSrc).origin;
  if (script !== "https://checkout.razorpay.com")
    return { script: [script], frame: [script], connect: [script], image: [script], form: [script] };
  return {
    script: [script, "https://cdn.razorpay.com"],
    frame: ["https://api.razorpay.com", script],
    connect: [
      "https://api.razorpay.com",
      script,
      "https://lumberjack.razorpay.com",
      "https://lumberjack-metrics.razorpay.com",
    ],
    image: ["https://cdn.razorpay.com"],
    form: ["https://api.razorpay.com"],
  };
}
