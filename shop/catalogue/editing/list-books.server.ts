/** Lists books for the desk: filtered, sorted, counted and in pages, in bounded time at any catalogue size. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";
import type { Availability, EditionFormat } from "#shop/catalogue/fields/record-values.ts";
import { authorNamesSql, coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { itemCodeSql } from "#shop/catalogue/books/item-codes.ts";
import { arrivingSql } from "#shop/catalogue/stock/arriving.server.ts";
import { newestFirst, type BookOrder, type BookQuery } from "./book-query.ts";
import { orderSql } from "./books-cursor.ts";
import { countedSql, findBookSet, slotsSql } from "./desk-books.server.ts";
import { findIdsByText, maxFound, type FoundIds } from "./find-ids-by-text.server.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";
import { worded } from "./words-of-text.ts";

/** A book in the desk's table. */
export interface ListedBook {
  id: string;
  title: string;
  authors: string;
  isbn13: string | null;
  /** The bookseller's own code, as an imported file gave it. */
  itemCode: string | null;
  format: EditionFormat;
  language: string;
  publisher: string;
  publisherId: string | null;
  /** The name of the main category; null without one. */
  category: string | null;
  coverKey: string;
  pricePaise: number;
  mrpPaise: number;
  isListed: boolean;
  availability: Availability;
  /** Copies that can be sold now. */
  available: number;
  /** Copies on their way to the shelf: ordered from suppliers, or scanned in deliveries. */
  arriving: number;
  /** Copies sold in the last 30 days. */
  sold: number;
  addedAt: string;
  /** When a field of the book or its work last changed; null if none did. */
  changedAt: string | null;
}

/** A page of the table. */
export interface BookList {
  books: ListedBook[];
  /** The number of matching books, on all pages; null if a text has too many matches to count. */
  count: number | null;
  /** Null: best match first, for a text. */
  order: BookOrder | null;
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /**
   * Whether the page is short because the scan stopped after `maxScanned` books, or the search after `maxFound`
   * results; then more books may match.
   */
  isScanCut: boolean;
  /** Whether the text was compared only with the newest hidden books. */
  hasOlderHidden: boolean;
}

/** Books on a page. */
export const booksOnPage = 50;

/** More matching books are not sorted, but found by walking the index of the order. */
export const maxSorted = 5_000;

/** The maximum number of books read for one page of a walk, whether they match or not. */
export const maxScanned = 10_000;

export interface ListOptions {
  /** Null: newest first, or best match first for a text. */
  order?: BookOrder | null;
  /** The `next` of the previous page. */
  after?: string | null;
  limit?: number;
}

/** The ids of one page. */
type FoundPage = Omit<BookList, "books"> & { ids: string[] };

/** One page of the books that match a query, listed or not. */
export async function listBooks(db: Db, query: BookQuery, options: ListOptions = {}): Promise<BookList> {
  const { ids, ...page } = await findPage(db, query, options);
  return { books: await readListedBooks(db, ids), ...page };
}

/** The data of these books for lists, in this order. */
export async function readListedBooks(db: Db, ids: string[]): Promise<ListedBook[]> {
  const { rows } = await db.execute<ListedBook>(sql`
    select b.id, w.title, ${authorNamesSql} as authors, b.isbn13, ${itemCodeSql} as item_code, b.format, b.language, b.publisher, b.publisher_id,
      (select c.name from work_categories k join categories c on c.id = k.category_id
        where k.work_id = b.work_id order by k.position limit 1) as category,
      ${coverKeySql} as cover_key, b.price_paise, b.mrp_paise, b.is_listed, b.availability,
      coalesce(s.on_hand - s.reserved, 0) as available,
      ${arrivingSql(sql`b.isbn13`, sql`b.id`)} as arriving, coalesce(r.sold, 0) as sold, b.created_at as added_at,
      (select max((o.value ->> 'at')::timestamptz) from jsonb_each(b.field_origins || w.field_origins) o) as changed_at
    from unnest(${ids}::text[]) with ordinality as found (id, place)
      join books b on b.id = found.id join works w on w.id = b.work_id left join stock s on s.book_id = b.id
      left join desk_books r on r.book_id = b.id
    order by found.place`);
  return rows;
}

async function findPage(
  db: Db,
  query: BookQuery,
  { order = null, after = null, limit = booksOnPage }: ListOptions,
): Promise<FoundPage> {
  const page = { order: order ?? newestFirst, after, limit };
  const { text, has, picked } = query;
  if (picked !== null) return sortPage(db, idsSql(picked, has), text, page);
  // The readers' search does not know hidden books.
  const isOfHidden = has.includes("listed:no") && !readTypedIsbn(text)?.isbn13;
  if (text !== "" && !isOfHidden) {
    const found = await findIdsByText(db, query);
    if (order === null && (found.isComplete || has.length === 0)) return bestPage(db, query, found, page);
    if (found.isComplete) return sortPage(db, idsSql(found.ids, has), "", page);
  }
  const set = await findBookSet(db, has);
  const { rows } = await db.execute<{ count: number; slots: number[] | null }>(sql`
    select counted.count, case when counted.count <= ${maxSorted} then array(select slot from ${slotsSql(set)} found) end as slots
    from (select ${countedSql(set)} as count) counted`);
  const { count, slots } = oneRow(rows);
  return slots === null
    ? walkPage(db, query, count, page)
    : sortPage(db, sql`r.slot = any(${slots}::integer[])`, text, page);
}

