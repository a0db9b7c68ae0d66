import { createHmac, timingSafeEqual } from "node:crypto";

import { isSecret } from "./secret.server.ts";

/** Signs a subject, such as `order EP-7K2M9QX4TB`, with the key of the shop's links; returns 43 URL-safe characters. */
export function sign(linkKey: string, subject: string): string {
  return createHmac("sha256", linkKey).update(subject).digest("base64url");
}

/** Whether a value from a request is the signature of this subject; compares in constant time. */
export function isSignature(linkKey: string, subject: string, given: string | null): boolean {
  return isSecret(given) && timingSafeEqual(Buffer.from(sign(linkKey, subject)), Buffer.from(given));
}

/**
 * The browser's `auth-token`: `v1.<session id>.<mac>`. It tells which session the browser uses but gives no access to
 * it: the MAC's key is the cookie's secret, which scripts cannot read, and the server does not accept the token.
 */
export function authTokenOf(sessionId: string, sessionToken: string): string {
  const mac = sign(sessionToken, `auth-token ${sessionId}`);
  return `v1.${sessionId}.${mac}`;
}
