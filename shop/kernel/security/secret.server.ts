import { createHash, randomBytes } from "node:crypto";

import { parameters } from "#routing/parameters.ts";

const pattern = new RegExp(`^${parameters.secret}$`);

/** A new secret for a cookie or a link: 256 bits in 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a value that came with a request could be such a secret, or a signature, which looks the same. */
export function isSecret(given: string | null | undefined): given is string {
  return typeof given === "string" && pattern.test(given);
}

/** All that the database knows of a secret. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
