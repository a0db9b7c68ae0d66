/** Adds scanned copies to a stocktake, or sets the copies of a book by hand. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { bookOfCodeSql } from "./deliveries.server.ts";
import { soldOnShelfSql } from "./stocktakes.server.ts";

/** A book after it was counted. */
export interface CountedNow {
  code: string;
  /** Null for a book that the shop does not know. */
  title: string | null;
  /** Copies of the book in this count now. */
  copies: number;
}

/** Counted copies of a book; `code` identifies it as in deliveries (`findBookCodes`). */
export interface CountedCopies {
  code: string;
  copies: number;
}

/** The maximum number of books in one count. */
export const maxCountedBooks = 20_000;

/**
 * Adds copies of books to a count that the caller has locked; each book is named once. The stock at the first scan of a
 * book is stored, so that later stock moves do not appear as a difference. Returns null if a book would have more
 * than 100,000 copies, or the count too many books: then the caller must roll back.
 */
export async function countCopies(tx: Db, id: number, books: CountedCopies[], at: Date): Promise<CountedNow[] | null> {
  await lockCountedStock(tx, books);
  const { rows } = await tx.execute<CountedNow>(sql`
    with counted as (
      insert into stocktake_lines as l (${lineColumns}) ${countedRowsSql(id, books, at)}
      on conflict (stocktake_id, code) do update
        set copies = l.copies + excluded.copies, book_id = coalesce(l.book_id, excluded.book_id),
          on_hand = coalesce(l.on_hand, excluded.on_hand), to_pack = coalesce(l.to_pack, excluded.to_pack),
          move_id = coalesce(l.move_id, excluded.move_id), scanned_at = excluded.scanned_at
        where l.copies + excluded.copies <= 100000
      returning l.code, l.book_id, l.copies)
    select c.code, w.title, c.copies from counted c
      left join books b on b.id = c.book_id left join works w on w.id = b.work_id`);
  if (rows.length < books.length || (await countBooks(tx, id)) > maxCountedBooks) return null;
  await noteCounted(tx, id);
  return rows;
}

export type CountSet =
  | { ok: true }
  /** The current number; null when the book is not in the count. */
  | { ok: false; reason: "changed"; copies: number | null }
  | { ok: false; reason: "too-many" };

/**
 * Sets the counted copies of a book, with its stock at this moment, if the count still has `was` copies (optimistic
 * lock; null: not counted). If `copies` is null, removes the book from the count. The caller has locked the count.
 */
export async function setCounted(
  tx: Db,
  id: number,
  code: string,
  { was, copies }: { was: number | null; copies: number | null },
  at: Date,
): Promise<CountSet> {
  // Also searches by book: if the book got an ISBN after its first scan, its line keeps the code of that scan.
  const { rows } = await tx.execute<{ code: string; copies: number }>(sql`
    select x.code, x.copies from stocktake_lines x
    where x.stocktake_id = ${id} and (x.code = ${code} or x.book_id = ${bookOfCodeSql(sql`${code}::text`)})`);
  const now = rows[0]?.copies ?? null;
  if (now !== was) return { ok: false, reason: "changed", copies: now };
  if (rows[0]) await tx.execute(sql`delete from stocktake_lines where stocktake_id = ${id} and code = ${rows[0].code}`);
  if (copies !== null) {
    if ((await countBooks(tx, id)) >= maxCountedBooks) return { ok: false, reason: "too-many" };
    const books = [{ code, copies }];
    await lockCountedStock(tx, books);
    await tx.execute(sql`insert into stocktake_lines (${lineColumns}) ${countedRowsSql(id, books, at)}`);
  }
  await noteCounted(tx, id);
  return { ok: true };
}

/**
 * Locks the stock of books, so that no copy moves between reading the stock and reading the id of the newest move: all
 * later moves have a greater id.
 */
async function lockCountedStock(tx: Db, books: CountedCopies[]): Promise<void> {
  const codes = books.map(({ code }) => code);
  await tx.execute(sql`
    select from stock where book_id in (
      select b.id from books b where b.isbn13 = any(${codes}::text[]) or b.id = any(${codes}::text[]))
    order by book_id for share`);
}

const lineColumns = sql`stocktake_id, code, copies, book_id, on_hand, to_pack, move_id, counted_at, scanned_at`;

/**
 * SQL: the rows of `lineColumns` for counted books, each with its stock at this moment. If a book got an ISBN after its
 * first scan, its line keeps the code of that scan.
 */
function countedRowsSql(id: number, books: CountedCopies[], at: Date) {
  const codes = books.map(({ code }) => code);
  const copies = books.map(({ copies }) => copies);
  return sql`
    select ${id}::bigint, coalesce((
        select x.code from stocktake_lines x where x.stocktake_id = ${id}::bigint and x.book_id = b.id limit 1), given.code),
      given.copies, b.id, case when b.id is not null then coalesce(s.on_hand, 0) end,
      case when b.id is not null then ${soldOnShelfSql} end,
      case when b.id is not null then coalesce((select max(id) from stock_moves), 0) end,
      ${at}::timestamptz, ${at}::timestamptz
    from unnest(${codes}::text[], ${copies}::int[]) as given (code, copies)
      left join books b on b.id = ${bookOfCodeSql(sql`given.code`)} left join stock s on s.book_id = b.id`;
}

async function countBooks(tx: Db, id: number): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from stocktake_lines where stocktake_id = ${id}`);
  return rows[0]?.count ?? 0;
}

async function noteCounted(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`update stocktakes set version = version + 1 where id = ${id}`);
}
