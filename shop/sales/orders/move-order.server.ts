import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { MoveCause, OrderState } from "./order-state.ts";

/** A person of the shop, as the history names them: a bookseller's name, or `command line`. Readers never see it. */
export type Actor = string;

/** A move of an order. */
export interface Move {
  orderId: number;
  from: readonly OrderState[];
  to: OrderState;
  cause: MoveCause;
  note?: string;
  /** The time of the move. */
  at: Date;
  /** Who did it, when it was a person of the shop; the history names them. */
  actor?: Actor | undefined;
}

/**
 * Moves an order if it still stands where the caller thinks; only who gets `true` may cause what follows from it. The lock
 * is a second one: callers lock the order's row, and the trigger `orders_forward` refuses every move that is not in the table.
 * A paid order is queued for its bill by `orders_need_a_bill`, and counted for its offers by `orders_count_for_offers`.
 */
export async function moveOrder(tx: Db, { orderId, from, to, cause, note = "", at, actor }: Move): Promise<boolean> {
  const noted = actor ? `${note} by ${actor}`.trim() : note;
  const states = [...from];
  const time = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with before as (select id, state from orders where id = ${orderId} for update),
    moved as (
      update orders o set state = ${to}, network = null, updated_at = ${time},
        paid_at = case when ${to}::text = 'paid' then ${time} else o.paid_at end
      from before where o.id = before.id and before.state = any(${states}::text[])
      returning o.id, before.state as from_state)
    insert into order_events (order_id, from_state, to_state, cause, note, created_at)
    select id, from_state, ${to}, ${cause}, ${noted}, ${time} from moved returning id`);
  return rows.length === 1;
}
