/** Reads an order with all its data for the order page of the desk, and the version for its optimistic lock. */
import { coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import {
  discountsJson,
  isCollectionSql,
  parcelsJson,
  paidOtherwiseJson,
} from "#shop/sales/orders/find-order.server.ts";
import type { PaidOtherwise } from "#shop/sales/orders/refund-labels.ts";
import type { OrderParcel } from "#shop/sales/orders/parcels/parcel-copies.ts";
import type { Business } from "#shop/sales/documents/business.ts";
import type { OrderState } from "#shop/sales/orders/order-state.ts";
import type { ReturnReason, ReturnState } from "#shop/sales/orders/return-labels.ts";
import {
  sameAddressSql,
  type OrderToSameAddress,
} from "#shop/office/back-office/parcels/orders-to-same-address.server.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import { transferLeftSql } from "#shop/sales/orders/due-transfer.server.ts";
import { collectSql } from "#shop/sales/orders/due-payment.server.ts";

/** Version of the order `o`: its state, cancelled and sent copies, and refunds. */
const versionSql = sql`concat_ws(' ', o.state,
  (select coalesce(sum(l.cancelled_quantity), 0) from order_lines l where l.order_id = o.id),
  (select coalesce(sum(x.quantity), 0) from shipment_lines x where x.order_id = o.id),
  (select coalesce(sum(r.amount_paise), 0) from refunds r where r.order_id = o.id and r.state <> 'failed'))`;

/**
 * Optimistic lock: whether an order still has the version of the form. Locks the order's row, so that the answer is
 * valid until the transaction ends.
 */
export async function isUnchanged(tx: Db, number: string, version: string): Promise<boolean> {
  await tx.execute(sql`select from orders where number = ${number} for update`);
  // A statement of its own, because only a new statement sees what was committed while the first one waited for the row
  // lock.
  const { rows } = await tx.execute<{ version: string }>(sql`
    select ${versionSql} as version from orders o where o.number = ${number}`);
  return rows[0]?.version === version;
}

/** An order with its history, for the bookseller; all times are ISO. */
export interface OrderRecord {
  number: string;
  state: OrderState;
  /** Whether its parcels arrived, also if it was refunded in full. */
  isDelivered: boolean;
  placedAt: string;
  /** The promised arrival; null for unpaid orders, and for old orders from before the shop stored promises. */
  arrival: Arrival | null;
  name: string;
  email: string;
  phone: string;
  /** Whether name and address were erased with the reader's account. */
  isErased: boolean;
  /** Whether the order was placed without an account. */
  isGuests: boolean;
  address: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  pin: string;
  stateCode: string;
  /** Whether the reader collects it at the shop. */
  isCollection: boolean;
  /** The business that it is billed to. */
  business: Business | null;
  shippingPaise: number;
  totalPaise: number;
  /** What is to be collected on delivery, or at the shop; 0 if nothing is. */
  collectPaise: number;
  /** What is still to come by bank transfer; null if nothing is. */
  transferPaise: number | null;
  /** Whether it was sold at a till, without an address. */
  isAtCounter: boolean;
  /** Changes whenever payments, refunds or copies change; see `isUnchanged`. */
  version: string;
  /** `totalPaise` is the paid amount of the copies, after `discountPaise`. */
  lines: {
    bookId: string;
    title: string;
    isbn13: string | null;
    coverKey: string;
    quantity: number;
    cancelled: number;
    discountPaise: number;
    totalPaise: number;
  }[];
  /** Discounts by the name of the code or bundle. They add up to the discounts of the lines. */
  discounts: { label: string; amountPaise: number }[];
  /** A payment on delivery has the status `due`, `captured`, `void` or `replaced`, and the provider `on-delivery`. */
  payments: {
    id: string;
    provider: string;
    status: string;
    method: string;
    amountPaise: number;
    settles: boolean;
    card: string;
  }[];
  /** `note` is the bookseller's reason. `remark` is the provider's last response, unless that was a plain success. */
  refunds: {
    id: number;
    state: string;
    amountPaise: number;
    reason: string;
    note: string;
    remark: string;
    paidOtherwise: PaidOtherwise | null;
    /** Whether it was paid on delivery: a requested refund is paid by hand, and a made one lowered what was due. */
    isOnDelivery: boolean;
  }[];
  /**
   * Refunds for which a bookseller requested the approval of an owner, oldest first. `leftPaise` is the refundable rest
   * of the payment. A request without `answeredAt` is open.
   */
  refundRequests: {
    id: number;
    amountPaise: number;
    leftPaise: number;
    note: string;
    askedById: number;
    askedBy: string;
    askedAt: string;
    answeredBy: string | null;
    answeredAt: string | null;
    isMade: boolean;
    answer: string;
  }[];
  /** Other orders that wait for the same name and address. */
  sameAddress: OrderToSameAddress[];
  /** Bills and credit notes, oldest first. */
  documents: { number: string; kind: "bill" | "credit-note" }[];
  /** Alerts for staff, disputes included. */
  alerts: { at: string; kind: string; subject: string | null; message: string; isSeen: boolean }[];
  /** Notes of staff, oldest first; readers never see them. */
  notes: { at: string; by: string; words: string }[];
  /** Letters about the order, oldest first. `state` is due, sent or dead. */
  letters: { id: string; kind: string; at: string; sentAt: string | null; state: string; isGone: boolean }[];
  returns: {
    id: number;
    title: string;
    quantity: number;
    reason: ReturnReason;
    words: string;
    state: ReturnState;
    answer: string;
    askedAt: string;
    /** Whether the refund, and the answer to the reader with it, wait for the approval of an owner. */
    waitsForOwner: boolean;
  }[];
  /** Oldest first. */
  parcels: OrderParcel[];
  /** Delivery challans, by the parcel's number. */
  challans: { parcel: number; number: string }[];
  events: { at: string; from: string | null; to: OrderState; cause: string; note: string }[];
}

/** Reads an order by its number; null if it does not exist. */
export async function findOrderRecord(db: Db, number: string): Promise<OrderRecord | null> {
  const { rows } = await db.execute<{ found: OrderRecord }>(sql`
      select json_build_object('number', o.number, 'state', o.state, 'isDelivered', coalesce(o.fulfilment_state = 'delivered', false), 'placedAt', o.created_at,
        'arrival', case when o.arrives_from is not null and o.arrives_by is not null
          then json_build_object('from', o.arrives_from, 'by', o.arrives_by) end, 'name', o.name, 'email', o.email, 'phone', o.phone,
        'isErased', o.erased_at is not null, 'isAtCounter', o.payment_method = 'counter', 'isGuests', o.reader_id is null,
        'address', concat_ws(', ', o.address_line1, nullif(o.address_line2, ''), o.city || ' ' || o.pin, o.state_code),
        'addressLine1', o.address_line1, 'addressLine2', o.address_line2, 'city', o.city, 'pin', o.pin,
        'stateCode', o.state_code, 'business', o.business, 'isCollection', ${isCollectionSql}, 'shippingPaise', o.shipping_paise, 'totalPaise', o.total_paise, 'collectPaise', ${collectSql}, 'transferPaise', ${transferLeftSql},
        'version', ${versionSql},
        'sameAddress', ${sameAddressSql}, 'documents', (select coalesce(json_agg(json_build_object('number', d.number, 'kind', d.kind) order by d.id), '[]')
          from documents d where d.order_id = o.id),
        'notes', (select coalesce(json_agg(json_build_object('at', n.written_at, 'by', s.name, 'words', n.words) order by n.id), '[]')
          from order_notes n join staff s on s.id = n.staff_id where n.order_id = o.id),
        'letters', (select coalesce(json_agg(json_build_object('id', b.id::text, 'kind', b.kind, 'at', b.created_at,
          'sentAt', b.sent_at, 'state', b.state, 'isGone', b.to_address = '') order by b.id), '[]')
          from outbox b where b.order_id = o.id),
        'returns', (select coalesce(json_agg(json_build_object('id', t.id, 'title', l.title, 'quantity', t.quantity,
          'reason', t.reason, 'words', t.words, 'state', t.state, 'answer', t.answer, 'askedAt', t.asked_at,
          'waitsForOwner', exists (select from refund_requests q where q.return_id = t.id and q.answered_at is null)) order by t.id), '[]')
          from returns t join order_lines l on l.order_id = t.order_id and l.position = t.line_position
          where t.order_id = o.id),
        'parcels', ${parcelsJson}, 'challans', (select coalesce(json_agg(json_build_object('parcel', c.place, 'number', c.number)), '[]')
          from delivery_challans c where c.order_id = o.id), 'discounts', ${discountsJson},
        'lines', (select coalesce(json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'isbn13', b.isbn13,
          'coverKey', ${coverKeySql}, 'quantity', l.quantity,
          'cancelled', l.cancelled_quantity, 'discountPaise', l.discount_paise, 'totalPaise', l.total_paise) order by l.position), '[]')
          from order_lines l join books b on b.id = l.book_id where l.order_id = o.id),
        'payments', (select coalesce(json_agg(json_build_object('id', p.id, 'provider', p.provider, 'status', p.status, 'method', p.method, 'amountPaise', p.amount_paise,
          'settles', p.settles, 'card', trim(p.card_network || ' ' || p.card_last4)) order by p.created_at), '[]')
          from payments p where p.order_id = o.id),
        'refunds', (select coalesce(json_agg(json_build_object('id', r.id, 'paidOtherwise', ${paidOtherwiseJson}, 'state', r.state, 'amountPaise', r.amount_paise,
          'reason', r.reason, 'note', r.note, 'remark', r.last_error, 'isOnDelivery', exists (select from payments p
            where p.id = r.payment_id and p.attempt_id is null)) order by r.id), '[]') from refunds r where r.order_id = o.id),
        'refundRequests', (select coalesce(json_agg(json_build_object('id', q.id, 'amountPaise', q.amount_paise,
          'leftPaise', p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refunds r
            where r.payment_id = p.id and r.state <> 'failed'),
          'note', q.note, 'askedById', q.asked_by, 'askedBy', a.name, 'askedAt', q.asked_at, 'answeredBy', b.name,
          'answeredAt', q.answered_at, 'isMade', q.refund_id is not null, 'answer', q.answer) order by q.id), '[]')
          from refund_requests q join payments p on p.id = q.payment_id join staff a on a.id = q.asked_by
            left join staff b on b.id = q.answered_by
          where q.order_id = o.id),
        'alerts', (select coalesce(json_agg(json_build_object('at', a.created_at, 'kind', a.kind, 'subject', a.subject, 'message', a.message,
          'isSeen', a.seen_at is not null) order by a.id), '[]') from alerts a where a.order_id = o.id),
        'events', (select coalesce(json_agg(json_build_object('at', e.created_at, 'from', e.from_state, 'to', e.to_state,
          'cause', e.cause, 'note', e.note) order by e.id), '[]') from order_events e where e.order_id = o.id)) as found
      from orders o where o.number = ${number}`);
  return rows[0]?.found ?? null;
}
