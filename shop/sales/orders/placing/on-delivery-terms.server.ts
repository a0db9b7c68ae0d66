/** Which orders may be paid on delivery, as the bookseller has chosen. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import type { OnDeliveryTerms, Services } from "#shop/services.ts";
import { readLinkKey } from "#shop/sales/orders/order-link.server.ts";
import { hashPhone, isRefused } from "./refused-phones.server.ts";

/** The most unconfirmed orders of a reader, and of all guests of one network, which may be a mobile network. */
const mostOfReader = 3;
const mostOfNetwork = 10;

/** The terms of paying on delivery, or when an order is collected; null if that is not offered. */
export function termsOf(
  { onDelivery, collection }: Services["settings"],
  isCollection: boolean,
): OnDeliveryTerms | null {
  return isCollection ? (collection?.payable ?? null) : onDelivery;
}

/**
 * Why an order cannot be paid on delivery, or when it is collected. `refused-before`: too many parcels to this phone
 * number came back.
 */
export type OnDeliveryRefusal =
  | { reason: "not-offered" | "pin" | "refused-before" }
  | { reason: "sum"; leastPaise: number; mostPaise: number }
  | { reason: "open-orders"; most: number }
  /** Too many orders of this reader, or of the guests of this network, wait to be confirmed. */
  | { reason: "many-unconfirmed" };

/** The order to be placed; `phone` as it is stored. */
interface AskedOrder {
  owner: CartOwner;
  /** The network of the request; null for the shop's own machine, whose guests are not limited. */
  network: string | null;
  totalPaise: number;
  isCollection: boolean;
  pin: string;
  phone: string;
}

/**
 * Whether orders to a PIN code may be paid on delivery: the bookseller allows it, and not all of the shop's carriers have
 * said that they collect no cash there.
 */
export async function acceptsPin(
  db: Db,
  { settings, carriers }: Pick<Services, "carriers" | "settings">,
  pin: string,
): Promise<boolean> {
  const terms = settings.onDelivery;
  if (!terms) return false;
  const digits = pin.replace(/\s/g, "");
  const isIn = (list: string[]) => list.some((start) => digits.startsWith(start));
  if ((terms.pins.length > 0 && !isIn(terms.pins)) || isIn(terms.notPins)) return false;
  const ids = carriers.map(({ id }) => id);
  if (ids.length === 0) return true;
  const { rows } = await db.execute<{ without: number }>(sql`
    select count(*)::int as without from carrier_pins where pin = ${digits} and carrier = any(${ids}::text[]) and not collects_cash`);
  return oneRow(rows).without < ids.length;
}

/**
 * Why an order cannot be paid on delivery; null if it can. Holds a lock on the phone number until the transaction ends,
 * so that two orders do not both count as the last allowed one. Lock order: after the cart, before any stock.
 */
export async function refuseOnDelivery(
  tx: Db,
  services: Pick<Services, "carriers" | "settings">,
  { owner, network, totalPaise, isCollection, pin, phone }: AskedOrder,
): Promise<OnDeliveryRefusal | null> {
  const terms = termsOf(services.settings, isCollection);
  if (!terms) return { reason: "not-offered" };
  const { leastPaise, mostPaise, openOrders, refusals } = terms;
  if (totalPaise < leastPaise || totalPaise > mostPaise) return { reason: "sum", leastPaise, mostPaise };
  if (!isCollection && !(await acceptsPin(tx, services, pin))) return { reason: "pin" };
  const term = phone.slice(-10);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`on delivery to ${term}`}, 0))`);
  // A separate statement, so that it sees rows that were committed while the first one waited for the lock.
  const isTheirs =
    typeof owner === "string"
      ? sql`o.network = ${network} and o.reader_id is null`
      : sql`o.reader_id = ${owner.readerId}`;
  const { rows } = await tx.execute<{ open: number; refused: number; unconfirmed: number }>(sql`
    select count(*) filter (where o.payment_state = 'on_delivery')::int as open,
      (select count(*)::int from orders o where o.fulfilment_state = 'held' and o.state = 'to_confirm' and ${isTheirs}) as unconfirmed,
      (count(*) filter (where ${isRefused}) + coalesce((
        select parcels from refused_phones where phone_hash = ${hashPhone(await readLinkKey(tx), phone)}), 0))::int as refused
    from order_terms t join orders o on o.id = t.order_id
    where t.term = ${term} and right(o.phone, 10) = ${term} and o.payment_method = 'on_delivery'`);
  const { open, refused, unconfirmed } = oneRow(rows);
  if (unconfirmed >= (typeof owner === "string" ? mostOfNetwork : mostOfReader)) return { reason: "many-unconfirmed" };
  if (refused >= refusals) return { reason: "refused-before" };
  return open >= openOrders ? { reason: "open-orders", most: openOrders } : null;
}
