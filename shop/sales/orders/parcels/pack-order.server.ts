/** Packs an order's parcel copy by copy, by scanner or by hand, and reports the progress. */

import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";
import { copiesLeftSql, sentInPartsSql } from "./copies-left.server.ts";
import { isToPack, type OrderState } from "#shop/sales/orders/order-state.ts";

/** A line of an order that is being packed. */
export interface PackingLine {
  position: number;
  bookId: string;
  title: string;
  author: string;
  format: string;
  isbn13: string | null;
  /** Where in the shop the book is kept; empty if unknown. */
  place: string;
  /** Copies neither cancelled nor sent with a part of the order. */
  wanted: number;
  /** Copies in the parcel. */
  packed: number;
  /** Whether a part of the order with copies of this line was sent. */
  isSent: boolean;
}

export type Packed =
  /** `isRest`: a part of the order was sent earlier. */
  | { ok: true; title: string; packed: number; wanted: number; isComplete: boolean; isRest: boolean }
  | { ok: false; reason: "no-such-order" | "not-to-pack" | "nothing-to-take-out" }
  /** All its copies were sent with a part of the order. */
  | { ok: false; reason: "none-left"; title: string }
  /** The order does not contain this book; `title` is null if the shop does not know it. */
  | { ok: false; reason: "wrong-book"; title: string | null }
  | { ok: false; reason: "too-often"; title: string; wanted: number };

/** The code of the scanned book (its ISBN with 13 digits, or its id), or the line that was ticked by hand. */
export type PackedWhat = { code: string } | { position: number };

/** Puts a copy into an order's parcel. Locks the order's row, so that two packers see the same progress. */
export function packCopy({ db, now }: DbAndClock, number: string, what: PackedWhat): Promise<Packed> {
  return changePacking(db, number, async (tx, orderId, lines) => {
    const fitting = lines.filter((line) => isMeant(line, what));
    const line = fitting.find(({ packed, wanted }) => packed < wanted) ?? fitting[0];
    if (line?.wanted === 0 && line.isSent) return { ok: false, reason: "none-left", title: line.title };
    if (!line || line.wanted === 0)
      return { ok: false, reason: "wrong-book", title: "code" in what ? await titleOf(tx, what.code) : null };
    const { title, wanted, packed, position } = line;
    if (packed >= wanted) return { ok: false, reason: "too-often", title, wanted };
    await tx.execute(sql`
      insert into packed_copies (order_id, line_position, packed_at)
      values (${orderId}::bigint, ${position}, ${now().toISOString()}::timestamptz)`);
    const isComplete = lines.every((other) => other.packed + (other === line ? 1 : 0) === other.wanted);
    return { ok: true, title, wanted, packed: packed + 1, isComplete, isRest: isRest(lines) };
  });
}

/** Takes a copy of a line out of the parcel. */
export function unpackCopy({ db }: DbAndClock, number: string, position: number): Promise<Packed> {
  return changePacking(db, number, async (tx, orderId, lines) => {
    const line = lines.find((line) => line.position === position);
    if (!line || line.packed === 0) return { ok: false, reason: "nothing-to-take-out" };
    await tx.execute(sql`
      delete from packed_copies where id = (select max(id) from packed_copies
        where order_id = ${orderId}::bigint and line_position = ${position})`);
    return {
      ok: true,
      title: line.title,
      wanted: line.wanted,
      packed: line.packed - 1,
      isComplete: false,
      isRest: isRest(lines),
    };
  });
}

function changePacking(
  db: Db,
  number: string,
  change: (tx: Db, orderId: string, lines: PackingLine[]) => Promise<Packed>,
): Promise<Packed> {
  return inTransaction(db, async (tx): Promise<Packed> => {
    const { rows } = await tx.execute<{ id: string; state: OrderState }>(sql`
      select id, state from orders where number = ${number} for update`);
    const order = rows[0];
    if (!order) return { ok: false, reason: "no-such-order" };
    if (!isToPack(order.state)) return { ok: false, reason: "not-to-pack" };
    return change(tx, order.id, await listPackingLines(tx, sql`${order.id}::bigint`));
  });
}

/** The lines of an order with the number of packed copies, by position. */
export async function listPackingLines(db: Db, orderId: SQL): Promise<PackingLine[]> {
  const { rows } = await db.execute<PackingLine>(sql`
    select l.position, l.book_id, l.title, l.author, l.format, b.isbn13, coalesce(s.place, '') as place,
      ${copiesLeftSql} as wanted, ${sentInPartsSql} > 0 as is_sent,
      (select count(*)::int from packed_copies p where p.order_id = l.order_id and p.line_position = l.position) as packed
    from order_lines l join books b on b.id = l.book_id left join stock s on s.book_id = b.id
    where l.order_id = ${orderId} order by l.position`);
  return rows;
}

function isRest(lines: PackingLine[]): boolean {
  return lines.some(({ isSent }) => isSent);
}

function isMeant(line: PackingLine, what: PackedWhat): boolean {
  return "code" in what ? [line.isbn13, line.bookId].includes(what.code) : line.position === what.position;
}

async function titleOf(tx: Db, code: string): Promise<string | null> {
  const { rows } = await tx.execute<{ title: string }>(sql`
    select w.title from books b join works w on w.id = b.work_id where b.isbn13 = ${code} or b.id = ${code} limit 1`);
  return rows[0]?.title ?? null;
}
