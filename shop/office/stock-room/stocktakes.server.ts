/** Stocktakes, in which copies are counted by hand: opening, listing and locking them, and the scope of each. */
import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { copiesLeftSql } from "#shop/sales/orders/parcels/copies-left.server.ts";

/** The scope of a count: a category with its subcategories, a reading list, or whatever is scanned. */
export type CountScope = { kind: "category" | "reading-list"; scopeId: string } | { kind: "scanned"; scopeId: null };

/** A count of the copies that are in the shop. */
export interface Stocktake {
  id: number;
  kind: CountScope["kind"];
  /** The id of the category or reading list. */
  scopeId: string | null;
  /** The name of the scope when the count was opened. */
  name: string;
  begunBy: string;
  /** ISO times; `finishedAt` is null for an unfinished count. */
  begunAt: string;
  finishedAt: string | null;
  reason: string;
  /** Incremented each time that something is counted. */
  version: number;
  /** The id of the newest move of copies when the count was opened. */
  moveId: number;
}

/** A count in the list. */
export interface StocktakeInList extends Stocktake {
  /** Books and copies that were counted, and books that were corrected at the end of the count. */
  books: number;
  copies: number;
  corrected: number;
}

/** The maximum number of counts in the list. */
export const maxStocktakes = 50;

const columns = sql`t.id::int as id, t.kind, t.shelf_id as scope_id, t.name, p.name as begun_by, t.begun_at, t.finished_at, t.reason,
  t.version, t.move_id::float8 as move_id`;

/** Opens a count, or finds the unfinished one of this scope; null when there is no such category or list. */
export async function openStocktake(
  tx: Db,
  { kind, scopeId }: CountScope,
  { staffId, at }: { staffId: number; at: Date },
): Promise<{ id: number; name: string; isNew: boolean } | null> {
  const names = {
    category: sql`select c.name from categories c where c.id = ${scopeId}::text`,
    "reading-list": sql`select r.title from reading_lists r where r.id = ${scopeId}::text`,
    scanned: sql`select 'Whatever is scanned'`,
  };
  const { rows: made } = await tx.execute<{ id: number; name: string }>(sql`
    insert into stocktakes (kind, shelf_id, name, begun_by, begun_at, move_id)
    select ${kind}, ${scopeId}::text, left(scope.name, 200), ${staffId}, ${at}, coalesce((select max(id) from stock_moves), 0)
    from (${names[kind]}) as scope (name)
    on conflict (kind, shelf_id) where finished_at is null do nothing returning id::int as id, name`);
  if (made[0]) return { ...made[0], isNew: true };
  const { rows } = await tx.execute<{ id: number; name: string }>(sql`
    select id::int as id, name from stocktakes
    where kind = ${kind} and shelf_id = ${scopeId}::text and finished_at is null`);
  return rows[0] ? { ...rows[0], isNew: false } : null;
}

/** Counts: the unfinished ones first, then the newest. */
export async function listStocktakes(db: Db): Promise<StocktakeInList[]> {
  const { rows } = await db.execute<StocktakeInList>(sql`
    select ${columns}, sums.books, sums.copies, sums.corrected
    from (select * from stocktakes order by finished_at is null desc, id desc limit ${maxStocktakes}) t
      join staff p on p.id = t.begun_by
      cross join lateral (
        select count(*)::int as books, coalesce(sum(l.copies), 0)::int as copies, count(l.corrected)::int as corrected
        from stocktake_lines l where l.stocktake_id = t.id) sums
    order by t.finished_at is null desc, t.id desc`);
  return rows;
}

/** The reading lists that can be counted, in their order. */
export async function listCountableLists(db: Db): Promise<{ id: string; title: string }[]> {
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select id, title from reading_lists order by position, id limit 500`);
  return rows;
}

/** Finds a count; null when there is none. */
export async function findStocktake(db: Db, id: number): Promise<Stocktake | null> {
  const { rows } = await db.execute<Stocktake>(sql`
    select ${columns} from stocktakes t join staff p on p.id = t.begun_by where t.id = ${id}`);
  return rows[0] ?? null;
}

/** Locks an unfinished count until the transaction ends; null when there is none. */
export async function lockStocktake(tx: Db, id: number): Promise<Stocktake | null> {
  const { rows } = await tx.execute<Stocktake>(sql`
    select ${columns} from stocktakes t join staff p on p.id = t.begun_by
    where t.id = ${id} and t.finished_at is null for update of t`);
  return rows[0] ?? null;
}

/** Deletes a count with its lines. The caller has locked the count. */
export async function dropStocktake(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`delete from stocktakes where id = ${id}`);
}

/** SQL condition: the book with the alias `b` is in the scope of a count. */
export function belongsSql({ kind, scopeId }: Pick<Stocktake, "kind" | "scopeId">): SQL {
  if (kind === "category")
    return sql`b.work_id in (select k.work_id from work_categories k where k.category_id in (
      select id from categories where id = ${scopeId} or parent_id = ${scopeId}))`;
  if (kind === "reading-list")
    return sql`b.id in (select r.book_id from reading_list_books r where r.reading_list_id = ${scopeId})`;
  return sql`true`;
}

/**
 * SQL for the copies of the book `b` that are sold and still on the shelf: those of orders that wait to be sent, less
 * those that were sent in a part of their order or scanned into a parcel.
 */
export const soldOnShelfSql = sql`(
  select coalesce(sum(greatest(${copiesLeftSql} - (
    select count(*) from packed_copies c where c.order_id = l.order_id and c.line_position = l.position), 0)), 0)::int
  from orders o join order_lines l on l.order_id = o.id where o.fulfilment_state = 'to_pack' and l.book_id = b.id)`;
