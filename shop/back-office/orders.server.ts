import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { OrderState } from "#shop/orders/order-state.ts";

/** One row of the bookseller's list of orders. */
export interface OrderSummary {
  number: string;
  state: OrderState;
  name: string;
  copies: number;
  totalPaise: number;
  placedAt: Date;
}

/** The newest orders, at most `limit`; only those of one state when it is given. */
export async function listAllOrders(
  db: Db,
  { state, limit }: { state?: OrderState | undefined; limit: number },
): Promise<OrderSummary[]> {
  const { rows } = await db.execute<{
    number: string;
    state: OrderState;
    name: string;
    totalPaise: string;
    createdAt: string;
    copies: number;
  }>(sql`
      select o.number, o.state, o.name, o.total_paise, o.created_at::text as created_at,
        (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.order_id = o.id) as copies
      from orders o where ${state ?? null}::text is null or o.state = ${state ?? null}
      order by o.id desc limit ${limit}`);
  return rows.map(({ totalPaise, createdAt, ...row }) => ({
    ...row,
    placedAt: new Date(createdAt),
    totalPaise: Number(totalPaise),
  }));
}

/** One order and everything that happened to it, as the bookseller sees it; all times are ISO. */
export interface OrderRecord {
  number: string;
  state: OrderState;
  name: string;
  email: string;
  phone: string;
  /** Name and address are gone with the reader's account. */
  isErased: boolean;
  address: string;
  totalPaise: number;
  lines: { bookId: string; title: string; quantity: number; cancelled: number; totalPaise: number }[];
  payments: { id: string; status: string; amountPaise: number; settles: boolean; card: string }[];
  /** `remark` is what Razorpay said last, when it was not a plain yes. */
  refunds: { state: string; amountPaise: number; reason: string; remark: string }[];
  /** What a person was asked to look at, disputes included. */
  alerts: { at: string; kind: string; message: string; isSeen: boolean }[];
  events: { at: string; from: string | null; to: OrderState; cause: string; note: string }[];
}

/** Reads everything the records have about an order; null when there is no order of this number. */
export async function findOrderRecord(db: Db, number: string): Promise<OrderRecord | null> {
  const { rows } = await db.execute<{ found: OrderRecord }>(sql`
      select json_build_object('number', o.number, 'state', o.state, 'name', o.name, 'email', o.email, 'phone', o.phone,
        'isErased', o.erased_at is not null,
        'address', concat_ws(', ', o.address_line1, nullif(o.address_line2, ''), o.city || ' ' || o.pin, o.state_code),
        'totalPaise', o.total_paise,
        'lines', (select coalesce(json_agg(json_build_object('bookId', l.book_id, 'title', l.title, 'quantity', l.quantity,
          'cancelled', l.cancelled_quantity, 'totalPaise', l.total_paise) order by l.position), '[]')
          from order_lines l where l.order_id = o.id),
        'payments', (select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'amountPaise', p.amount_paise,
          'settles', p.settles, 'card', trim(p.card_network || ' ' || p.card_last4)) order by p.created_at), '[]')
          from payments p where p.order_id = o.id),
        'refunds', (select coalesce(json_agg(json_build_object('state', r.state, 'amountPaise', r.amount_paise,
          'reason', r.reason, 'remark', r.last_error) order by r.id), '[]') from refunds r where r.order_id = o.id),
        'alerts', (select coalesce(json_agg(json_build_object('at', a.created_at, 'kind', a.kind, 'message', a.message,
          'isSeen', a.seen_at is not null) order by a.id), '[]') from alerts a where a.order_id = o.id),
        'events', (select coalesce(json_agg(json_build_object('at', e.created_at, 'from', e.from_state, 'to', e.to_state,
          'cause', e.cause, 'note', e.note) order by e.id), '[]') from order_events e where e.order_id = o.id)) as found
      from orders o where o.number = ${number}`);
  return rows[0]?.found ?? null;
}
