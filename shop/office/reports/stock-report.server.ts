/** Counts the copies of all books, their total value, and since when each book has not been sold. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

/** The value of all copies in the shop, in paise. */
export interface StockValue {
  books: number;
  copies: number;
  /** At the shop's prices. */
  pricePaise: number;
  mrpPaise: number;
  /** The cost of the copies whose cost is known, and how many these are. */
  costPaise: number;
  costedCopies: number;
}

/** A book with copies in the shop. */
export interface CountedBook {
  bookId: string;
  title: string;
  publisher: string;
  format: string;
  copies: number;
  /** Of one copy. */
  pricePaise: number;
  /** The cost of one copy; null when it is unknown. */
  costPaise: number | null;
  /** The day of its last sale, or if it has none, of its creation: `2026-10-03`. */
  quietSince: string;
}

export const countedOnPage = 50;
const booksAtOnce = 5_000;

/** Counts each book's copies again, their value, and the day of the last sale, in batches of `booksAtOnce` books. */
export async function countStock(db: Db): Promise<void> {
  for (let after = ""; ;) {
    const { rows } = await db.execute<{ last: string | null; books: number }>(sql`
      with batch as (select book_id, on_hand from stock where book_id > ${after} order by book_id limit ${booksAtOnce}),
      gone as (delete from stock_report r using batch b where r.book_id = b.book_id and b.on_hand <= 0),
      counted as (
        insert into stock_report as r (book_id, copies, price_paise, mrp_paise, cost_paise, quiet_since)
        select k.id, b.on_hand, k.price_paise, k.mrp_paise, k.cost_paise, coalesce(
          (select max(l.day) from sales_lines l where l.book_id = k.id and not l.is_back),
          (k.created_at at time zone 'Asia/Kolkata')::date)
        from batch b join books k on k.id = b.book_id where b.on_hand > 0
        on conflict (book_id) do update set copies = excluded.copies, price_paise = excluded.price_paise,
          mrp_paise = excluded.mrp_paise, cost_paise = excluded.cost_paise, quiet_since = excluded.quiet_since
        where (r.copies, r.price_paise, r.mrp_paise, r.cost_paise, r.quiet_since)
          is distinct from (excluded.copies, excluded.price_paise, excluded.mrp_paise, excluded.cost_paise, excluded.quiet_since))
      select max(book_id) as last, count(*)::int as books from batch`);
    const { last, books } = oneRow(rows);
    if (last === null || books < booksAtOnce) break;
    after = last;
  }
  await db.execute(sql`
    update stock_value v set books = s.books, copies = s.copies, price_paise = s.price_paise, mrp_paise = s.mrp_paise,
      cost_paise = s.cost_paise, costed_copies = s.costed_copies
    from (select count(*) as books, coalesce(sum(copies), 0) as copies,
        coalesce(sum(copies::bigint * price_paise), 0) as price_paise,
        coalesce(sum(copies::bigint * mrp_paise), 0) as mrp_paise,
        coalesce(sum(copies::bigint * cost_paise), 0) as cost_paise,
        coalesce(sum(copies) filter (where cost_paise is not null), 0) as costed_copies
      from stock_report) s`);
}

/** The value of the copies in the shop when they were last counted. */
export async function readStockValue(db: Db): Promise<StockValue> {
  const { rows } = await db.execute<StockValue>(sql`
    select books, copies::float8 as copies, price_paise::float8 as price_paise, mrp_paise::float8 as mrp_paise,
      cost_paise::float8 as cost_paise, costed_copies::float8 as costed_copies
    from stock_value`);
  return oneRow(rows);
}

/**
 * Books with copies, after the book `after`, at most `limit`: those that have not been sold since the day `until` in
 * India, the longest first; or all, the most valuable first, when `until` is null.
 */
export async function listCounted(
  db: Db,
  { until, after, limit }: { until: string | null; after: string; limit: number },
): Promise<CountedBook[]> {
  const worth = sql`(copies::bigint * price_paise)`;
  const behind = (key: SQL, is: SQL) =>
    after === ""
      ? sql`true`
      : sql`(${key}, book_id) ${is} (select ${key}, book_id from stock_report where book_id = ${after})`;
  const chosen =
    until === null
      ? sql`${behind(worth, sql`<`)} order by ${worth} desc, book_id desc`
      : sql`quiet_since < ${until}::date and ${behind(sql`quiet_since`, sql`>`)} order by quiet_since, book_id`;
  const order =
    until === null ? sql`r.copies::bigint * r.price_paise desc, r.book_id desc` : sql`r.quiet_since, r.book_id`;
  const { rows } = await db.execute<CountedBook>(sql`
    select r.book_id, w.title, b.publisher, b.format, r.copies, r.price_paise, r.cost_paise,
      to_char(r.quiet_since, 'YYYY-MM-DD') as quiet_since
    from (select * from stock_report where ${chosen} limit ${limit}) r
      join books b on b.id = r.book_id join works w on w.id = b.work_id
    order by ${order}`);
  return rows;
}
