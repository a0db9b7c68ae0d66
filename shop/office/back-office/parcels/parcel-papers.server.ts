import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { authorNameSql } from "#shop/catalogue/books/cards.server.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import { isCollectionSql } from "#shop/sales/orders/find-order.server.ts";
import { copiesLeftSql } from "#shop/sales/orders/parcels/copies-left.server.ts";
import { parcelStates } from "#shop/sales/orders/order-state.ts";
import { stateName } from "#shop/kernel/regions/indian-states.ts";
import { isSameAddressSql } from "./orders-to-same-address.server.ts";
import type { PaperBook, ParcelPapers } from "#shop/office/print/parcel-papers.ts";
import type { ShelfBook } from "#shop/office/print/shelf-label.server.ts";

/** The maximum number of orders whose papers are printed at once. */
export const maxPrinted = 100;

interface PapersRow extends Omit<ParcelPapers, "state"> {
  stateCode: string;
}

/** The choice of the parcels that are printed. */
export interface PapersChoice {
  /** The number of the only parcel to print, counted from 1; absent for all parcels of the orders. */
  part?: number | undefined;
  /** Whether only the packed copies of a waiting order are printed, because the rest goes in a later parcel. */
  isPackedOnly?: boolean | undefined;
}

/**
 * Reads the data for the papers of these orders' parcels, in the order of `numbers`; at most `maxPrinted` orders. A
 * waiting order has one parcel with the waiting copies. An order in transit has each parcel that has not arrived. Other
 * orders are skipped, because there is nothing to print for them.
 */
export async function readParcelPapers(
  db: Db,
  numbers: string[],
  { part, isPackedOnly = false }: PapersChoice = {},
): Promise<ParcelPapers[]> {
  const asked = numbers.slice(0, maxPrinted);
  const { rows } = await db.execute<PapersRow>(sql`
    with chosen as (
      select o.id, o.number, o.state,
        -- The parcel that is packed now, and those that were sent.
        boxes.place, boxes.is_part, boxes.is_sent
      from orders o cross join lateral (
        select (select count(*)::int + 1 from shipments s where s.order_id = o.id) as place,
          exists (select from shipments s where s.order_id = o.id) or ${isPackedOnly} as is_part, false as is_sent
        where o.fulfilment_state = 'to_pack'
        union all
        select s.place, s.is_part, true from shipments s
        where s.order_id = o.id and s.delivered_at is null and s.failed_at is null
          and (o.state = 'shipped' or s.place = ${part ?? null}::int)) boxes
      where o.number = any(${asked}::text[]) and o.state = any(${parcelStates}::text[]) and o.erased_at is null
        and (${part ?? null}::int is null or boxes.place = ${part ?? null}::int)),
    filled as (
      select c.id, c.place, l.position,
        case when not c.is_sent and ${isPackedOnly} then least(${copiesLeftSql}, (select count(*)::int from packed_copies p
            where p.order_id = l.order_id and p.line_position = l.position))
          when not c.is_sent then ${copiesLeftSql}
          when c.is_part then coalesce((select x.quantity from shipment_lines x
            where x.order_id = c.id and x.place = c.place and x.line_position = l.position), 0)
          else l.quantity - l.cancelled_quantity end as copies
      from chosen c join order_lines l on l.order_id = c.id)
    select o.number, case when not c.is_sent then (
        select t.number from chosen d join orders t on t.id = d.id
        where not d.is_sent and (t.id = o.id or ${isSameAddressSql(sql`t`, sql`o`)})
        order by array_position(${asked}::text[], t.number) limit 1) end as door,
      case when c.is_part then c.place end as part, coalesce(o.confirmed_at, o.created_at)::text as confirmed_at, o.name, o.phone,
      coalesce(array_remove(array[o.address_line1, nullif(o.address_line2, '')], null), '{}') as street_lines,
      o.city, o.pin, o.state_code, ${isCollectionSql} as is_collection, ${collectSql} as collect_paise,
      (select json_build_object('courier', b.courier, 'trackingNumber', b.tracking_number)
        from parcel_bookings b where b.order_id = c.id and b.state = 'booked'
          and b.sent_place is not distinct from case when c.is_sent then c.place end order by b.id desc limit 1) as booked,
      case when c.is_part then (select coalesce(sum(l.quantity - l.cancelled_quantity), 0)::int from order_lines l where l.order_id = o.id)
        - (select coalesce(sum(x.quantity), 0)::int from shipment_lines x where x.order_id = o.id and x.place <= c.place and not x.is_again)
        - case when c.is_sent then 0 else (select coalesce(sum(f.copies), 0)::int from filled f where f.id = c.id and f.place = c.place) end
        else 0 end as following,
      (select coalesce(json_agg(json_build_object('title', l.title, 'author', l.author, 'format', l.format,
          'isbn13', b.isbn13, 'copies', f.copies,
          'place', coalesce((select s.place from stock s where s.book_id = b.id), ''),
          'category', coalesce((select k.name from work_categories c join categories k on k.id = c.category_id
            where c.work_id = b.work_id order by c.position limit 1), '')) order by l.position), '[]')
        from filled f join order_lines l on l.order_id = f.id and l.position = f.position join books b on b.id = l.book_id
        where f.id = c.id and f.place = c.place and f.copies > 0) as books
    from chosen c join orders o on o.id = c.id
    order by array_position(${asked}::text[], o.number), c.place`);
  return rows.map(({ stateCode, ...row }) => ({
    ...row,
    books: row.books as PaperBook[],
    state: stateName(stateCode),
  }));
}

/** The maximum number of shelf labels that are printed at once. */
export const maxShelfLabels = 480;

/** The books with these ISBNs (13 digits), with the data of their shelf labels. */
export async function readShelfBooks(db: Db, isbns: string[]): Promise<(ShelfBook & { isbn13: string })[]> {
  const { rows } = await db.execute<ShelfBook & { isbn13: string }>(sql`
    select coalesce(b.isbn13, '') as isbn13, w.title, b.price_paise,
      coalesce((select ${authorNameSql} from work_contributors c join authors a on a.id = c.author_id
        where c.work_id = w.id order by c.position limit 1), '') as author,
      coalesce((select k.name from work_categories c join categories k on k.id = c.category_id
        where c.work_id = w.id order by c.position limit 1), '') as category
    from books b join works w on w.id = b.work_id where b.isbn13 = any(${isbns}::text[])`);
  return rows;
}
