import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { parcelStates } from "#shop/sales/orders/order-state.ts";

/**
 * The record that a typed number belongs to: an order; a parcel that is packed or in transit, if the number is on its
 * label; a bill or credit note; a reader's message or book request by its ticket; or a book. `key` is the number or id
 * of this record.
 */
export interface Numbered {
  kind: "order" | "parcel" | "paper" | "message" | "request" | "book";
  key: string;
  /** Issue time of a bill or credit note, ISO. */
  issuedAt: string | null;
}

/**
 * Finds what a complete number belongs to: an order, bill, credit note, parcel, payment, refund, ticket, or the ISBN
 * (13 digits) of a listed or hidden book. Each lookup uses an index.
 */
export async function findNumbered(db: Db, text: string, isbn13: string | null): Promise<Numbered[]> {
  const typed = text.replaceAll("\0", "").trim().slice(0, 200);
  // Every number has a digit, except some ids of payments (`pay_FPrJNqGnUyGpLF`) and some numbers of orders and tickets
  // (`EPT-GQFQYYEC`).
  if (!/[\d_]|^ept?-/i.test(typed)) return [];
  const upper = typed.toUpperCase();
  const { rows } = await db.execute<Numbered & Record<string, unknown>>(sql`
    with labelled as (
      select o.id from orders o where o.number = ${upper}
      union select order_id from shipments where tracking_number in (${typed}, ${upper})),
    ids as (
      select id from labelled
      union select order_id from documents where number = ${upper}
      union select order_id from payments where id = ${typed}
      union select order_id from refunds where provider_refund_id = ${typed})
    select 'order' as kind, o.number as key, null::text as issued_at from ids join orders o on o.id = ids.id
    union all select 'parcel', o.number, null from labelled join orders o on o.id = labelled.id
      where o.state = any(${parcelStates}::text[]) and o.erased_at is null
    union all select 'paper', number, issued_at::text from documents where number = ${upper}
    union all select 'message', ticket, null from contact_messages where ticket = ${upper}
    union all select 'request', ticket, null from book_requests where ticket = ${upper}
    union all select 'book', id, null from books where isbn13 = ${isbn13}::text
    limit 20`);
  return rows.map(({ kind, key, issuedAt }) => ({ kind, key, issuedAt }));
}
