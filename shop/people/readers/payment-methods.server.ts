import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { DbAndClock } from "#shop/services.ts";

/** A payment method that a reader has used, as far as the provider reveals it: never a card's number. */
export interface PaymentMethod {
  /** Identifies the method in a form. */
  key: string;
  kind: "card" | "upi";
  /** Such as `Visa`; empty for UPI. */
  network: string;
  /** `1007` for a card, `as•••@okbank` for UPI. */
  ending: string;
  timesUsed: number;
  lastUsedAt: string;
}

const keyOf = sql`case when p.card_last4 <> '' then 'card ' || p.card_network || ' ' || p.card_last4
  when p.upi_handle <> '' then 'upi ' || p.upi_handle end`;

/** The methods in the payments of a reader's orders, last used first. */
export async function listPaymentMethods(db: Db, readerId: number): Promise<PaymentMethod[]> {
  const { rows } = await db.execute<{ found: PaymentMethod }>(sql`
    with paid as (
      select ${keyOf} as key, p.card_network, p.card_last4, p.upi_handle, p.created_at
      from payments p join orders o on o.id = p.order_id
      where o.reader_id = ${readerId} and p.status in ('authorized', 'captured', 'refunded'))
    select json_build_object('key', key, 'kind', case when key like 'card %' then 'card' else 'upi' end, 'network', max(card_network),
      'ending', max(card_last4 || upi_handle), 'timesUsed', count(*), 'lastUsedAt', max(created_at)) as found
    from paid where key is not null group by key order by max(created_at) desc`);
  return rows.map((row) => row.found);
}

/** Deletes a method from all of the reader's payments, permanently; false if the reader never used it. */
export async function deletePaymentMethod({ db, now }: DbAndClock, readerId: number, key: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update payments p set card_network = '', card_last4 = '', upi_handle = '', forgotten_at = ${now().toISOString()}::timestamptz
    from orders o where o.id = p.order_id and o.reader_id = ${readerId} and ${keyOf} = ${key}`);
  return (rowCount ?? 0) > 0;
}
