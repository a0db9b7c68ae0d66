import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

/** What all copies in the shop come to, in paise. */
export interface StockValue {
  books: number;
  copies: number;
  /** At the shop's prices. */
  pricePaise: number;
  mrpPaise: number;
}

/** A book of which nothing was sold for long. */
export interface SlowBook {
  bookId: string;
  title: string;
  publisher: string;
  format: string;
  copies: number;
  /** Of one copy. */
  pricePaise: number;
  /** The day of its last sale, or on which it came into the catalogue: `2026-10-03`. */
  quietSince: string;
}

export const slowOnPage = 50;
const booksAtOnce = 5_000;

/** Counts anew what copies there are of each book, what all are worth, and since when none was sold, some thousand books at a time. */
export async function countStock(db: Db): Promise<void> {
  for (let after = ""; ;) {
    const { rows } = await db.execute<{ last: string | null; books: number }>(sql`
      with batch as (select book_id, on_hand from stock where book_id > ${after} order by book_id limit ${booksAtOnce}),
      gone as (delete from stock_report r using batch b where r.book_id = b.book_id and b.on_hand <= 0),
      counted as (
        insert into stock_report as r (book_id, copies, price_paise, mrp_paise, quiet_since)
        select k.id, b.on_hand, k.price_paise, k.mrp_paise, coalesce(
          (select max(l.day) from sales_lines l where l.book_id = k.id and not l.is_back),
          (k.created_at at time zone 'Asia/Kolkata')::date)
        from batch b join books k on k.id = b.book_id where b.on_hand > 0
        on conflict (book_id) do update set copies = excluded.copies, price_paise = excluded.price_paise,
          mrp_paise = excluded.mrp_paise, quiet_since = excluded.quiet_since
        where (r.copies, r.price_paise, r.mrp_paise, r.quiet_since)
          is distinct from (excluded.copies, excluded.price_paise, excluded.mrp_paise, excluded.quiet_since))
      select max(book_id) as last, count(*)::int as books from batch`);
    const { last, books } = oneRow(rows);
    if (last === null || books < booksAtOnce) break;
    after = last;
  }
  await db.execute(sql`
    update stock_value v set books = s.books, copies = s.copies, price_paise = s.price_paise, mrp_paise = s.mrp_paise
    from (select count(*) as books, coalesce(sum(copies), 0) as copies,
        coalesce(sum(copies::bigint * price_paise), 0) as price_paise,
        coalesce(sum(copies::bigint * mrp_paise), 0) as mrp_paise
      from stock_report) s`);
}

/** What the copies in the shop were worth when they were last counted. */
export async function readStockValue(db: Db): Promise<StockValue> {
  const { rows } = await db.execute<StockValue>(sql`
    select books, copies::float8 as copies, price_paise::float8 as price_paise, mrp_paise::float8 as mrp_paise
    from stock_value`);
  return oneRow(rows);
}

/** Books with copies of which none was sold since this day in India, the longest first, at most `limit`, behind one of them. */
export async function listSlowBooks(
  db: Db,
  { until, after, limit }: { until: string; after: string; limit: number },
): Promise<SlowBook[]> {
  const { rows } = await db.execute<SlowBook>(sql`
    select r.book_id, w.title, b.publisher, b.format, r.copies, r.price_paise,
      to_char(r.quiet_since, 'YYYY-MM-DD') as quiet_since
    from (
        select * from stock_report where quiet_since < ${until}::date
          and (${after}::text = '' or (quiet_since, book_id) >
            (select p.quiet_since, p.book_id from stock_report p where p.book_id = ${after}))
        order by quiet_since, book_id limit ${limit}
      ) r
      join books b on b.id = r.book_id join works w on w.id = b.work_id
    order by r.quiet_since, r.book_id`);
  return rows;
}
