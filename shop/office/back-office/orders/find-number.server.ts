import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { parcelStates } from "#shop/sales/orders/order-state.ts";

/**
 * What a number names: an order by its own number, whichever number it was found by; the same as a parcel that is packed or on its way, if
 * a label shows what was typed; a bill or credit note; a reader's message or request for a book by its ticket; a book by its id.
 */
export interface Numbered {
  kind: "order" | "parcel" | "paper" | "message" | "request" | "book";
  key: string;
  /** When a paper was issued, ISO time. */
  issuedAt: string | null;
}

/**
 * What a number names that was typed whole: of an order, bill, credit note, parcel, payment or refund; of a
 * ticket; or an ISBN, given as 13 digits, of a book whether readers see it or not. Each is looked up by its index.
 */
export async function findNumbered(db: Db, text: string, isbn13: string | null): Promise<Numbered[]> {
  const typed = text.replaceAll("\0", "").trim().slice(0, 200);
  // Every number has a digit, but for those of some payments, `pay_FPrJNqGnUyGpLF`, orders and tickets: `EPT-GQFQYYEC`.
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
