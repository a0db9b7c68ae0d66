import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Arrival } from "#shop/kernel/regions/delivery-promise.ts";
import type { FulfilmentState, MoveCause, OrderState, PaymentState } from "./order-state.ts";

/** Name of a staff member in the order's history, or `command line`. Readers never see it. */
export type Actor = string;

/** A change of an order's payment state, its fulfilment state, or both. */
export interface Move {
  orderId: number;
  from: readonly OrderState[];
  payment?: PaymentState;
  fulfilment?: FulfilmentState;
  cause: MoveCause;
  note?: string;
  at: Date;
  /** The staff member who moved it, for the history. */
  actor?: Actor | undefined;
  /** The promised arrival, stored so that later changes of the settings do not change it; by default unchanged. */
  arrival?: Arrival | null;
}

/**
 * Moves an order if its state is one of `from`; only the caller that gets `true` may make the follow-up changes.
 * Callers lock the order's row before; the lock in this statement is a second safeguard, and the trigger
 * `orders_forward` rejects moves that are not in the tables. `orders_need_a_bill` queues a confirmed order for its
 * bill, `orders_count_for_offers` counts the order for its offers, and `orders_void_payments` makes its payment on
 * delivery void if it ends unpaid.
 */
export async function moveOrder(
  tx: Db,
  { orderId, from, payment, fulfilment, cause, note = "", at, actor, arrival }: Move,
): Promise<boolean> {
  const noted = actor ? `${note} by ${actor}`.trim() : note;
  const states = [...from];
  const time = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with before as (select id, state from orders where id = ${orderId} for update),
    moved as (
      update orders o set payment_state = coalesce(${payment ?? null}, ${paymentAfter(fulfilment)}),
        fulfilment_state = coalesce(${fulfilment ?? null}, o.fulfilment_state), network = null, updated_at = ${time},
        paid_at = coalesce(o.paid_at, case when ${payment ?? null}::text = 'paid' then ${time} end),
        confirmed_at = coalesce(o.confirmed_at, case when ${fulfilment ?? null}::text = 'to_pack' then ${time} end),
        arrives_from = coalesce(${arrival?.from ?? null}::date, o.arrives_from),
        arrives_by = coalesce(${arrival?.by ?? null}::date, o.arrives_by)
      from before where o.id = before.id and before.state = any(${states}::text[])
      returning o.id, before.state as from_state, o.state as to_state)
    insert into order_events (order_id, from_state, to_state, cause, note, created_at)
    select id, from_state, to_state, ${cause}, ${noted}, ${time} from moved returning id`);
  return rows.length === 1;
}

/** SQL: the payment state that follows from where the copies are: the carrier collects the money at the door. */
function paymentAfter(fulfilment: FulfilmentState | undefined): SQL {
  if (fulfilment === "delivered")
    return sql`case o.payment_state when 'on_delivery' then 'collected' else o.payment_state end`;
  if (fulfilment === "shipped")
    return sql`case o.payment_state when 'collected' then 'on_delivery' else o.payment_state end`;
  return sql`o.payment_state`;
}
