import { sql } from "#db/sql.ts";

import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import type { OrderState } from "./order-state.ts";

export type CorrectedEmail =
  /** `isConfirmed`: the confirmation is sent again; an unpaid order has none. */
  | { ok: true; isChanged: boolean; isConfirmed: boolean }
  | { ok: false; reason: "no-such-order" | "of-a-reader" | "erased" | "changed-meanwhile" };

/**
 * Corrects the e-mail address of a guest's order. Links sent to the old address become invalid, waiting letters go to
 * the new one, and the confirmation is sent again. `before` is an optimistic lock. Locks the order's row.
 */
export function correctEmail(
  { db, now }: DbAndClock,
  number: string,
  { before, after }: { before: string; after: string },
): Promise<CorrectedEmail> {
  return inTransaction(db, async (tx): Promise<CorrectedEmail> => {
    const { rows } = await tx.execute<{
      id: string;
      email: string;
      isErased: boolean;
      isReaders: boolean;
      isSale: boolean;
      state: OrderState;
      linkVersion: number;
    }>(sql`
      select id, email, erased_at is not null as is_erased, reader_id is not null as is_readers, confirmed_at is not null as is_sale,
        link_version, state
      from orders where number = ${number} for update`);
    const order = rows[0];
    if (!order) return { ok: false, reason: "no-such-order" };
    if (order.isErased) return { ok: false, reason: "erased" };
    if (order.isReaders) return { ok: false, reason: "of-a-reader" };
    if (order.email === after) return { ok: true, isChanged: false, isConfirmed: false };
    if (order.email !== before) return { ok: false, reason: "changed-meanwhile" };
    const { id } = order;
    const linkVersion = order.linkVersion + 1;
    await tx.execute(sql`
      update orders set email = ${after}, link_version = ${linkVersion}, updated_at = ${now().toISOString()}::timestamptz
      where id = ${id}`);
    await tx.execute(sql`
      update outbox set to_address = ${after} where order_id = ${id} and state = 'due' and to_address = ${order.email}`);
    const letter = { orderId: Number(id), to: after, subjectKey: `to address ${linkVersion + 1}` };
    const isConfirmed = order.isSale && (await enqueueLetter(tx, { kind: "order-confirmed", ...letter }));
    if (order.state === "to_confirm") await enqueueLetter(tx, { kind: "order-to-confirm", ...letter });
    return { ok: true, isChanged: true, isConfirmed };
  });
}
