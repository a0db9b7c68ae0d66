import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/cards.server.ts";
import { copiesToOrder, type ReorderFacts } from "./reorder.ts";

/** A book that runs low, or is wanted and not here, with what is known for its order. */
export interface LowBook extends ReorderFacts {
  bookId: string;
  title: string;
  author: string;
  isbn13: string | null;
  /** Who delivered it last, else whom its record names; empty when nobody is known. */
  supplier: string;
  /** What a copy cost last; null when it is not known. */
  costPaise: number | null;
  toOrder: number;
}

/** Works that are looked at, those that sell best of 30 days first, and books on the list. */
export const maxLookedAt = 2000;
export const maxLow = 200;

/**
 * Books with no more copies for sale than their level, most wanted first, at most `maxLow`: of the 2,000 titles that sell
 * best, of those with a level of their own, and of those that readers wait for. Others are not looked at, so that the page
 * does not grow with the catalogue. `supplier` asks for the books of one.
 */
export async function listLowBooks(db: Db, now: Date, supplier: string | null): Promise<LowBook[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const sold = (days: number) => sql`
    coalesce((select -sum(m.delta) from stock_moves m where m.book_id = k.id and m.cause = 'sale'
      and m.created_at > ${at} - make_interval(days => ${days})), 0)::int`;
  const { rows } = await db.execute<Omit<LowBook, "toOrder">>(sql`
    with candidates as (
      (select b.id from (select work_id from recent_sales order by weight desc, work_id limit ${maxLookedAt}) r
        join books b on b.work_id = r.work_id)
      union (select book_id from stock where low_level is not null limit ${maxLookedAt})
      union (select distinct book_id from stock_requests where told_at is null limit ${maxLookedAt})),
    low as (
      select b.id, b.work_id, b.language, b.isbn13, b.supplier, b.cost_paise,
        coalesce(s.on_hand - s.reserved, 0) as for_sale, coalesce(s.low_level, c.low_level) as level,
        s.low_level is not null as has_level, coalesce(b.order_days, c.lead_days) as lead_days
      from candidates k join books b on b.id = k.id and b.is_listed left join stock s on s.book_id = b.id
        cross join stock_choices c
      where coalesce(s.on_hand - s.reserved, 0) <= coalesce(s.low_level, c.low_level)),
    known as (
      select k.*, ${sold(30)} as sold30, ${sold(90)} as sold90,
        (select count(*)::int from stock_requests r where r.book_id = k.id and r.told_at is null) as waiting,
        (select coalesce(sum(l.copies - l.shelved), 0)::int from deliveries d
          join delivery_lines l on l.delivery_id = d.id where d.closed_at is null and l.code in (k.isbn13, k.id)) as arriving,
        coalesce((select d.supplier from delivery_lines l join deliveries d on d.id = l.delivery_id
          where l.code in (k.isbn13, k.id) order by d.id desc limit 1), k.supplier, '') as known_supplier
      from low k)
    select b.id as book_id, w.title, ${authorNamesSql} as author, b.isbn13, b.known_supplier as supplier, b.cost_paise,
      b.for_sale, b.level, b.lead_days, b.sold30, b.sold90, b.waiting, b.arriving
    from known b join works w on w.id = b.work_id
    where (b.sold90 > 0 or b.waiting > 0 or b.has_level)
      and (${supplier}::text is null or lower(b.known_supplier) = lower(${supplier}))
    order by b.waiting desc, b.sold30 desc, b.sold90 desc, b.id limit ${maxLow}`);
  return rows.map((book) => ({ ...book, toOrder: copiesToOrder(book) }));
}

/** The shop's own low-stock level, and days until ordered copies come where a book does not say them. */
export interface StockChoices {
  lowLevel: number;
  leadDays: number;
}

/** What the shop has chosen; `isHeld` keeps others from it until the transaction ends. */
export async function readStockChoices(db: Db, { isHeld = false } = {}): Promise<StockChoices> {
  const { rows } = isHeld
    ? await db.execute<StockChoices>(sql`select low_level, lead_days from stock_choices for update`)
    : await db.execute<StockChoices>(sql`select low_level, lead_days from stock_choices`);
  return oneRow(rows);
}

/** Chooses anew. The caller has locked the row. */
export async function saveStockChoices(tx: Db, { lowLevel, leadDays }: StockChoices): Promise<void> {
  await tx.execute(sql`update stock_choices set low_level = ${lowLevel}, lead_days = ${leadDays}`);
}

/** How many deliveries wait for something. */
export async function countOpenDeliveries(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from deliveries where closed_at is null limit 1000) open`);
  return rows[0]!.count;
}
