import { sql, type SQL } from "#db/sql.ts";

import { hashSecret } from "#shop/kernel/security/secret.server.ts";

/** Whose cart it is: a guest's, by the secret token in the browser's cookie, or a reader's. */
export type CartOwner = string | { readerId: number };

/** The predicate that finds an owner's cart, on a table called `c`. */
export function isCartOf(owner: CartOwner): SQL {
  return typeof owner === "string" ? sql`c.token_hash = ${hashSecret(owner)}` : sql`c.reader_id = ${owner.readerId}`;
}
