import { createHash, randomBytes } from "node:crypto";

import { parameters } from "#routing/parameters.ts";

const pattern = new RegExp(`^${parameters.secret}$`);

/** A new secret for a cookie or a link: 256 random bits in 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a value from a request has the format of a secret from `newSecret`; signatures have the same format. */
export function isSecret(given: string | null | undefined): given is string {
  return typeof given === "string" && pattern.test(given);
}

/** The hash of a secret; the database stores only this hash. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
