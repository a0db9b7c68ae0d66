/** Finds the books that run low, with the copies to order, at a cost that does not grow with the catalogue. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { arrivingSql } from "#shop/catalogue/stock/arriving.server.ts";
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

/** The maximum number of listed books, on pages of `lowOnPage`. */
export const maxLow = 200;
export const lowOnPage = 40;
/** The maximum number of low books that are read to find those of one supplier, because suppliers have no index. */
const maxOfSuppliers = 4000;

const forSaleSql = sql`coalesce(s.on_hand - s.reserved, 0)`;
const levelSql = sql`coalesce(s.low_level, (select low_level from stock_choices))`;

/** Which low books to list: those of one supplier, from index `first` of the list on, at most `limit`. */
interface LowQuery {
  supplier?: string | null;
  first?: number;
  limit?: number;
}

/**
 * Lists the books whose copies for sale are at or below their low-stock level, most wanted first, at most `maxLow`:
 * those that sold or that readers wait for, and those with a level of their own. It reads the books that were low when
 * `countReorderBooks` last ran, in the order of an index, so its cost depends only on `limit`. Sales and waiting readers
 * are of that time; copies are current.
 */
export async function listLowBooks(
  db: Db,
  { supplier = null, first = 0, limit = maxLow }: LowQuery = {},
): Promise<LowBook[]> {
  const count = supplier === null ? Math.max(0, Math.min(limit, maxLow - first)) : maxOfSuppliers;
  const skipped = supplier === null ? first : 0;
  const { rows } = await db.execute<Omit<LowBook, "toOrder">>(sql`
    -- Examines one book after the other until enough low ones are found.
    with wanted as (
      select w.*, s.for_sale, s.level
      from (select * from low_books order by waiting desc, sold30 desc, sold90 desc, book_id) w
        cross join lateral (${lowStock(sql`w.book_id`)}) s
      order by waiting desc, sold30 desc, sold90 desc, book_id offset ${skipped} limit ${count}),
    low as materialized (
      select b.id, b.work_id, b.language, b.isbn13, b.supplier, b.cost_paise, k.waiting, k.sold30, k.sold90, k.for_sale, k.level,
        coalesce(b.order_days, (select lead_days from stock_choices)) as lead_days
      from wanted k join books b on b.id = k.book_id),
    known as (
      select k.*,
        ${arrivingSql(sql`k.isbn13`, sql`k.id`)} as arriving,
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
    cross join lateral (${lowStock(sql`w.book_id`)}) s`;

/** SQL for copies and level of a listed book that runs low. */
function lowStock(bookId: SQL): SQL {
  return sql`
    select ${forSaleSql} as for_sale, ${levelSql} as level
    from books b left join stock s on s.book_id = b.id
    where b.id = ${bookId} and b.is_listed and ${forSaleSql} <= ${levelSql} offset 0`;
}

/** The maximum age of the sales and waiting readers in `listLowBooks`, in seconds. */
export const wantedSeconds = 60;

/**
 * Counts each book's sales in 30 and 90 days and its waiting readers, and notes which of these books, and of those with
 * a level of their own, are low. Writes only changed rows.
 */
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
    low as materialized (
      select k.book_id, coalesce(c.waiting, 0) as waiting, coalesce(c.sold30, 0) as sold30, coalesce(c.sold90, 0) as sold90
      from (select book_id from counted union select book_id from stock where low_level is not null) k
        left join stock s on s.book_id = k.book_id left join counted c on c.book_id = k.book_id
      where ${forSaleSql} <= ${levelSql} and not exists (
        -- By the small index of books that are not listed.
        select from books b where b.id = k.book_id and not b.is_listed)),
    unwanted as (
      delete from wanted_books w where not exists (select from counted c where c.book_id = w.book_id)),
    enough as (
      delete from low_books w where not exists (select from low l where l.book_id = w.book_id)),
    noted as (${upsertDemand(sql`wanted_books`, sql`counted`)})
    ${upsertDemand(sql`low_books`, sql`low`)}`);
}

/** SQL that writes the demand of books into a table where it differs. */
function upsertDemand(table: SQL, counted: SQL): SQL {
  return sql`
    insert into ${table} as known (book_id, waiting, sold30, sold90)
    select book_id, waiting, sold30, sold90 from ${counted} order by book_id
    on conflict (book_id) do update set waiting = excluded.waiting, sold30 = excluded.sold30, sold90 = excluded.sold90
    where (known.waiting, known.sold30, known.sold90) is distinct from (excluded.waiting, excluded.sold30, excluded.sold90)`;
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
