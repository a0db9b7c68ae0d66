import { createHash, randomBytes } from "node:crypto";

/** A new cart's secret name: 256 bits, known to the browser's cookie only. */
export function newCartToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database knows of a token. */
export function hashCartToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
