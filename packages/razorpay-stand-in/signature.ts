import { createHmac } from "node:crypto";

/** What checkout hands the shop as `razorpay_signature`: hex HMAC-SHA256 of "order|payment" under the key secret. */
export function paymentSignature(orderId: string, paymentId: string, keySecret: string): string {
  return hmacHex(`${orderId}|${paymentId}`, keySecret);
}

/** `X-Razorpay-Signature`: hex HMAC-SHA256 of the raw body under the webhook secret. */
export function webhookSignature(rawBody: string, webhookSecret: string): string {
  return hmacHex(rawBody, webhookSecret);
}

function hmacHex(message: string, key: string): string {
  return createHmac("sha256", key).update(message).digest("hex");
}
