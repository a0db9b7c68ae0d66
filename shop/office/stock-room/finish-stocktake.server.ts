/** Plans and writes the corrections of the copies on hand when a stocktake is finished. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { correctCopies, lockShelves } from "#shop/catalogue/stock/correct-copies.server.ts";
import { belongsSql, soldOnShelfSql, type Stocktake } from "./stocktakes.server.ts";
import { differenceSql, isCorrectionSql, linesSql, uncountedSql } from "./stocktake-sheet.server.ts";

/** A correction that finishing the stocktake would write. */
export interface PlannedCorrection {
  bookId: string;
  title: string;
  author: string;
  isbn13: string | null;
  /** Change of the copies on hand; negative if copies are missing. */
  delta: number;
  /** Further missing copies that are not deducted from the stock, because orders have reserved them. */
  missing: number;
  /** Value of the correction in paise, at the cost of a copy if known, else at its price. */
  worthPaise: number;
  isAtCost: boolean;
  /** Whether the book was not counted, so that all its copies are taken as missing. */
  isGone: boolean;
}

/** Sums of the corrections of a stocktake. Money in paise. */
export interface PlannedSums {
  books: number;
  more: number;
  fewer: number;
  morePaise: number;
  fewerPaise: number;
  missing: number;
  /**
   * Books with a difference that are not corrected: their stock was corrected after the count, or they are outside the
   * scope of the stocktake.
   */
  toCountAnew: number;
  elsewhere: number;
  unknown: number;
  /**
   * Uncounted books; and those of them with stock moves since the stocktake began, which are never taken as missing.
   */
  uncounted: number;
  cameSince: number;
}

/** Corrections per page, and the limit of uncounted books that can be taken as missing at once. */
export const planOnPage = 100;
export const maxGone = 10_000;

/** SQL of all corrections that may be written, computed from the present copies on hand. */
function plannedSql(stocktake: Stocktake, takesGone: boolean): SQL {
  const { id } = stocktake;
  const counted = sql`
    select b.id, l.code, false as is_gone, ${differenceSql} as difference, coalesce(s.on_hand, 0) as on_hand,
      coalesce(s.reserved, 0) as reserved
    from ${linesSql(id)} left join fixed f on f.book_id = b.id
    where b.id is not null and ${belongsSql(stocktake)} and (f.id is null or l.move_id is null or f.id <= l.move_id)
      and ${differenceSql} <> 0`;
  const gone = sql`
    select b.id, null, true, -s.on_hand - ${soldOnShelfSql}, s.on_hand, s.reserved from ${uncountedSql(stocktake)}
      and not exists (select from came c where c.book_id = b.id)`;
  return sql`
    fixed as materialized (
      select m.book_id, max(m.id) as id from stock_moves m
      where m.id > (select min(l.move_id) from stocktake_lines l where l.stocktake_id = ${id}) and ${isCorrectionSql}
      group by m.book_id),
    came as materialized (
      select distinct m.book_id from stock_moves m where m.id > ${stocktake.moveId}::bigint and m.cause <> 'sale'),
    planned as materialized (
      select p.*, greatest(p.difference, p.reserved - p.on_hand) as delta
      from (${takesGone && stocktake.kind !== "scanned" ? sql`${counted} union all ${gone}` : counted}) p)`;
}

