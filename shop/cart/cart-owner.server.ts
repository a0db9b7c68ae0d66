import { createHash, randomBytes } from "node:crypto";

import { sql, type SQL } from "#db/sql.ts";

/** Whose cart it is: a guest's, by the secret token in the browser's cookie, or a reader's. */
export type CartOwner = string | { readerId: number };

/** A new guest cart's secret name: 256 bits, known to the browser's cookie only. */
export function newCartToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database knows of a token. */
export function hashCartToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The predicate that finds an owner's cart, on a table called `c`. */
export function isCartOf(owner: CartOwner): SQL {
  return typeof owner === "string" ? sql`c.token_hash = ${hashCartToken(owner)}` : sql`c.reader_id = ${owner.readerId}`;
}
