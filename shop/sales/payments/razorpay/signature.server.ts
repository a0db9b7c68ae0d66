import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether this is the SHA-256 HMAC of a message under a secret, in hex; it takes as long for a wrong one as for a right one. */
export function isHmac(secret: string, message: string | Buffer, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = createHmac("sha256", secret).update(message).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}
