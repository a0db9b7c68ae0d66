/** Finds the books that run low, with the copies to order, at a cost that does not grow with the catalogue. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { copiesToOrder, type ReorderFacts } from "./reorder.ts";

/** A book that runs low, or is wanted and out of stock, with the data for an order. */
export interface LowBook extends ReorderFacts {
  bookId: string;
  title: string;
  author: string;
  isbn13: string | null;
  /** The supplier of the book's last delivery, otherwise that of its record; empty if unknown. */
  supplier: string;
  /** The last cost of a copy; null when it is unknown. */
  costPaise: number | null;
  toOrder: number;
}

/** The maximum number of examined books: this many of the most wanted, and this many with their own low-stock level. */
export const maxLookedAt = 2000;
/** The maximum number of listed books, on pages of `lowOnPage`. */
export const maxLow = 200;
export const lowOnPage = 40;

/** Which low books to list: those of one supplier, from index `first` of the list on, at most `limit`. */
interface LowQuery {
  supplier?: string | null;
  first?: number;
  limit?: number;
}

/**
 * Lists the books whose copies for sale are at or below their low-stock level, most wanted first, at most `maxLow`. To
 * keep the cost independent of the catalogue's size, it examines only 2,000 books that most readers wait for and that
 * sell best, and 2,000 books with their own level. Sales and waiting readers are from the last run of
 * `countReorderBooks`; copies are current.
 */
export async function listLowBooks(
  db: Db,
  { supplier = null, first = 0, limit = maxLow }: LowQuery = {},
): Promise<LowBook[]> {
  // For one supplier, all low books are examined, because the supplier of the last delivery is not stored with the
  // book.
  const count = supplier === null ? Math.max(0, Math.min(limit, maxLow - first)) : maxLookedAt * 2;
  const skipped = supplier === null ? first : 0;
  const inOrder = sql`waiting desc, sold30 desc, sold90 desc, book_id`;
  const { rows } = await db.execute<Omit<LowBook, "toOrder">>(sql`
    -- Examines one book after the other until enough low ones are found.
    with wanted as (
      select w.*, s.for_sale, s.level
      from (select * from wanted_books order by ${inOrder} limit ${maxLookedAt}) w
        cross join lateral (${lowStock(sql`w.book_id`, sql`s.low_level is null`)}) s
      order by ${inOrder} limit ${skipped + count}),
    levelled as (
      select k.book_id, coalesce(w.waiting, 0) as waiting, coalesce(w.sold30, 0) as sold30, coalesce(w.sold90, 0) as sold90,
        s.for_sale, s.level
      from (select book_id from stock where low_level is not null order by book_id limit ${maxLookedAt}) k
        cross join lateral (${lowStock(sql`k.book_id`, sql`true`)}) s
        left join wanted_books w on w.book_id = k.book_id),
    low as materialized (
      select b.id, b.work_id, b.language, b.isbn13, b.supplier, b.cost_paise, k.waiting, k.sold30, k.sold90, k.for_sale, k.level,
        coalesce(b.order_days, (select lead_days from stock_choices)) as lead_days
      from (
        select * from (select * from wanted union all select * from levelled) found
        order by ${inOrder} offset ${skipped} limit ${count}) k
      join books b on b.id = k.book_id),
    known as (
      select k.*,
        (select coalesce(sum(l.copies - l.shelved), 0)::int from delivery_lines l
          join deliveries d on d.id = l.delivery_id and d.closed_at is null where l.code in (k.isbn13, k.id)) as arriving,
        coalesce((select d.supplier from delivery_lines l join deliveries d on d.id = l.delivery_id
          where l.code in (k.isbn13, k.id) order by d.id desc limit 1), k.supplier, '') as known_supplier
      from low k)
    select b.id as book_id, w.title, ${authorNamesSql} as author, b.isbn13, b.known_supplier as supplier, b.cost_paise,
      b.for_sale, b.level, b.lead_days, b.sold30, b.sold90, b.waiting, b.arriving
    from known b join works w on w.id = b.work_id
    where ${supplier}::text is null or lower(b.known_supplier) = lower(${supplier})
    order by b.waiting desc, b.sold30 desc, b.sold90 desc, b.id limit ${limit}`);
  return rows.map((book) => ({ ...book, toOrder: copiesToOrder(book) }));
}