/** Sums up the corrections of a stocktake; `takesGone` takes uncounted copies as missing. */
export async function sumPlan(db: Db, stocktake: Stocktake, takesGone: boolean): Promise<PlannedSums> {
  const worth = sql`p.delta::bigint * coalesce(b.cost_paise, b.price_paise)`;
  const uncounted = (also: SQL) =>
    stocktake.kind === "scanned"
      ? sql`0`
      : sql`(select count(*)::int from (select from ${uncountedSql(stocktake)} and ${also} limit ${maxGone + 1}) u)`;
  const { rows } = await db.execute<PlannedSums>(sql`
    with ${plannedSql(stocktake, takesGone)},
    sums as (
      select count(*)::int as books, coalesce(sum(p.delta) filter (where p.delta > 0), 0)::int as more,
        coalesce(-sum(p.delta) filter (where p.delta < 0), 0)::int as fewer,
        coalesce(sum(${worth}) filter (where p.delta > 0), 0)::float8 as more_paise,
        coalesce(-sum(${worth}) filter (where p.delta < 0), 0)::float8 as fewer_paise,
        coalesce(sum(p.delta - p.difference), 0)::int as missing
      from planned p join books b on b.id = p.id),
    left_alone as (
      select count(*) filter (where b.id is not null and f.id > l.move_id and ${belongsSql(stocktake)})::int as to_count_anew,
        count(*) filter (where b.id is not null and not (${belongsSql(stocktake)}))::int as elsewhere,
        count(*) filter (where b.id is null)::int as unknown
      from ${linesSql(stocktake.id)} left join fixed f on f.book_id = b.id)
    select sums.*, left_alone.*, ${uncounted(sql`true`)} as uncounted,
      ${uncounted(sql`exists (select from came c where c.book_id = b.id)`)} as came_since
    from sums cross join left_alone`);
  return oneRow(rows);
}

/** A page of the corrections of a stocktake, by book id after `after`. `isCut`: there are more. */
export async function listPlan(
  db: Db,
  stocktake: Stocktake,
  { takesGone, after }: { takesGone: boolean; after: string | null },
): Promise<{ corrections: PlannedCorrection[]; isCut: boolean }> {
  const { rows } = await db.execute<PlannedCorrection>(sql`
    with ${plannedSql(stocktake, takesGone)},
    page as materialized (
      select * from planned where ${after}::text is null or id > ${after} order by id limit ${planOnPage + 1})
    select b.id as book_id, w.title, ${authorNamesSql} as author, b.isbn13, p.delta, p.delta - p.difference as missing,
      (p.delta::bigint * coalesce(b.cost_paise, b.price_paise))::float8 as worth_paise,
      b.cost_paise is not null as is_at_cost, p.is_gone
    from page p join books b on b.id = p.id join works w on w.id = b.work_id order by b.id`);
  return { corrections: rows.slice(0, planOnPage), isCut: rows.length > planOnPage };
}

/** The corrections that a finished stocktake wrote. */
export interface FinishedCount {
  books: number;
  more: number;
  fewer: number;
}

/**
 * Finishes a stocktake that the caller has locked. Writes each correction as a difference, so that sales since the
 * count are kept. Copies on hand never fall below the reserved ones. Uncounted books stay unchanged unless `takesGone`.
 */
export async function finishStocktake(
  tx: Db,
  stocktake: Stocktake,
  { reason, takesGone }: { reason: string; takesGone: boolean },
  { staffId, at }: { staffId: number; at: Date },
): Promise<FinishedCount> {
  const { id, name } = stocktake;
  const read = () =>
    tx.execute<{ bookId: string; code: string | null; delta: number; onHand: number }>(sql`
      with ${plannedSql(stocktake, takesGone)}
      select id as book_id, code, delta, on_hand from planned where delta <> 0 order by id`);
  // Lock the rows of stock first, then read again: copies may have moved while waiting for the locks.
  const { rows: foreseen } = await read();
  const ids = foreseen.map(({ bookId }) => bookId);
  await tx.execute(sql`
    insert into stock (book_id) select unnest(${ids}::text[]) on conflict (book_id) do nothing`);
  await lockShelves(tx, ids);
  const held = new Set(ids);
  const corrections = (await read()).rows.filter(({ bookId }) => held.has(bookId));
  await correctCopies(tx, corrections, {
    importId: null,
    now: at,
    staffId,
    reason: `Counted: ${name.slice(0, 80)}. ${reason}`,
  });
  const lines = corrections.filter(({ code }) => code !== null);
  await tx.execute(sql`
    update stocktake_lines l set corrected = given.delta
    from unnest(${lines.map(({ code }) => code)}::text[], ${lines.map(({ delta }) => delta)}::int[]) as given (code, delta)
    where l.stocktake_id = ${id} and l.code = given.code`);
  await tx.execute(sql`update stocktakes set finished_at = ${at}, reason = ${reason} where id = ${id}`);
  const sum = (sign: 1 | -1) => corrections.reduce((all, { delta }) => all + Math.max(0, sign * delta), 0);
  return { books: corrections.length, more: sum(1), fewer: sum(-1) };
}
