import type { CspHosts } from "#app/http/content-security-policy.ts";
import type { Razorpay } from "#shop/sales/payments/razorpay.server.ts";

/** Whether the shop's own stand-in opens in place of Razorpay's window. */
export function isStandInWidget(razorpay: Pick<Razorpay, "checkoutSrc">, publicUrl: string): boolean {
  return new URL(razorpay.checkoutSrc, publicUrl).origin === new URL(publicUrl).origin;
}

/**
 * The hosts Razorpay's widget uses on the page that opens it; only the shop's own when the stand-in plays its part. Inside
 * another app it leaves the page by a form (`redirect`).
 */
export function widgetHosts(razorpay: Razorpay, publicUrl: string): CspHosts {
  if (isStandInWidget(razorpay, publicUrl)) return { script: [], frame: ["'self'"], connect: [], image: [] };
  const script = new URL(razorpay.checkoutSrc, publicUrl).origin;
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
