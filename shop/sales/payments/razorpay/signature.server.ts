import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether a hex signature is the HMAC-SHA-256 of a message under a secret; compares in constant time. */
export function isHmac(secret: string, message: string | Buffer, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = createHmac("sha256", secret).update(message).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}
