import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { href } from "#routing/href.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import { isSignature, sign } from "#shop/kernel/security/signature.server.ts";

/** The key that signs links to orders; created once per shop and shared by all processes. */
export async function readLinkKey(db: Db): Promise<string> {
  await db.execute(sql`
    insert into shop_keys (name, value) values ('order-links', ${newSecret()})
    on conflict (name) do nothing`);
  const { rows } = await db.execute<{ value: string }>(sql`select value from shop_keys where name = 'order-links'`);
  return oneRow(rows).value;
}

/** The signed part of an order's link. `linkVersion` is the number of corrections of its e-mail address. */
interface LinkedOrder {
  number: string;
  linkVersion: number;
}

/** The link in a letter with which a guest opens one order, or one of its documents, without signing in. */
export function orderLink(publicUrl: string, linkKey: string, order: LinkedOrder, document?: string): string {
  const { number, linkVersion } = order;
  const signature = sign(linkKey, subjectOf(order));
  const key = linkVersion === 0 ? signature : `${linkVersion}.${signature}`;
  if (document === undefined) return publicUrl + href("/orders/:orderNumber", { orderNumber: number }, { key });
  return publicUrl + href("/orders/:orderNumber/documents/:document", { orderNumber: number, document }, { key });
}

/** The link version of a key from a request; null if it is not a key of this order. */
export function readOrderKey(linkKey: string, number: string, given: string | null): number | null {
  const [, version, signature] = /^(?:([1-9]\d{0,4})\.)?([^.]*)$/.exec(given ?? "") ?? [];
  if (signature === undefined) return null;
  const linkVersion = Number(version ?? 0);
  return isSignature(linkKey, subjectOf({ number, linkVersion }), signature) ? linkVersion : null;
}

function subjectOf({ number, linkVersion }: LinkedOrder): string {
  return linkVersion === 0 ? `order ${number}` : `order ${number} ${linkVersion}`;
}
