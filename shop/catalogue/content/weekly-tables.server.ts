/** Reads and saves tables of the week, and picks the one that the shop shows today. */
import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { availableCopies, listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { DbAndClock } from "#shop/services.ts";

import { findNamedBooks } from "./named-books.server.ts";
import { sortByBeginning, tableSize, type WeeklyTable, type StoredTable } from "./weekly-table.ts";

/**
 * The maximum number of tables, which is far more than a shop needs. The limit exists because every page that shows the
 * current table reads all tables.
 */
const maxTables = 100;

/** A table in the desk's list. */
export interface ListedTable {
  id: string;
  title: string;
  begins: string;
  /** Number of its books that can be bought now. */
  available: number;
  changedBy: string;
  changedAt: string;
  /** Whether the shop shows this table today. */
  isCurrent: boolean;
}

export type SavedTable =
  | { ok: true }
  | { ok: false; reason: "too-many" }
  | { ok: false; reason: "no-such-books" | "twice"; books: string[] };

/** A table with its books that can be bought now, in the order of the table. */
interface TableRow extends Omit<ListedTable, "isCurrent" | "available"> {
  bookIds: string[];
}

/** All tables by beginning. */
async function readTables(db: Db): Promise<TableRow[]> {
  const { rows } = await db.execute<TableRow>(sql`
    select t.id, t.title, t.begins, t.changed_by, t.changed_at::text as changed_at, array(
      select b.id from weekly_table_books p join books b on b.id = p.book_id join stock s on s.book_id = b.id
      where p.table_id = t.id and ${availableCopies} > 0 order by p.position) as book_ids
    from weekly_tables t order by t.begins, t.id ${sql.limit(maxTables)}`);
  return rows;
}

/** Of the tables that have begun, in their order, the first with enough books that can be bought. */
const findCurrent = (begun: TableRow[]) => begun.find(({ bookIds }) => bookIds.length >= tableSize.min);

/** All tables: first those that have begun, the latest beginning first, then the future ones by date. */
export async function listWeeklyTables({ db, now }: DbAndClock): Promise<ListedTable[]> {
  const rows = await readTables(db);
  const begun = sortByBeginning(rows, isoDay(now()));
  const current = findCurrent(begun);
  return [...begun, ...rows.filter((table) => !begun.includes(table))].map(({ bookIds, ...table }) => ({
    ...table,
    available: bookIds.length,
    isCurrent: table.id === current?.id,
  }));
}

/**
 * The table that is shown today (in India): of the tables with enough books that can be bought, the one that began
 * last. Books that are sold out or hidden are replaced by the next books of the table. Null if there is no such table.
 */
export async function findCurrentTable({ db, now }: DbAndClock): Promise<WeeklyTable | null> {
  const current = findCurrent(sortByBeginning(await readTables(db), isoDay(now())));
  if (!current) return null;
  const [written, cards] = await Promise.all([
    findStoredTable(db, current.id),
    listCardsByIds(db, current.bookIds.slice(0, tableSize.max)),
  ]);
  if (!written) return null;
  const wordsOf = new Map(written.books.map((book) => [book.bookId, book]));
  return {
    id: current.id,
    title: written.title,
    introduction: written.introduction,
    books: cards.flatMap((book) => {
      const words = wordsOf.get(book.id);
      return words ? [{ book, sentence: words.sentence, signature: words.signature }] : [];
    }),
  };
}

/** One table as it was written; null for an unknown id. */
export async function findStoredTable(db: Db, id: string): Promise<StoredTable | null> {
  const { rows } = await db.execute<StoredTable>(sql`
    select t.title, t.introduction, t.begins,
      (select coalesce(json_agg(json_build_object('bookId', p.book_id, 'sentence', p.sentence, 'signature', p.signature)
        order by p.position), '[]') from weekly_table_books p where p.table_id = t.id) as books
    from weekly_tables t where t.id = ${id}`);
  return rows[0] ?? null;
}

/** Locks all tables against changes until the transaction ends, so that each save sees complete tables. */
export async function lockWeeklyTables(tx: Db): Promise<void> {
  await tx.execute(sql`lock table weekly_tables in share row exclusive mode`);
}

/**
 * Creates or replaces the table with this id; `actor` is stored as the author of the change. Books are given by id or
 * ISBN. Saves nothing if a book is unknown, unlisted or given twice.
 */
export function saveWeeklyTable(
  { db, now }: DbAndClock,
  id: string,
  table: StoredTable,
  actor: string,
): Promise<SavedTable> {
  return inTransaction(db, async (tx): Promise<SavedTable> => {
    await lockWeeklyTables(tx);
    const books = await resolveBooks(tx, table.books);
    const unknown = books.filter(({ foundId }) => foundId === null).map(({ bookId }) => bookId);
    if (unknown.length > 0) return { ok: false, reason: "no-such-books", books: unknown };
    const twice = books.filter(({ foundId }, place) => books.findIndex((other) => other.foundId === foundId) < place);
    if (twice.length > 0) return { ok: false, reason: "twice", books: twice.map(({ bookId }) => bookId) };
    const { rows } = await tx.execute<{ others: number }>(
      sql`select count(*)::int as others from weekly_tables where id <> ${id}`,
    );
    if (oneRow(rows).others >= maxTables) return { ok: false, reason: "too-many" };
    await tx.execute(sql`
      insert into weekly_tables (id, title, introduction, begins, changed_by, changed_at)
      values (${id}, ${table.title}, ${table.introduction}, ${table.begins}, ${actor}, ${now().toISOString()}::timestamptz)
      on conflict (id) do update set title = excluded.title, introduction = excluded.introduction, begins = excluded.begins,
        changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
    await tx.execute(sql`delete from weekly_table_books where table_id = ${id}`);
    const places = books.map(({ foundId, sentence, signature }, position) => ({
      foundId,
      sentence,
      signature,
      position,
    }));
    await tx.execute(sql`
      insert into weekly_table_books (table_id, book_id, position, sentence, signature)
      select ${id}, "foundId", position, sentence, signature from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as place ("foundId" text, position int, sentence text, signature text)`);
    return { ok: true };
  });
}

/** Deletes a table; false for an unknown id. */
export async function removeWeeklyTable(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`delete from weekly_tables where id = ${id}`);
  return rowCount > 0;
}

/** Adds to each book its id in the shop; null if no listed book has this id or ISBN. */
async function resolveBooks(tx: Db, books: StoredTable["books"]) {
  const found = await findNamedBooks(
    tx,
    books.map(({ bookId }) => bookId),
  );
  return books.map((book, place) => {
    const named = found[place];
    return { ...book, foundId: named?.isListed ? named.id : null };
  });
}
