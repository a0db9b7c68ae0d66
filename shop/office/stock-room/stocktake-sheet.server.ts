/** Reads a stocktake: the counted books with their differences and later moves, and the books that were not counted. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { bookOfCodeSql } from "./deliveries.server.ts";
import { belongsSql, soldOnShelfSql, type Stocktake } from "./stocktakes.server.ts";

/** Which lines of a count are shown: all, those with a difference, or those of unknown books. */
export type SheetPart = "all" | "different" | "unknown";

/** Moves of a book after it was counted: copies added, or negative for removed. */
export interface MovedSince {
  sold: number;
  received: number;
  back: number;
  corrected: number;
}

/** A book in a count. */
export interface SheetLine {
  code: string;
  /** Null for a book that the shop does not know. */
  bookId: string | null;
  title: string | null;
  author: string | null;
  format: string | null;
  /** Where in the shop the book is kept; null if unknown. */
  place: string | null;
  copies: number;
  /** The stock at the first scan, or when it was counted by hand: on hand, and sold but in no parcel yet. */
  onHandThen: number;
  toPackThen: number;
  /** ISO time. */
  countedAt: string;
  since: MovedSince;
  /** Whether the book is in the scope of the count. Others are not corrected, because they have copies elsewhere. */
  belongs: boolean;
  /**
   * Whether a person, a file or another count has corrected the stock since, so that the book must be counted again.
   */
  isCorrectedSince: boolean;
  /** The name of another unfinished count that contains the book. */
  otherCount: string | null;
  /** Copies that were added when the count was finished; negative for removed, null if not changed. */
  corrected: number | null;
}

/** A book in the scope of a count that was not counted. */
export interface UncountedBook {
  bookId: string;
  code: string;
  title: string;
  author: string;
  format: string;
  place: string | null;
  onHand: number;
  toPack: number;
}

/** Lines on a page. */
export const linesOnPage = 50;

/** SQL for the lines of a count: `l` is the line, `b` its book, `s` the book's stock. */
export function linesSql(id: number): SQL {
  return sql`(
    select x.*, coalesce(x.book_id, ${bookOfCodeSql(sql`x.code`)}) as known_id
    from stocktake_lines x where x.stocktake_id = ${id}) l
    left join books b on b.id = l.known_id left join stock s on s.book_id = b.id`;
}

/** SQL over `linesSql`: counted copies less those that were on the shelf at that moment. */
export const differenceSql = sql`(l.copies - coalesce(l.on_hand, s.on_hand, 0) - coalesce(l.to_pack, ${soldOnShelfSql}))`;

/** SQL for moves after which a book must be counted again: corrections, except those of a till, which are sales. */
export const isCorrectionSql = sql`m.cause = 'correction' and m.program not like 'token %'`;

/** Reads a page of a count, last scanned first, after the line `after`; and whether there are more lines. */
export async function readSheet(
  db: Db,
  stocktake: Stocktake,
  { part, after }: { part: SheetPart; after: string | null },
): Promise<{ lines: SheetLine[]; isCut: boolean }> {
  const { id } = stocktake;
  const parts = {
    all: sql`true`,
    different: sql`b.id is not null and ${differenceSql} <> 0`,
    unknown: sql`b.id is null`,
  };
  const { rows } = await db.execute<SheetLine>(sql`
    with page as materialized (
      select l.*, ${differenceSql} as difference from ${linesSql(id)}
      where ${parts[part]} and (${after}::text is null or (l.scanned_at, l.code) < (
        select a.scanned_at, a.code from stocktake_lines a where a.stocktake_id = ${id} and a.code = ${after}))
      order by l.scanned_at desc, l.code desc limit ${linesOnPage + 1}),
    moved as materialized (
      select m.* from stock_moves m
      where m.id > (select min(move_id) from page) and m.book_id in (select known_id from page))
    select l.code, b.id as book_id, w.title, b.format, nullif(s.place, '') as place, l.copies,
      case when b.id is not null then ${authorNamesSql} end as author,
      coalesce(l.on_hand, s.on_hand, 0) as on_hand_then,
      case when b.id is null then 0 else coalesce(l.to_pack, ${soldOnShelfSql}) end as to_pack_then, l.counted_at,
      l.corrected, b.id is not null and ${belongsSql(stocktake)} as belongs,
      exists (select from moved m where m.book_id = b.id and m.id > l.move_id and ${isCorrectionSql}) as is_corrected_since,
      (select o.name from stocktake_lines other join stocktakes o on o.id = other.stocktake_id
        where other.book_id = b.id and other.stocktake_id <> ${id} and o.finished_at is null limit 1) as other_count,
      (select json_build_object(
          'sold', coalesce(sum(m.delta) filter (where m.cause = 'sale'), 0),
          'received', coalesce(sum(m.delta) filter (where m.cause = 'received'), 0),
          'back', coalesce(sum(m.delta) filter (where m.cause = 'return'), 0),
          'corrected', coalesce(sum(m.delta) filter (where m.cause = 'correction'), 0))
        from moved m where m.book_id = b.id and m.id > l.move_id) as since
    from page l left join books b on b.id = l.known_id left join works w on w.id = b.work_id
      left join stock s on s.book_id = b.id
    order by l.scanned_at desc, l.code desc`);
  return { lines: rows.slice(0, linesOnPage), isCut: rows.length > linesOnPage };
}

/** Sums of a count: books, copies, and books that the shop does not know. */
export async function sumSheet(db: Db, id: number): Promise<{ books: number; copies: number; unknown: number }> {
  const { rows } = await db.execute<{ books: number; copies: number; unknown: number }>(sql`
    select count(*)::int as books, coalesce(sum(x.copies), 0)::int as copies,
      count(*) filter (where x.book_id is null and ${bookOfCodeSql(sql`x.code`)} is null)::int as unknown
    from stocktake_lines x where x.stocktake_id = ${id}`);
  return oneRow(rows);
}

/** SQL for the books with copies in the scope of a count that were not counted: `b` is the book, `s` its stock. */
export function uncountedSql(stocktake: Stocktake): SQL {
  return sql`stock s join books b on b.id = s.book_id
    where s.on_hand > 0 and ${belongsSql(stocktake)}
      and not exists (select from stocktake_lines l where l.stocktake_id = ${stocktake.id} and l.book_id = b.id)
      and not exists (select from stocktake_lines l where l.stocktake_id = ${stocktake.id} and l.code = b.isbn13)`;
}

/** A page of the uncounted books in the scope of a count, by id, after the book `after`, and whether there are more. */
export async function listUncounted(
  db: Db,
  stocktake: Stocktake,
  after: string | null,
): Promise<{ books: UncountedBook[]; isCut: boolean }> {
  const { rows } = await db.execute<UncountedBook>(sql`
    with page as materialized (
      select b.id, s.on_hand, s.place from ${uncountedSql(stocktake)} and (${after}::text is null or b.id > ${after})
      order by b.id limit ${linesOnPage + 1})
    select b.id as book_id, coalesce(b.isbn13, b.id) as code, w.title, ${authorNamesSql} as author, b.format,
      nullif(p.place, '') as place, p.on_hand,
      ${soldOnShelfSql} as to_pack
    from page p join books b on b.id = p.id join works w on w.id = b.work_id order by b.id`);
  return { books: rows.slice(0, linesOnPage), isCut: rows.length > linesOnPage };
}
