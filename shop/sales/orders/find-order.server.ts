/** Reads an order for its page, with the check that the viewer may see it. */
import { plateBookJson } from "./plates/find-plates.server.ts";
import type { PlateBook, PlateWords } from "./plates/plate-words.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { DbAndClock } from "#shop/services.ts";
import { isCartOf, type CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import type { Business } from "#shop/sales/documents/business.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { OrderParcel } from "./parcels/parcel-copies.ts";
import { amountToCollect } from "#shop/sales/orders/due-payment.server.ts";
import { transferLeftSql } from "./due-transfer.server.ts";
import type { OrderState } from "./order-state.ts";
import type { PaidBy } from "./payment-labels.ts";
import type { OrderRefund } from "./refund-labels.ts";
import type { OrderReturn } from "./return-labels.ts";

/** A line of an order. */
export interface OrderPageLine {
  bookId: string;
  title: string;
  author: string;
  format: string;
  coverKey: string;
  quantity: number;
  /** Copies that were cancelled before dispatch. */
  cancelled: number;
  unitPricePaise: number;
  totalPaise: number;
}

/** An order as its page shows it; money in paise. */
export interface OrderPage {
  number: string;
  /** The version in the signed links that are valid now. */
  linkVersion: number;
  state: OrderState;
  email: string;
  name: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  stateCode: string;
  pin: string;
  /** The business that it is billed to. */
  business: Business | null;
  subtotalPaise: number;
  discounts: { label: string; amountPaise: number }[];
  shippingPaise: number;
  totalPaise: number;
  /** Sum of all captured payments, a duplicate one included, and of what a carrier has collected. */
  paidPaise: number;
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  /** Whether the order was placed to be paid on delivery, or when it is collected. */
  isOnDelivery: boolean;
  /** What is still to be paid then; null if nothing is. */
  duePaise: number | null;
  /** What it costs less if it is paid online instead of on delivery; 0 once it was, or packing has begun. */
  onlineSavingPaise: number;
  /** What is still to be paid by bank transfer; null if nothing is. */
  transferPaise: number | null;
  /** Until when an order on credit is to be paid; null for one that is paid before it is sent. */
  dueOn: string | null;
  /** Whether a payment is authorized but not captured yet. */
  isPaymentComing: boolean;
  placedAt: string;
  heldUntil: string;
  /**
   * The promised arrival, or the day on which it is ready at the shop; null for unpaid orders, and for old orders from
   * before the shop stored promises.
   */
  arrival: Arrival | null;
  lines: OrderPageLine[];
  moves: { state: OrderState; at: string }[];
  /** Oldest first. */
  refunds: OrderRefund[];
  /** Oldest first. */
  returns: OrderReturn[];
  payment: PaidBy | null;
  /** Oldest first. */
  parcels: OrderParcel[];
  documents: { number: string; kind: "bill" | "credit-note" }[];
  /** The words of its bookplates; null for none. */
  bookplate: PlateWords | null;
}

/**
 * Who views an order: a reader; the guest with the order's cart; the holder of the signed link, which is valid for the
 * e-mail address that it was sent to; or, with `"link"`, the shop itself when it writes to that address.
 */
export type OrderViewer = { readerId: number } | { cartToken: string } | { linkVersion: number } | "link";

const paidByJson = sql`json_build_object('provider', p.provider, 'method', p.method, 'network', p.card_network, 'last4', p.card_last4)`;

/** SQL of the promised `Arrival` of the order `o`; null without a promise. */
export const arrivalJson = sql`case when o.arrives_from is not null and o.arrives_by is not null
  then json_build_object('from', o.arrives_from, 'by', o.arrives_by) end`;

/** SQL of `PaidOtherwise` of the refund `r`; null unless the shop paid it because the provider could not. */
export const paidOtherwiseJson = sql`case when r.paid_by is not null and r.paid_on is not null
  then json_build_object('by', r.paid_by, 'on', r.paid_on, 'reference', r.paid_reference) end`;

/** SQL: whether the order `o` is collected at the shop. */
export const isCollectionSql = sql`o.delivery_method = 'collection'`;

/** SQL of the parcels of the order `o` as `OrderParcel`, oldest first. */
export const parcelsJson = sql`(select coalesce(json_agg(json_build_object('place', s.place, 'carrier', s.carrier,
    'trackingNumber', s.tracking_number, 'trackingUrl', s.tracking_url, 'shippedAt', s.shipped_at, 'deliveredAt', s.delivered_at,
    'keptUntil', s.kept_until, 'replaces', s.replaces, 'isExtra', s.is_extra, 'failure', s.failure, 'failedAt', s.failed_at,
    'copies', case when s.is_part then (select coalesce(json_agg(json_build_object('position', x.line_position,
        'quantity', x.quantity) order by x.line_position), '[]')
      from shipment_lines x where x.order_id = s.order_id and x.place = s.place) end) order by s.place), '[]')
  from shipments s where s.order_id = o.id)`;

/** SQL of the discounts of the order `o` by the name of the code or the bundle, as JSON. */
export const discountsJson = sql`(select coalesce(json_agg(json_build_object('label', d.label, 'amountPaise', d.amount) order by d.label), '[]')
  from (select label, sum(amount_paise) as amount from order_discounts where order_id = o.id group by label) d)`;

/** Finds an order if the viewer may see it, else null. */
export async function findOrder(db: Db, number: string, viewer: OrderViewer): Promise<OrderPage | null> {
  const { rows } = await db.execute<{ found: OrderPage }>(sql`
    select json_build_object(
      'number', o.number, 'linkVersion', o.link_version, 'state', o.state, 'email', o.email, 'name', o.name,
      'addressLine1', o.address_line1, 'addressLine2', o.address_line2, 'city', o.city, 'stateCode', o.state_code,
      'pin', o.pin, 'business', o.business, 'subtotalPaise', o.subtotal_paise, 'shippingPaise', o.shipping_paise, 'totalPaise', o.total_paise,
      'paidPaise', (select coalesce(sum(case when p.attempt_id is null then ${amountToCollect} else p.amount_paise end), 0)
        from payments p where p.order_id = o.id and (p.status in ('captured', 'refunded')
          or p.status = 'due' and p.provider = 'on-delivery' and o.fulfilment_state = 'delivered')),
      'isCollection', ${isCollectionSql}, 'isOnDelivery', o.payment_method = 'on_delivery',
      'duePaise', case when o.payment_state = 'on_delivery' then coalesce((select ${amountToCollect} from payments p
        where p.order_id = o.id and p.settles), o.total_paise) end,
      'onlineSavingPaise', o.online_saving_paise,
      'transferPaise', ${transferLeftSql}, 'dueOn', o.due_on,
      'isPaymentComing', exists (select from payments p where p.order_id = o.id and p.status = 'authorized'),
      'placedAt', o.created_at, 'heldUntil', o.reserved_until,
      'arrival', ${arrivalJson},
      'discounts', ${discountsJson},
      'lines', (select coalesce(json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'author', l.author,
          'format', l.format, 'coverKey', ${coverKeySql}, 'quantity', l.quantity, 'cancelled', l.cancelled_quantity, 'unitPricePaise', l.unit_price_paise,
          'totalPaise', l.total_paise) order by l.position), '[]')
        from order_lines l join books b on b.id = l.book_id where l.order_id = o.id),
      'moves', (select coalesce(json_agg(json_build_object('state', e.to_state, 'at', e.created_at) order by e.id), '[]')
        from order_events e where e.order_id = o.id),
      'refunds', (select coalesce(json_agg(json_build_object('id', r.id, 'amountPaise', r.amount_paise, 'state', r.state,
          'reason', r.reason, 'note', r.note, 'copies', r.copies, 'askedAt', r.created_at, 'endedAt', r.updated_at,
          'isOfBill', p.settles, 'isOfDue', p.attempt_id is null and r.state = 'processed' and r.paid_by is null,
          'replacedBy', (select json_build_object('number', n.number,
              'isOnDelivery', coalesce(n.paid_at > r.created_at, true))
            from orders n where n.cart_id = o.cart_id and n.id > o.id and n.confirmed_at <= r.created_at order by n.id limit 1),
          'payment', ${paidByJson}, 'paidOtherwise', ${paidOtherwiseJson}) order by r.id), '[]')
        from refunds r join payments p on p.id = r.payment_id where r.order_id = o.id),
      'returns', (select coalesce(json_agg(json_build_object('id', t.id, 'position', t.line_position, 'quantity', t.quantity,
          'reason', t.reason, 'words', t.words, 'state', t.state, 'answer', t.answer, 'askedAt', t.asked_at,
          'answeredAt', t.answered_at, 'receivedAt', t.received_at) order by t.id), '[]')
        from returns t where t.order_id = o.id),
      'payment', (select ${paidByJson} from payments p where p.order_id = o.id and p.settles),
      'parcels', ${parcelsJson},
      'documents', (select coalesce(json_agg(json_build_object('number', d.number, 'kind', d.kind) order by d.id), '[]')
        from documents d where d.order_id = o.id),
      'bookplate', o.bookplate) as found
    from orders o where o.number = ${number} and ${ownedBy(viewer)}`);
  const found = rows[0]?.found;
  return found ? { ...found, moves: standingMoves(found.moves) } : null;
}

/** What the page shows right after a payment. */
export interface OrderReceipt {
  email: string;
  name: string;
  city: string;
  pin: string;
  isCollection: boolean;
  arrival: Arrival | null;
  /** The words of its bookplates; null for none. */
  bookplate: PlateWords | null;
  /** `plateBook` determines the endpaper. */
  lines: (Pick<OrderPageLine, "bookId" | "title" | "coverKey" | "quantity"> & { plateBook: PlateBook })[];
}

/** Finds the receipt of an order if the viewer may see it, else null. */
export async function findReceipt(db: Db, number: string, viewer: OrderViewer): Promise<OrderReceipt | null> {
  const { rows } = await db.execute<OrderReceipt>(sql`
    select o.email, o.name, o.city, o.pin, ${isCollectionSql} as is_collection, o.bookplate, ${arrivalJson} as arrival,
      (select coalesce(json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'coverKey', ${coverKeySql},
          'quantity', l.quantity, 'plateBook', ${plateBookJson}) order by l.position), '[]')
        from order_lines l join books b on b.id = l.book_id where l.order_id = o.id) as lines
    from orders o where o.number = ${number} and ${ownedBy(viewer)}`);
  return rows[0] ?? null;
}

/** Removes deliveries that were undone, and payments after the delivery, because readers do not see these. */
function standingMoves(all: OrderPage["moves"]): OrderPage["moves"] {
  const moves = all.filter(({ state }, at) => state !== "delivered" || all[at - 1]?.state !== state);
  const isTakenBack = (at: number) => moves[at]?.state === "delivered" && moves[at + 1]?.state === "shipped";
  return moves.filter((_, at) => !isTakenBack(at) && !isTakenBack(at - 1));
}

/**
 * SQL condition of the orders `o` that a viewer may see; part of the query, so that no check can be forgotten after it.
 */
export function ownedBy(viewer: OrderViewer): SQL {
  if (viewer === "link") return sql`o.erased_at is null`;
  if ("linkVersion" in viewer) return sql`o.erased_at is null and o.link_version = ${viewer.linkVersion}`;
  if ("readerId" in viewer) return sql`o.reader_id = ${viewer.readerId}`;
  return sql`o.cart_id = (select c.id from carts c where ${isCartOf(viewer.cartToken)})`;
}

/**
 * The ids of the provider's orders by which an order of this cart can be paid, newest first. There may be several,
 * because two tabs may each have opened one.
 */
export async function listAttemptsOfCart(db: Db, owner: CartOwner, number: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id from payment_attempts a join orders o on o.id = a.order_id join carts c on c.id = o.cart_id
    where o.number = ${number} and ${isCartOf(owner)} order by a.created_at desc, a.id`);
  return rows.map((row) => row.id);
}

/** The ids of the provider's orders by which an order can be paid, for who may see it; newest first. */
export async function listAttemptsOfOrder(db: Db, number: string, viewer: OrderViewer): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id from payment_attempts a join orders o on o.id = a.order_id
    where o.number = ${number} and ${ownedBy(viewer)} order by a.created_at desc, a.id`);
  return rows.map((row) => row.id);
}

