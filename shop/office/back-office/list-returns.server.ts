import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { ReturnReason, ReturnState } from "#shop/sales/orders/return-labels.ts";
import { isOldestFirstIn, type ReturnPart } from "./return-parts.ts";

/** A return in the desk's list. */
export interface ListedReturn {
  id: number;
  orderNumber: string;
  title: string;
  isbn13: string | null;
  quantity: number;
  reason: ReturnReason;
  /** The reader's text; may be empty. */
  words: string;
  state: ReturnState;
  /** ISO timestamp. */
  askedAt: string;
  /** Amount that was or will be refunded; null for none. */
  refundedPaise: number | null;
}

/** The maximum number of returns on a page, and in a CSV file. */
export const returnsOnPage = 50;
export const returnsInFile = 5_000;

/**
 * Lists returns of one kind: at most `limit`, after the return with the id `after`. `isCut`: there are more. Open
 * returns are listed oldest first, closed ones newest first.
 */
export async function listReturnsOf(
  db: Db,
  part: ReturnPart,
  { after, limit }: { after: number | null; limit: number },
): Promise<{ returns: ListedReturn[]; isCut: boolean }> {
  const parts = {
    open: sql`t.state in ('asked', 'accepted')`,
    waiting: sql`t.state = 'asked'`,
    coming: sql`t.state = 'accepted'`,
    arrived: sql`t.state = 'received'`,
    refunded: sql`t.refund_id is not null`,
    refused: sql`t.state = 'refused'`,
  };
  const isOldestFirst = isOldestFirstIn(part);
  const behind = isOldestFirst ? sql`t.id > ${after}::bigint` : sql`t.id < ${after}::bigint`;
  const order = isOldestFirst ? sql`t.id` : sql`t.id desc`;
  const { rows } = await db.execute<ListedReturn>(sql`
    select t.id::int as id, o.number as order_number, l.title, b.isbn13, t.quantity, t.reason, t.words, t.state, t.asked_at,
      r.amount_paise::float8 as refunded_paise
    from (select * from returns t where ${parts[part]} and (${after}::bigint is null or ${behind})
        order by ${order} limit ${limit + 1}) t
      join orders o on o.id = t.order_id
      join order_lines l on l.order_id = t.order_id and l.position = t.line_position
      left join books b on b.id = l.book_id
      left join refunds r on r.id = t.refund_id and r.state <> 'failed'
    order by ${order}`);
  return { returns: rows.slice(0, limit), isCut: rows.length > limit };
}