/** Today shows which of this many best-selling books run low. */
const bestSellers = 100;

/** SQL for the part of `listLowBooks` that Today shows: best sellers that run low and that no reader waits for. */
export const lowSellersSql = sql`
  select w.book_id, w.sold30, w.sold90, s.for_sale
  from (select * from wanted_books where waiting = 0 order by sold30 desc, sold90 desc, book_id limit ${bestSellers}) w
    cross join lateral (${lowStock(sql`w.book_id`, sql`true`)}) s`;

/** SQL for copies and level of a listed book that runs low and meets `more`, a condition on its stock `s`. */
function lowStock(bookId: SQL, more: SQL): SQL {
  const forSale = sql`coalesce(s.on_hand - s.reserved, 0)`;
  const level = sql`coalesce(s.low_level, (select low_level from stock_choices))`;
  return sql`
    select ${forSale} as for_sale, ${level} as level
    from books b left join stock s on s.book_id = b.id
    where b.id = ${bookId} and b.is_listed and ${forSale} <= ${level} and ${more} offset 0`;
}

/** The maximum age of the sales and waiting readers in `listLowBooks`, in seconds. */
export const wantedSeconds = 60;

/** Counts each book's sales in 30 and 90 days and its waiting readers. Writes only changed rows. */
export async function countReorderBooks(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    with sold as (
      select book_id, coalesce(-sum(delta) filter (where created_at > ${at} - interval '30 days'), 0)::int as sold30,
        -sum(delta)::int as sold90
      from stock_moves where cause = 'sale' and created_at > ${at} - interval '90 days' group by book_id),
    waited as (select book_id, count(*)::int as waiting from stock_requests where told_at is null group by book_id),
    counted as materialized (
      select book_id, coalesce(waiting, 0) as waiting, coalesce(sold30, 0) as sold30, coalesce(sold90, 0) as sold90
      from sold full join waited using (book_id)),
    gone as (
      delete from wanted_books w where not exists (select from counted c where c.book_id = w.book_id))
    insert into wanted_books as known (book_id, waiting, sold30, sold90)
    select book_id, waiting, sold30, sold90 from counted order by book_id
    on conflict (book_id) do update set waiting = excluded.waiting, sold30 = excluded.sold30, sold90 = excluded.sold90
    where (known.waiting, known.sold30, known.sold90) is distinct from (excluded.waiting, excluded.sold30, excluded.sold90)`);
}

/** The shop's low-stock level, and the days until ordered copies arrive, for books without their own. */
export interface StockChoices {
  lowLevel: number;
  leadDays: number;
}

/** Reads the shop's choices; `forUpdate` locks them until the transaction ends. */
export async function readStockChoices(db: Db, { forUpdate = false } = {}): Promise<StockChoices> {
  const { rows } = forUpdate
    ? await db.execute<StockChoices>(sql`select low_level, lead_days from stock_choices for update`)
    : await db.execute<StockChoices>(sql`select low_level, lead_days from stock_choices`);
  return oneRow(rows);
}

/** Saves the shop's choices. The caller has locked the row. */
export async function saveStockChoices(tx: Db, { lowLevel, leadDays }: StockChoices): Promise<void> {
  await tx.execute(sql`update stock_choices set low_level = ${lowLevel}, lead_days = ${leadDays}`);
}

/** The number of open deliveries, at most 1,000. */
export async function countOpenDeliveries(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from deliveries where closed_at is null limit 1000) open`);
  return oneRow(rows).count;
}
