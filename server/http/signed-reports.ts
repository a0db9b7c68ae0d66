import type { Route } from "#routing/route.ts";
import type { Services } from "#shop/services.ts";

/**
 * Whether what should be Razorpay's has its signature. Asked before anything is done with it: the router and the few places
 * for reports are for true ones.
 */
export function isSigned(
  razorpay: Pick<Services["razorpay"], "isWebhookSignature" | "isPaymentSignature">,
  posts: Route["posts"],
  headers: Headers,
  body: Buffer | "too-large",
): boolean {
  if (body === "too-large") return false;
  if (posts === "signed-json") return razorpay.isWebhookSignature(body, headers.get("x-razorpay-signature") ?? "");
  const form = new URLSearchParams(body.toString("utf8"));
  const field = (name: string) => form.get(name) ?? "";
  return razorpay.isPaymentSignature(
    field("razorpay_order_id"),
    field("razorpay_payment_id"),
    field("razorpay_signature"),
  );
}
