import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { href } from "#routing/href.ts";
import { newSecret } from "#shop/security/secret.server.ts";
import { isSignature, sign } from "#shop/security/signature.server.ts";

/** The key that signs links to orders; made once for a shop, the same in all its processes. */
export async function readLinkKey(db: Db): Promise<string> {
  await db.execute(sql`
    insert into shop_keys (name, value) values ('order-links', ${newSecret()})
    on conflict (name) do nothing`);
  const { rows } = await db.execute<{ value: string }>(sql`select value from shop_keys where name = 'order-links'`);
  return oneRow(rows).value;
}

/** The link in a letter, by which a guest reaches one order, or one of its documents, without signing in. */
export function orderLink(publicUrl: string, linkKey: string, number: string, document?: string): string {
  const key = sign(linkKey, subjectOf(number));
  if (document === undefined) return publicUrl + href("/orders/:orderNumber", { orderNumber: number }, { key });
  return publicUrl + href("/orders/:orderNumber/documents/:document", { orderNumber: number, document }, { key });
}

/** Whether a key that came with a request is the one of this order's link. */
export function isOrderKey(linkKey: string, number: string, given: string | null): boolean {
  return isSignature(linkKey, subjectOf(number), given);
}

function subjectOf(number: string): string {
  return `order ${number}`;
}
