/** Reports of sales: sums by day, title, author, category or publisher, and the lines that make up a sum. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { ReportDays } from "#shop/kernel/dates/report-days.ts";
import { inPages, type LongReport } from "./long-report.server.ts";
import type { Sales, SalesBy, Sums } from "./sales-groupings.ts";

/** Groupings with a list of lines for each key; the lines of a day are all lines of that day. */
type KeyedBy = Exclude<SalesBy, "day">;

/** The maximum number of rows in a list of sales, and rows on one of its pages. */
export const maxSalesRows = 500;
export const salesOnPage = 50;
export const linesOnPage = 50;
/** With no more lines than this, a page adds up sales itself. */
const shortLines = 300;

const net = sql`case when lines.is_back then -lines.net_paise else lines.net_paise end`;

const sums = sql`coalesce(sum(lines.copies) filter (where not lines.is_back), 0)::int as sold_copies,
  coalesce(sum(lines.paise) filter (where not lines.is_back), 0)::float8 as sold_paise,
  coalesce(sum(lines.copies) filter (where lines.is_back), 0)::int as back_copies,
  coalesce(sum(lines.paise) filter (where lines.is_back), 0)::float8 as back_paise,
  coalesce(sum(${net}), 0)::float8 as net_paise,
  coalesce(sum(lines.copies) filter (where not lines.is_back and lines.cost_paise is not null), 0)::int as known_copies,
  coalesce(sum(${net}) filter (where lines.cost_paise is not null), 0)::float8 as known_net_paise,
  coalesce(sum(case when lines.is_back then -lines.cost_paise else lines.cost_paise end), 0)::float8 as known_cost_paise`;

/** The stored sums of days, which triggers keep up to date. */
const daySums = (all: (column: SQL) => SQL) => sql`
  ${all(sql`sold_copies`)}::int as sold_copies, ${all(sql`sold_paise`)}::float8 as sold_paise,
  ${all(sql`back_copies`)}::int as back_copies, ${all(sql`back_paise`)}::float8 as back_paise,
  ${all(sql`net_paise`)}::float8 as net_paise, ${all(sql`known_copies`)}::int as known_copies,
  ${all(sql`known_net_paise`)}::float8 as known_net_paise, ${all(sql`known_cost_paise`)}::float8 as known_cost_paise`;

/**
 * Adds up the lines of the bills and credit notes that were issued on these days. Days are listed in their order, other
 * groups by amount, largest first. A book of two authors counts for both; a book counts only for the first of its
 * categories.
 */
export async function readSales(db: Db, by: SalesBy, days: ReportDays): Promise<Sales[]> {
  if (by === "day") return readDays(db, days);
  const { key, name, join } = groups[by];
  const { rows } = await db.execute<Sales>(sql`
    with lines as (
      select book_id, is_back, cost_paise is null as is_unknown, sum(copies) as copies, sum(paise) as paise,
        sum(coalesce(net_paise, paise)) as net_paise, sum(cost_paise) as cost_paise
      from sales_lines where day between ${days.first}::date and ${days.last}::date group by 1, 2, 3)
    select ${key} as key, ${name} as name, ${sums}
    from lines ${join}
    group by 1, 2 order by sum(case when lines.is_back then -lines.paise else lines.paise end) desc, 2, 1
    limit ${maxSalesRows}`);
  return rows;
}

async function readDays(db: Db, days: ReportDays): Promise<Sales[]> {
  const { rows } = await db.execute<Sales>(sql`
    select to_char(day, 'YYYY-MM-DD') as key, to_char(day, 'YYYY-MM-DD') as name, ${daySums((column) => column)}
    from sales_days where day between ${days.first}::date and ${days.last}::date
      and (sold_copies, sold_paise, back_copies, back_paise) <> (0, 0, 0, 0)
    order by day`);
  return rows;
}

/** The sums of everything that was sold and given back on these days. */
export async function sumSales(db: Db, days: ReportDays): Promise<Sums> {
  const { rows } = await db.execute<Sums>(sql`
    select ${daySums((column) => sql`coalesce(sum(${column}), 0)`)}
    from sales_days where day between ${days.first}::date and ${days.last}::date`);
  return oneRow(rows);
}

