import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { ReturnReason, ReturnState } from "#shop/orders/return-labels.ts";

/** A return as the bookseller sees it. */
export interface ReturnRecord {
  id: number;
  orderNumber: string;
  name: string;
  email: string;
  bookId: string;
  title: string;
  quantity: number;
  reason: ReturnReason;
  words: string;
  state: ReturnState;
  askedAt: string;
}

/** Returns that wait for an answer or for their book, oldest first; or those that are over, newest first, at most 50. */
export async function listReturns(db: Db, which: "open" | "over"): Promise<ReturnRecord[]> {
  const isOpen = sql`t.state in ('asked', 'accepted')`;
  const { rows } = await db.execute<{ found: ReturnRecord }>(sql`
    select json_build_object('id', t.id, 'orderNumber', o.number, 'name', o.name, 'email', o.email, 'bookId', l.book_id,
      'title', l.title, 'quantity', t.quantity, 'reason', t.reason, 'words', t.words, 'state', t.state,
      'askedAt', t.asked_at) as found
    from returns t join orders o on o.id = t.order_id
    join order_lines l on l.order_id = t.order_id and l.position = t.line_position
    where ${which === "open" ? isOpen : sql`not ${isOpen}`}
    order by ${which === "open" ? sql`t.id` : sql`t.id desc limit 50`}`);
  return rows.map((row) => row.found);
}
