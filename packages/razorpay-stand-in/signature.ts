import { createHmac } from "node:crypto";

/** `razorpay_signature` of the checkout: hex HMAC-SHA256 of "order|payment" with the key secret. */
export function paymentSignature(orderId: string, paymentId: string, keySecret: string): string {
  return hmacHex(`${orderId}|${paymentId}`, keySecret);
}

/** `X-Razorpay-Signature`: hex HMAC-SHA256 of the raw body with the webhook secret. */
export function webhookSignature(rawBody: string, webhookSecret: string): string {
  return hmacHex(rawBody, webhookSecret);
}

function hmacHex(message: string, key: string): string {
  return createHmac("sha256", key).update(message).digest("hex");
}