/** The head of all pages of a sales report. */
export interface SalesHead {
  total: Sums;
  /** How many titles, authors and so on are listed, at most `maxSalesRows`. */
  listed: number;
  isIncomplete: boolean;
}

/** The report of the sales of some days. Sums by day are read from the stored sums. */
export function salesReport({ by, days }: { by: SalesBy; days: ReportDays }): LongReport<SalesHead, Sales> {
  return {
    kind: "sales",
    question: { by, first: days.first, last: days.last },
    isShort: async (db) => by === "day" || (await hasFewLines(db, days)),
    async make(db) {
      const [rows, total, isIncomplete] = await Promise.all([
        readSales(db, by, days),
        sumSales(db, days),
        areSalesIncomplete(db),
      ]);
      return { head: { total, listed: rows.length, isIncomplete }, pages: inPages(rows, salesOnPage) };
    },
  };
}

async function hasFewLines(db: Db, { first, last }: ReportDays): Promise<boolean> {
  const { rows } = await db.execute<{ lines: number }>(sql`
    select count(*)::int as lines
    from (select from sales_lines where day between ${first}::date and ${last}::date limit ${shortLines + 1}) l`);
  return oneRow(rows).lines <= shortLines;
}

/** Sums of one day: the number of bills, and the amounts of books sold and given back, in paise. */
export interface DaySums {
  bills: number;
  soldPaise: number;
  backPaise: number;
}

/** Adds up one day in India. */
export async function sumDay(db: Db, day: string): Promise<DaySums> {
  const { rows } = await db.execute<DaySums>(sql`
    select count(distinct document_id) filter (where not is_back)::int as bills,
      coalesce(sum(paise) filter (where not is_back), 0)::float8 as sold_paise,
      coalesce(sum(paise) filter (where is_back), 0)::float8 as back_paise
    from sales_lines where day = ${day}::date`);
  return oneRow(rows);
}

/** A line of a bill or a credit note. */
export interface SalesLine {
  /** Cursor of the next page, together with `place`. */
  documentId: string;
  place: number;
  day: string;
  documentNumber: string;
  orderNumber: string;
  title: string;
  isBack: boolean;
  copies: number;
  paise: number;
  /** Without tax. */
  netPaise: number;
  /** The cost of these copies, as known when the bill was issued; null if unknown. */
  costPaise: number | null;
}

/** Identifies a line by its document and its place there. */
export interface LinePlace {
  documentId: string;
  place: number;
}

/** All lines of some days, newest first, after the line `after`, and whether there are more. */
export async function listSalesLines(
  db: Db,
  { days, after }: { days: ReportDays; after: LinePlace | null },
): Promise<{ lines: SalesLine[]; isCut: boolean }> {
  const { rows } = await db.execute<LinePlace>(sql`
    select document_id::text as document_id, place from sales_lines
    where day between ${days.first}::date and ${days.last}::date
      and ${
        after === null
          ? sql`true`
          : sql`(day, document_id, place) < (select a.day, a.document_id, a.place from sales_lines a
              where a.document_id = ${after.documentId}::bigint and a.place = ${after.place}::int)`
      }
    order by day desc, document_id desc, place desc limit ${linesOnPage + 1}`);
  return { lines: await readLines(db, rows.slice(0, linesOnPage)), isCut: rows.length > linesOnPage };
}

