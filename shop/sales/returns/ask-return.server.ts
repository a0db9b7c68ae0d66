import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { findOrder, ownedBy, type OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import type { ReturnReason } from "#shop/sales/orders/return-labels.ts";
import type { Services } from "#shop/services.ts";
import { listReturnable, returnsEnd } from "./return-window.ts";

/** A reader's request for a return. */
export interface ReturnInput {
  bookId: string;
  quantity: number;
  reason: ReturnReason;
  /** At most 1000 characters; may be empty. */
  words: string;
}

export type AskedReturn =
  | { ok: true; returnId: number }
  | { ok: false; reason: "no-such-order" | "not-sent" | "too-late" | "asked-already" | "not-in-order" };

/** Requests a return of copies; reader and shop each get a letter. Locks the order's row. */
export function askReturn(
  { db, settings, now }: Services,
  { number, by, input }: { number: string; by: OrderViewer; input: ReturnInput },
): Promise<AskedReturn> {
  return inTransaction(db, async (tx): Promise<AskedReturn> => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select o.id from orders o where o.number = ${number} and ${ownedBy(by)} for update`,
    );
    // A statement of its own, because only a new one sees what was committed while this transaction waited for the
    // lock.
    const order = rows[0] && (await findOrder(tx, number, by));
    if (!rows[0] || !order) return { ok: false, reason: "no-such-order" };
    if (returnsEnd(order, settings.policies) === null) return { ok: false, reason: "not-sent" };
    const returnable = listReturnable(order, settings.policies, now());
    const position = order.lines.findIndex((line) => line.bookId === input.bookId);
    if (order.returns.some((orderReturn) => orderReturn.position === position && orderReturn.state === "asked")) {
      return { ok: false, reason: "asked-already" };
    }
    if (returnable.length === 0) return { ok: false, reason: "too-late" };
    const left = returnable.find((line) => line.position === position)?.quantity ?? 0;
    if (input.quantity < 1 || input.quantity > left) return { ok: false, reason: "not-in-order" };

    const orderId = Number(rows[0].id);
    const { rows: written } = await tx.execute<{ id: string }>(sql`
      insert into returns (order_id, line_position, quantity, reason, words, state)
      values (${orderId}, ${position}, ${input.quantity}, ${input.reason}, ${input.words}, 'asked')
      returning id`);
    const returnId = Number(oneRow(written).id);
    const letter = { orderId, subjectKey: String(returnId), facts: { returnId } };
    await enqueueLetter(tx, { ...letter, kind: "return-asked", to: order.email });
    await enqueueLetter(tx, { ...letter, kind: "return-for-shop", to: settings.seller.email });
    return { ok: true, returnId };
  });
}
