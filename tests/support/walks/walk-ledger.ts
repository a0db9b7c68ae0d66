/**
 * What the world outside the shop's database knows of a walk: where each copy is, and who has which money. It believes
 * what the shop answers ("the parcel is sent"), and keeps its own books of what follows from that.
 */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { OrderKind } from "./walk-steps.ts";

/** A parcel with copies of the book of its order, or an order that is ready at the shop. */
export interface WalkParcel {
  copies: number;
  end: "on its way" | "arrived" | "gone";
}

export interface WalkOrder {
  number: string;
  kind: OrderKind;
  bookId: string;
  /** For payments online; empty for other orders. */
  providerOrderId: string;
  ordered: number;
  /** Whether its copies are sold. */
  isSold: boolean;
  cancelled: number;
  parcels: WalkParcel[];
  /** Copies that came back, were lost, or are asked back. */
  returned: number;
  /** Money that readers, buyers and carriers have paid for it. */
  takenPaise: number;
}

/** Copies that wait to be sent. */
export function copiesToSend({ ordered, cancelled, parcels }: WalkOrder): number {
  return ordered - cancelled - parcels.reduce((sum, { copies }) => sum + copies, 0);
}

export interface WalkLedger {
  orders: WalkOrder[];
  /** The copies of each book that are in the shop, sold or not. */
  inShop: Map<string, number>;
  /** The copies of each book that the shop can sell or has reserved. */
  onHand: Map<string, number>;
  /** The cash in the till. */
  cashPaise: number;
}

/** Moves copies of a book into the shop, or out of it. */
export function moveCopies(copies: Map<string, number>, bookId: string, by: number): void {
  copies.set(bookId, (copies.get(bookId) ?? 0) + by);
}

interface OrderRow {
  number: string;
  payment: string;
  total: number;
  /** Refunds that lowered what was due: no money moved. */
  lowered: number;
  /** Refunds of money, made or under way. */
  back: number;
}

/** Compares the shop's records with the ledger; the differences, which are none. */
export async function findDifferences(db: Db, ledger: WalkLedger): Promise<string[]> {
  const numbers = ledger.orders.map(({ number }) => number);
  const books = [...ledger.onHand.keys()];
  const [{ rows: stock }, { rows: orders }, { rows: tills }] = await Promise.all([
    db.execute<{ bookId: string; onHand: number; unsent: number }>(sql`
      select s.book_id, s.on_hand, coalesce((select sum(l.quantity - l.cancelled_quantity - coalesce((
          select sum(x.quantity) from shipment_lines x
          where x.order_id = o.id and x.line_position = l.position and not x.is_again), 0))
        from order_lines l join orders o on o.id = l.order_id
        where l.book_id = s.book_id and o.number = any(${numbers}::text[]) and o.confirmed_at is not null
          and o.fulfilment_state in ('to_pack', 'cancelled')), 0)::int as unsent
      from stock s where s.book_id = any(${books}::text[])`),
    db.execute<OrderRow>(sql`
      select o.number, coalesce(o.payment_state, '') as payment, o.total_paise::float8 as total,
        coalesce(sum(r.amount_paise) filter (where ${lowersDue}), 0)::float8 as lowered,
        coalesce(sum(r.amount_paise) filter (where not ${lowersDue}), 0)::float8 as back
      from orders o left join refunds r on r.order_id = o.id and r.state <> 'failed'
        left join payments p on p.id = r.payment_id
      where o.number = any(${numbers}::text[]) group by o.id`),
    db.execute<{ cash: number }>(sql`
      select (coalesce((select sum(cash_paise) from counter_sales where count_id is null), 0)
        - coalesce((select sum(cash_paise) from counter_refunds where count_id is null), 0))::float8 as cash`),
  ]);
  const known = new Map(ledger.orders.map((order) => [order.number, order]));
  return [
    ...stock.flatMap(({ bookId, onHand, unsent }) => [
      ...differ(`copies of ${bookId} for sale`, onHand, ledger.onHand.get(bookId)),
      ...differ(`copies of ${bookId} in the shop`, onHand + unsent, ledger.inShop.get(bookId)),
    ]),
    ...orders.flatMap((row) => judgeMoney(row, known.get(row.number)!)),
    ...differ("cash in the till", tills[0]!.cash, ledger.cashPaise),
  ];
}

/** SQL: whether the refund `r` of the payment `p` lowered what was due. */
const lowersDue = sql`(p.attempt_id is null and r.state = 'processed' and r.paid_by is null)`;

function differ(what: string, shop: number, truth = 0): string[] {
  return shop === truth ? [] : [`${what}: the shop says ${shop}, but it is ${truth}`];
}

/** Payments online of at least a rupee can be refunded. */
const leastRefundPaise = 100;

function judgeMoney({ number, payment, total, lowered, back }: OrderRow, order: WalkOrder): string[] {
  const { kind, takenPaise, isSold } = order;
  const keeps = takenPaise - back;
  // A carrier, or the reader at the door, has the money of a parcel that left.
  const isAtCarrier = kind === "on delivery" && order.parcels.some(({ end }) => end !== "gone");
  return [
    ...(payment === "paid" && takenPaise < total - lowered
      ? [`${number} (${kind}) is paid, but ${takenPaise} of ${total - lowered} has come`]
      : []),
    ...(back > takenPaise && !isAtCarrier ? [`${number} (${kind}): ${back} goes back of ${takenPaise}`] : []),
    ...(back + lowered > Math.max(total, takenPaise + lowered)
      ? [`${number} (${kind}): more goes back than its price`]
      : []),
    ...(keeps > total - lowered ? [`${number} (${kind}): the shop keeps ${keeps} of ${total - lowered}`] : []),
    ...(!isSold && payment !== "awaited" && keeps >= leastRefundPaise
      ? [`${number} (${kind}) was not sold, but the shop keeps ${keeps}`]
      : []),
  ];
}
