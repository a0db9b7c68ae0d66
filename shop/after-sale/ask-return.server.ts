import { sql } from "drizzle-orm";

import { inTransaction } from "#db/transaction.ts";
import { writeLetter } from "#shop/mail/outbox.server.ts";
import { findOrder, ownedBy, type OrderReader } from "#shop/orders/find-order.server.ts";
import type { ReturnReason } from "#shop/orders/return-words.ts";
import type { Services } from "#shop/services.ts";
import { listReturnable, returnsEnd } from "./return-window.ts";

/** What a reader would like to send back, and why. */
export interface ReturnWish {
  bookId: string;
  quantity: number;
  reason: ReturnReason;
  /** At most 1000 characters; may be empty. */
  words: string;
}

export type AskedReturn =
  | { ok: true; returnId: number }
  | { ok: false; reason: "no-such-order" | "not-sent" | "too-late" | "asked-already" | "not-in-order" };

/** Asks the bookseller to take copies back; both sides get a letter. Holds the order's row. */
export function askReturn(
  { db, settings, now }: Services,
  { number, by, wish }: { number: string; by: OrderReader; wish: ReturnWish },
): Promise<AskedReturn> {
  return inTransaction(db, async (tx): Promise<AskedReturn> => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select o.id from orders o where o.number = ${number} and ${ownedBy(by)} for update`,
    );
    // A statement of its own: the one that waited for the row does not see what was written meanwhile.
    const order = rows[0] && (await findOrder(tx, number, by));
    if (!rows[0] || !order) return { ok: false, reason: "no-such-order" };
    if (returnsEnd(order.moves, settings.promises) === null) return { ok: false, reason: "not-sent" };
    const returnable = listReturnable(order, settings.promises, now());
    const position = order.lines.findIndex((line) => line.bookId === wish.bookId);
    if (order.returns.some((one) => one.position === position && one.state === "asked")) {
      return { ok: false, reason: "asked-already" };
    }
    if (returnable.length === 0) return { ok: false, reason: "too-late" };
    const left = returnable.find((one) => one.position === position)?.quantity ?? 0;
    if (wish.quantity < 1 || wish.quantity > left) return { ok: false, reason: "not-in-order" };

    const orderId = Number(rows[0].id);
    const { rows: written } = await tx.execute<{ id: string }>(sql`
      insert into returns (order_id, line_position, quantity, reason, words, state)
      values (${orderId}, ${position}, ${wish.quantity}, ${wish.reason}, ${wish.words}, 'asked')
      returning id`);
    const returnId = Number(written[0]!.id);
    const letter = { orderId, subjectKey: String(returnId), facts: { returnId } };
    await writeLetter(tx, { ...letter, kind: "return-asked", to: order.email });
    await writeLetter(tx, { ...letter, kind: "return-for-shop", to: settings.seller.email });
    return { ok: true, returnId };
  });
}