/** SQL condition: `r` is one of these books and has all of these values. */
function idsSql(ids: string[], has: readonly string[]): SQL {
  return sql`r.book_id = any(${ids}::text[]) and r.has @> ${has}::text[]`;
}

/** A page of a small set of books. Reads and sorts the whole set; `isInSet` is a condition on `r`. */
async function sortPage(
  db: Db,
  isInSet: SQL,
  text: string,
  { order: by, after, limit }: { order: BookOrder; after: string | null; limit: number },
): Promise<FoundPage> {
  const { key, order, isAfter } = orderSql(by, after);
  const { rows } = await db.execute<{ count: number; id: string | null; place: string }>(sql`
    select r.count, r.book_id as id, ${key}::text || '~' || r.slot as place
    from (select *, (count(*) over ())::int as count from desk_books r where ${isInSet} and ${worded(text)}) r
    where ${isAfter} order by ${order} limit ${limit + 1}`);
  return {
    ids: rows.slice(0, limit).flatMap(({ id }) => id ?? []),
    count: rows[0]?.count ?? 0,
    order: by,
    next: rows.length > limit ? (rows[limit - 1]?.place ?? null) : null,
    isScanCut: false,
    hasOlderHidden: false,
  };
}

/** A page of many books: walks the index of the order until the page is full or `maxScanned` books were read. */
async function walkPage(
  db: Db,
  { text, has }: BookQuery,
  matching: number,
  { order: by, after, limit }: { order: BookOrder; after: string | null; limit: number },
): Promise<FoundPage> {
  const { key, order, isAfter } = orderSql(by, after);
  const looked = sql`
    select * from desk_books r where r.book_id is not null and ${isAfter} order by ${order} limit ${maxScanned}`;
  const place = sql`${key}::text || '~' || r.slot`;
  // The position to continue from is read only if the page is not full.
  const { rows } = await db.execute<{ id: string | null; place: string; looked: number }>(sql`
    with fitting as materialized (
      select r.book_id, ${place} as place, row_number() over (order by ${order}) as nth from (${looked}) r
      where r.has @> ${has}::text[] and ${worded(text)} order by ${order} limit ${limit + 1}),
    last as (
      select (array_agg(${place} order by ${order}))[count(*)] as place, count(*)::int as looked from (${looked}) r
      where (select count(*) from fitting) <= ${limit})
    select book_id as id, place, 0 as looked from (select * from fitting order by nth) fitting
    union all select null, place, looked from last where place is not null`);
  const books = rows.flatMap(({ id, place }) => (id === null ? [] : [{ id, place }]));
  const end = rows.find(({ id }) => id === null);
  const isCut = books.length > limit;
  const isScanCut = !isCut && (end?.looked ?? 0) >= maxScanned;
  return {
    ids: books.slice(0, limit).map(({ id }) => id),
    count: text === "" ? matching : null,
    order: by,
    next: (isCut ? books[limit - 1]?.place : isScanCut ? end?.place : null) ?? null,
    isScanCut,
    hasOlderHidden: false,
  };
}

/** A page of the results of a search, best match first. */
async function bestPage(
  db: Db,
  { has }: BookQuery,
  { ids: found, isComplete, hasMore, hasOlderHidden }: FoundIds,
  { after, limit }: { after: string | null; limit: number },
): Promise<FoundPage> {
  const skipped = after !== null && /^\d{1,3}$/.test(after) ? Number(after) : 0;
  const ids = has.length === 0 ? found : await keepMatching(db, found, has);
  const isCut = ids.length > skipped + limit;
  return {
    ids: ids.slice(skipped, skipped + limit),
    count: isComplete ? ids.length : null,
    order: null,
    next: isCut ? String(skipped + limit) : null,
    isScanCut: !isCut && (hasMore || hasOlderHidden || found.length >= maxFound),
    hasOlderHidden: !isCut && !hasMore && hasOlderHidden,
  };
}

/** Those of these books that have all of some values, in the same order. */
async function keepMatching(db: Db, ids: string[], has: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select found.id from unnest(${ids}::text[]) with ordinality as found (id, place)
      join desk_books r on r.book_id = found.id
    where r.has @> ${has}::text[] order by found.place`);
  return rows.map(({ id }) => id);
}
