import { sql, type SQL } from "#db/sql.ts";
import { booksByCodeSql, listCodeVariants } from "#shop/catalogue/books/item-codes.ts";
import { authorNameSql } from "#shop/catalogue/books/cards.server.ts";
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
  /** Of a book, its names and the copies for sale. */
  book: { title: string; author: string; copies: number } | null;
}

/**
 * A query for what a complete number belongs to: an order, bill, credit note, parcel, payment, refund, ticket, or the
 * ISBN (13 digits) or item code of a listed or hidden book. Each lookup uses an index.
 */
export function numberedSql(typed: string, isbn13: string | null): SQL {
  // Every number has a digit, except some ids of payments (`pay_FPrJNqGnUyGpLF`) and some numbers of orders and tickets
  // (`EPT-GQFQYYEC`).
  const number = /[\d_]|^ept?-/i.test(typed) ? typed : null;
  const upper = number && number.toUpperCase();
  return sql`
    with labelled as (
      select o.id from orders o where o.number = ${upper}::text
      union select order_id from shipments where tracking_number in (${number}::text, ${upper}::text)),
    ids as (
      select id from labelled
      union select order_id from documents where number = ${upper}::text
      union select order_id from payments where id = ${number}::text
      union select order_id from refunds where provider_refund_id = ${number}::text)
    select 'order' as kind, o.number as key, null::text as issued_at, null::json as book from ids join orders o on o.id = ids.id
    union all select 'parcel', o.number, null, null from labelled join orders o on o.id = labelled.id
      where o.state = any(${parcelStates}::text[]) and o.erased_at is null
    union all select 'paper', number, issued_at::text, null from documents where number = ${upper}::text
    union all select 'message', ticket, null, null from contact_messages where ticket = ${upper}::text
    union all select 'request', ticket, null, null from book_requests where ticket = ${upper}::text
    union all select 'book', b.id, null, json_build_object('title', w.title,
        'author', coalesce((select ${authorNameSql} from work_contributors c join authors a on a.id = c.author_id
          where c.work_id = w.id order by c.position limit 1), ''),
        'copies', coalesce((select greatest(0, s.on_hand - s.reserved) from stock s where s.book_id = b.id), 0))
      from books b join works w on w.id = b.work_id where b.id in (
        select id from books where isbn13 = ${isbn13}::text
        union select id from (${booksByCodeSql(listCodeVariants(typed))}) coded)
    limit 20`;
}

/** The end of a document's number: the financial year, if it was typed, and the sequence. */
const endOfPaper = /^(?:(?:[a-z][a-z0-9]{0,2}\/|[a-z]{0,6})(\d\d-\d\d)\/)?(\d{1,6})$/i;

/** A query for the newest bills and credit notes whose number ends with a text, such as `123` or `26-27/123`. */
export function papersSql(typed: string, limit: number): SQL {
  const [, year = null, digits] = endOfPaper.exec(typed) ?? [];
  const sequence = digits === undefined ? null : Number(digits);
  return sql`
    select d.number, d.kind, d.issued_at::text as issued_at, o.number as order_number
    from document_series s
      join documents d on d.financial_year = s.financial_year and d.kind = s.kind and d.sequence = ${sequence}::integer
      join orders o on o.id = d.order_id
    where s.financial_year = ${year && `20${year}`}::text or ${year}::text is null
    order by d.id desc limit ${limit}`;
}
