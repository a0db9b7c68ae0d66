import { createHash, createHmac, randomBytes } from "node:crypto";

/** A new secret for a cookie: 256 bits in 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a cookie's value could be such a secret. */
export function isSecret(given: string | null | undefined): given is string {
  return typeof given === "string" && /^[\w-]{43}$/.test(given);
}

/** All that the database knows of a secret. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/**
 * The browser's `auth-token`: `v1.<session id>.<mac>`. It says which session the browser believes in and gives no way
 * into it: the mac is made with the cookie's secret, which scripts cannot read, and nothing on the server accepts it.
 */
export function authTokenOf(sessionId: string, sessionToken: string): string {
  const mac = createHmac("sha256", sessionToken).update(`auth-token ${sessionId}`).digest("base64url");
  return `v1.${sessionId}.${mac}`;
}
