/** Lists the paid orders that wait to be packed, most urgent first, and the parcels on their way. */
import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { copiesLeftSql } from "#shop/sales/orders/parcels/copies-left.server.ts";
import { isCollectionSql } from "#shop/sales/orders/find-order.server.ts";
import { fastestArrivals, nextPackingDay } from "#shop/kernel/regions/delivery-promise.ts";
import { deliveryRegions } from "#shop/kernel/regions/delivery-regions.ts";
import { refundedStates } from "#shop/sales/orders/order-state.ts";
import type { Services } from "#shop/services.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";
import { sameAddressSql, type OrderToSameAddress } from "./orders-to-same-address.server.ts";

/** The maximum number of waiting parcels on a page: 30 took 13 ms of processor time. */
export const maxParcels = 20;

/** The maximum number of parcels on their way on a page. */
const maxOnTheirWay = 30;

/**
 * The maximum number of paid orders that are checked for late arrival: those that have waited longest. It is more than
 * a page, because an order that was paid later may have an earlier promised day.
 */
const maxWatched = 1_000;

/**
 * SQL for the checked orders. It tells for each order whether it may arrive after the promised day, even if its parcel
 * leaves now and takes the shortest time. Used on Today and for packing. An order without a promised day is never late.
 */
export function ordersToPackSql({ now, settings }: Pick<Services, "now" | "settings">): SQL {
  const day = fastestArrivals(settings.policies.delivery, now());
  const isIn = (region: "cities" | "far") => {
    const pinPrefixes = deliveryRegions.flatMap(({ id, pinPrefixes: own }) => (id === region ? own : []));
    return sql`o.pin like any(${pinPrefixes.map((prefix) => `${prefix}%`)}::text[])`;
  };
  return sql`
    select o.id, coalesce(o.confirmed_at, o.created_at) as at, coalesce(o.arrives_by <= case
        when ${isCollectionSql} then ${nextPackingDay(settings.policies.delivery, now())}::date
        when ${isIn("cities")} then ${day.cities}::date when ${isIn("far")} then ${day.far}::date
        else ${day.rest}::date end, false) as is_late
    from orders o where o.fulfilment_state = 'to_pack' order by o.confirmed_at limit ${maxWatched}`;
}

/** An order with copies that wait to be packed, with the data of its label. */
export interface ParcelToPack {
  number: string;
  /** ISO time. */
  confirmedAt: string;
  name: string;
  phone: string;
  addressLines: string[];
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  /** What the carrier collects on delivery; 0 if the order is paid. */
  collectPaise: number;
  stateCode: string;
  /** Other orders that wait for the same name and address. */
  sameAddress: OrderToSameAddress[];
  /** The number of parcels of the order that were sent before. */
  sent: number;
  /** The last promised day of arrival, as an ISO day; null without a promise. */
  promisedBy: string | null;
  /** Whether the order may arrive later than promised, even if the parcel leaves now. */
  isInDanger: boolean;
  /** Copies that were neither cancelled nor sent. */
  books: { bookId: string; title: string; author: string; format: string; isbn13: string | null; copies: number }[];
}

/**
 * The paid orders to pack next, at most `maxParcels`, with the books that go into each: first those that may arrive
 * late, then those that wait longest. `inDanger` counts all that may arrive late.
 */
export async function listParcelsToPack(
  services: Pick<Services, "db" | "now" | "settings">,
): Promise<{ parcels: ParcelToPack[]; inDanger: number }> {
  const { rows } = await services.db.execute<ParcelToPack & { late: number }>(sql`
    with watched as materialized (${ordersToPackSql(services)})
    select (select count(*) filter (where is_late)::int from watched) as late, o.number, w.is_late as is_in_danger, o.arrives_by::text as promised_by, coalesce(o.confirmed_at, o.created_at)::text as confirmed_at, o.name, o.phone,
      coalesce(array_remove(array[nullif(o.address_line1, ''), nullif(o.address_line2, ''), nullif(o.city || ' ' || o.pin, ' ')], null), '{}')
        as address_lines,
      o.state_code, ${isCollectionSql} as is_collection, ${collectSql} as collect_paise, ${sameAddressSql} as same_address, (select count(*)::int from shipments s where s.order_id = o.id) as sent,
      (select coalesce(json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'author', l.author,
          'format', l.format, 'isbn13', b.isbn13, 'copies', ${copiesLeftSql}) order by l.position), '[]')
        from order_lines l join books b on b.id = l.book_id
        where l.order_id = o.id and ${copiesLeftSql} > 0) as books
    from (select * from watched order by is_late desc, at limit ${maxParcels}) w join orders o on o.id = w.id
    order by w.is_late desc, w.at`);
  return { parcels: rows.map(({ late: _, ...parcel }) => parcel), inDanger: rows[0]?.late ?? 0 };
}

/** A parcel in transit. */
export interface ParcelOnItsWay {
  number: string;
  /** The number of the parcel in its order, from 1; null if the parcel contains the whole order. */
  part: number | null;
  name: string;
  city: string;
  pin: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  /** ISO time. */
  shippedAt: string;
  /** Whether its order was refunded in full meanwhile. */
  isRefunded: boolean;
}

/** Lists the parcels that have been in transit longest. */
export async function listParcelsOnTheirWay(db: Db): Promise<ParcelOnItsWay[]> {
  const { rows } = await db.execute<ParcelOnItsWay>(sql`
    with sent as (select id from orders where state = 'shipped' and delivery_method = 'parcel' order by id limit ${maxOnTheirWay}),
    refunded as (
      select o.id from orders o where o.fulfilment_state = 'shipped' and o.state <> 'shipped'
        and o.delivery_method = 'parcel' and exists (select from shipments s
          where s.order_id = o.id and s.failed_at is null and s.delivered_at is null)
      order by o.id limit ${maxOnTheirWay}),
    parts as (
      select s.id from shipments s join orders o on o.id = s.order_id
      where s.is_part and s.delivered_at is null and s.failed_at is null
        and (o.fulfilment_state = 'to_pack' or o.fulfilment_state = 'cancelled' or s.is_extra and o.fulfilment_state = 'delivered') order by s.id limit ${maxOnTheirWay}),
    found as (
      select s.id from (table sent union all table refunded) sent join shipments s on s.order_id = sent.id where s.delivered_at is null and s.failed_at is null
      union all select id from parts)
    select o.number, case when p.is_part then p.place end as part, o.name, o.city, o.pin, p.carrier, p.tracking_number,
      p.tracking_url, p.shipped_at::text as shipped_at,
      o.state = any(${refundedStates}::text[]) as is_refunded
    from found join shipments p on p.id = found.id join orders o on o.id = p.order_id
    order by p.id limit ${maxOnTheirWay}`);
  return rows;
}
