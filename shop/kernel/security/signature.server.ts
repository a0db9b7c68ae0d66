import { createHmac, timingSafeEqual } from "node:crypto";

import { isSecret } from "./secret.server.ts";

/** Signs a subject, such as `order EP-7K2M9QX4TB`, with the key of the shop's links: 43 characters for a link. */
export function sign(linkKey: string, subject: string): string {
  return createHmac("sha256", linkKey).update(subject).digest("base64url");
}

/** Whether what came with a request is the signature of this subject; takes the same time however much of it is right. */
export function isSignature(linkKey: string, subject: string, given: string | null): boolean {
  return isSecret(given) && timingSafeEqual(Buffer.from(sign(linkKey, subject)), Buffer.from(given));
}

/**
 * The browser's `auth-token`: `v1.<session id>.<mac>`. It says which session the browser believes in and gives no way
 * into it: the mac is made with the cookie's secret, which scripts cannot read, and nothing on the server accepts it.
 */
export function authTokenOf(sessionId: string, sessionToken: string): string {
  const mac = sign(sessionToken, `auth-token ${sessionId}`);
  return `v1.${sessionId}.${mac}`;
}
