import { sql, type SQL } from "#db/sql.ts";

import { hashSecret } from "#shop/kernel/security/secret.server.ts";

/** The owner of a cart: a guest (the secret token in the cookie) or a signed-in reader. */
export type CartOwner = string | { readerId: number };

/** SQL condition for the cart `c` of an owner. */
export function isCartOf(owner: CartOwner): SQL {
  return typeof owner === "string" ? sql`c.token_hash = ${hashSecret(owner)}` : sql`c.reader_id = ${owner.readerId}`;
}