/** The report of the lines that make up a sum, newest first; it is long for a sum of many lines. */
export function linesReport({
  by,
  key,
  days,
}: {
  by: KeyedBy;
  key: string;
  days: ReportDays;
}): LongReport<null, LinePlace> {
  const inDays = sql`day between ${days.first}::date and ${days.last}::date`;
  // Books of a title or an author are found by index; those of a category or publisher, among the books that were sold.
  const isByIndex = by === "title" || (by === "author" && key !== "");
  const byIndex =
    by === "title"
      ? sql`select id from books where work_id = ${key}`
      : sql`select id from books
          where work_id in (select work_id from work_contributors where author_id = ${key} and role = 'author')`;
  return {
    kind: "sales-lines",
    question: { by, key, first: days.first, last: days.last },
    async isShort(db) {
      if (await hasFewLines(db, days)) return true;
      if (!isByIndex) return false;
      const { rows } = await db.execute<{ looked: number }>(sql`
        with few as materialized (${byIndex} limit ${shortLines + 1})
        select count(*)::int as looked from (
          select from few union all select from sales_lines where ${inDays} and book_id in (select id from few)
          limit ${shortLines + 1}) l`);
      return oneRow(rows).looked <= shortLines;
    },
    async make(db) {
      const { join, key: ofKey } = groups[by];
      const books = isByIndex
        ? byIndex
        : sql`select book_id from (select distinct book_id from sales_lines where ${inDays}) lines ${join} where ${ofKey} = ${key}`;
      const { rows } = await db.execute<LinePlace>(sql`
        select document_id::text as document_id, place from sales_lines
        where ${inDays} and book_id in (${books})
        order by day desc, document_id desc, place desc`);
      return { head: null, pages: inPages(rows, linesOnPage) };
    },
  };
}

/** Reads the data of lines, in this order. */
export async function readLines(db: Db, places: LinePlace[]): Promise<SalesLine[]> {
  if (places.length === 0) return [];
  const { rows } = await db.execute<SalesLine>(sql`
    select l.document_id::text as document_id, l.place, to_char(l.day, 'YYYY-MM-DD') as day, d.number as document_number,
      o.number as order_number, w.title, l.is_back, l.copies, l.paise::float8 as paise,
      coalesce(l.net_paise, l.paise)::float8 as net_paise, l.cost_paise::float8 as cost_paise
    from unnest(${places.map(({ documentId }) => documentId)}::bigint[], ${places.map(({ place }) => place)}::int[])
        with ordinality as asked (document_id, place, n)
      join sales_lines l on l.document_id = asked.document_id and l.place = asked.place
      join documents d on d.id = l.document_id join orders o on o.id = d.order_id
      join books b on b.id = l.book_id join works w on w.id = b.work_id
    order by asked.n`);
  return rows;
}

/** Whether some documents of an earlier version of the shop are not counted by line yet. */
export async function areSalesIncomplete(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ left: boolean }>(sql`
    select exists (select from documents d, sales_lines_from f where d.id < f.document_id) as left`);
  return oneRow(rows).left;
}

/** Counts up to `limit` documents from before sales were counted by line, newest first; returns how many. */
export function countOlderSales(db: Db, limit = 1_000): Promise<number> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select document_id from sales_lines_from for update`);
    const { rows } = await tx.execute<{ first: string | null; last: string | null; documents: number }>(sql`
      select min(id)::text as first, max(id)::text as last, count(*)::int as documents
      from (select d.id from documents d, sales_lines_from f where d.id < f.document_id order by d.id desc limit ${limit}) d`);
    const { first, last, documents } = oneRow(rows);
    if (documents === 0) return 0;
    await tx.execute(sql`select write_sales_lines(${first}::bigint, ${last}::bigint)`);
    await tx.execute(sql`update sales_lines_from set document_id = ${first}::bigint`);
    return documents;
  });
}

const ofBook = sql`join books b on b.id = lines.book_id`;

/** Key, name and joins of each grouping, for a query in which the lines have the alias `lines`. */
const groups: Record<SalesBy, { key: SQL; name: SQL; join: SQL }> = {
  day: { key: sql`''`, name: sql`''`, join: sql`` },
  title: { key: sql`w.id`, name: sql`w.title`, join: sql`${ofBook} join works w on w.id = b.work_id` },
  author: {
    key: sql`coalesce(a.id, '')`,
    name: sql`coalesce(a.name, 'No author')`,
    join: sql`${ofBook}
      left join (select distinct work_id, author_id from work_contributors where role = 'author') wrote
        on wrote.work_id = b.work_id
      left join authors a on a.id = wrote.author_id`,
  },
  category: {
    key: sql`coalesce(first.id, '')`,
    name: sql`coalesce(first.name, 'No category')`,
    join: sql`${ofBook} left join lateral (
        select k.id, k.name from work_categories wc join categories k on k.id = wc.category_id
        where wc.work_id = b.work_id order by wc.position limit 1) first on true`,
  },
  publisher: { key: sql`b.publisher`, name: sql`b.publisher`, join: ofBook },
};