/** The order number of a provider's order; null if it is unknown. */
export async function findOrderNumber(db: Db, attemptId: string): Promise<string | null> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select o.number from payment_attempts a join orders o on o.id = a.order_id where a.id = ${attemptId}`);
  return rows[0]?.number ?? null;
}

/** Whether an order is paid; without a check of the viewer, for callers with proof of its payment. */
export async function isOrderPaid(db: Db, number: string): Promise<boolean> {
  const { rows } = await db.execute<{ isPaid: boolean }>(
    sql`select paid_at is not null as is_paid from orders where number = ${number}`,
  );
  return rows[0]?.isPaid ?? false;
}

/** The newest order of a cart, for the cart page. */
export interface LastOrder {
  number: string;
  state: OrderState;
  /** Whether it was paid within the last day, so that the cart page mentions it to the reader. */
  isFresh: boolean;
  /** Whether it is recent enough to fill a guest's delivery form. */
  isRecent: boolean;
  heldUntil: string;
  business: Business | null;
  delivery: Record<"email" | "name" | "phone" | "addressLine1" | "addressLine2" | "city" | "stateCode" | "pin", string>;
}

/** Hours for which a guest's last delivery details fill the form; not longer, as others may use the device. */
export const guestDetailsHours = 3;

/** Finds the newest order of a cart, or null. */
export async function findLastOrder({ db, now }: DbAndClock, owner: CartOwner): Promise<LastOrder | null> {
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ found: LastOrder }>(sql`
    select json_build_object(
      'number', o.number, 'state', o.state, 'isFresh', coalesce(o.confirmed_at > ${at} - interval '1 day', false),
      'isRecent', o.created_at > ${at} - make_interval(hours => ${guestDetailsHours}), 'heldUntil', o.reserved_until,
      'business', o.business, 'delivery', json_build_object('email', o.email, 'name', o.name, 'phone', o.phone, 'addressLine1', o.address_line1,
        'addressLine2', o.address_line2, 'city', o.city, 'stateCode', o.state_code, 'pin', o.pin)) as found
    from orders o join carts c on c.id = o.cart_id
    where ${isCartOf(owner)} order by o.id desc limit 1`);
  return rows[0]?.found ?? null;
}

/** The id of an order if the viewer may see it, else null. */
export async function findOrderId(db: Db, number: string, viewer: OrderViewer): Promise<number | null> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select o.id from orders o where o.number = ${number} and ${ownedBy(viewer)}`,
  );
  return rows[0] ? Number(rows[0].id) : null;
}
