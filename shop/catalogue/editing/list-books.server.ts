/** Lists and searches books for the desk, with filters and cursors, in bounded time at any catalogue size. */
import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";
import { authorNamesSql, coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { toSlug } from "#shop/catalogue/books/slug.ts";
import { readTypedIsbn } from "#shop/catalogue/search/read-isbn.ts";
import { withSearchTimeout } from "#shop/catalogue/search/search-time.server.ts";
import { beginsWith, matchesWords, relatedFilters, editionFilters, worded } from "./book-filters.server.ts";
import type { BookQuery } from "./book-query.ts";
import { readCursor } from "./books-cursor.ts";
import { inTitle, isBeginning, wordsOf } from "./words-of-text.ts";

/** A book in the desk's list. */
export interface ListedBook {
  id: string;
  title: string;
  authors: string;
  isbn13: string | null;
  format: EditionFormat;
  language: string;
  coverKey: string;
  pricePaise: number;
  mrpPaise: number;
  isListed: boolean;
  /** Copies that can be sold now. */
  available: number;
}

/** A page of the list. */
export interface BookList {
  books: ListedBook[];
  /** `newest`: newest first. `address`: by work id, within a category. `best`: best match first, for a text. */
  order: "newest" | "address" | "best";
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /**
   * Whether the page is short because the scan stopped after `maxScanned` books, or the search after `maxFound`
   * results; then more books may match.
   */
  isScanCut: boolean;
  /**
   * Whether the text was compared only with the newest hidden books. With the filter "hidden", all hidden books are
   * searched.
   */
  hasOlderHidden: boolean;
}

/** Books on a page. */
export const booksOnPage = 50;

/** The maximum number of books read for one page, whether they match or not; within a category, the number of works. */
export const maxScanned = 10_000;

/** Maximum results of a search. */
export const maxFound = 500;

/** The maximum number of matching works to sort, if too few of the best-known works match. */
const maxMatching = { words: 5_000, beginning: 1_000 };
/** The number of newest hidden books that are searched in addition to the listed books. */
export const maxHiddenScanned = 1_000;
/** If more titles than this begin with the text, these titles are not sorted first. */
const maxBeginnings = 200;

/** The ids of one page of a list. */
interface FoundPage extends Omit<BookList, "books"> {
  ids: string[];
}

/**
 * One page of the books that match a query, listed or not: by id within a category, best match first for a text,
 * otherwise newest first. `after` is the `next` of the previous page. Bounded at any catalogue size.
 */
export async function listBooks(
  db: Db,
  query: BookQuery,
  after: string | null,
  limit = booksOnPage,
): Promise<BookList> {
  const { ids, ...page } = await listBookIds(db, query, after, limit);
  const { rows: books } = await db.execute<ListedBook>(sql`
    select b.id, w.title, ${authorNamesSql} as authors, b.isbn13, b.format, b.language, ${coverKeySql} as cover_key,
      b.price_paise, b.mrp_paise, b.is_listed, coalesce(s.on_hand - s.reserved, 0) as available
    from unnest(${ids}::text[]) with ordinality as found (id, place)
      join books b on b.id = found.id join works w on w.id = b.work_id left join stock s on s.book_id = b.id
    order by found.place`);
  return { books, ...page };
}

/**
 * The ids of one page for `listBooks`. A search returns a limited number of matches. If there are more, and the query
 * has other filters or `isWhole` is set, all books are scanned page by page with the text as a filter, so that every
 * match can be reached.
 */
export async function listBookIds(
  db: Db,
  query: BookQuery,
  after: string | null,
  limit: number,
  { isWhole = false } = {},
): Promise<FoundPage> {
  const isOneBook = Boolean(readTypedIsbn(query.text)?.isbn13);
  const isWalked = readCursor(after) !== null;
  // The search list does not contain hidden books, so a query for hidden books only is a scan.
  if (query.text !== "" && !isWalked && (query.isListed !== false || isOneBook)) {
    const { isComplete, ...page } = await listFound(db, query, after, limit);
    if (isComplete || after !== null || (!isWhole && !isFiltered(query))) return page;
  }
  const { category, ...rest } = query;
  return typeof category === "string"
    ? walkCategory(db, category, { ...rest, category: null }, after, limit)
    : walkNewest(db, query, after, limit);
}

/** Scans the newest books by index until the page is full or `maxScanned` books were read. */
async function walkNewest(db: Db, query: BookQuery, after: string | null, limit: number): Promise<FoundPage> {
  const from = readCursor(after);
  const place =
    from?.order === "newest" ? sql`(b.created_at, b.id) < (${from.at}::timestamptz, ${from.id}::text)` : sql`true`;
  const looked = sql`
    select b.id, b.work_id, b.created_at from books b
    where ${place} and ${editionFilters(query, sql`b`)}
    order by b.created_at desc, b.id desc limit ${maxScanned}`;
  // The position to continue from is read only if the page is not full.
  const { rows } = await db.execute<{ id: string; at: string; fits: boolean; looked: number }>(sql`
    with fitting as materialized (
      select l.id from (${looked}) l
      where ${relatedFilters(query, sql`l`)} and ${worded(query.text)} order by l.created_at desc, l.id desc limit ${limit + 1}),
    shown as (
      select id, true as fits, 0 as looked from fitting
      union all select last.id, false, last.looked from (
        select (array_agg(l.id order by l.created_at, l.id))[1] as id, count(*)::int as looked from (${looked}) l
        where (select count(*) from fitting) <= ${limit}) last
      where last.id is not null)
    select b.id, b.created_at::text as at, shown.fits, shown.looked from shown join books b on b.id = shown.id
    order by shown.fits desc, b.created_at desc, b.id desc`);
  const books = rows.filter(({ fits }) => fits);
  const end = rows.find(({ fits }) => !fits);
  const isCut = books.length > limit;
  const isScanCut = !isCut && (end?.looked ?? 0) >= maxScanned;
  const last = isCut ? books[limit - 1] : isScanCut ? end : undefined;
  const ids = books.slice(0, limit).map(({ id }) => id);
  return { ids, order: "newest", next: last ? `${last.at}~${last.id}` : null, isScanCut, hasOlderHidden: false };
}

/** Scans the editions of the works in a category and its sub-categories, by the index of its works. */
async function walkCategory(
  db: Db,
  category: string,
  query: BookQuery,
  after: string | null,
  limit: number,
): Promise<FoundPage> {
  const from = readCursor(after);
  const { work = "", id = "" } = from?.order === "address" ? from : {};
  // Every work has an edition: without other filters, one page needs at most as many works as books.
  const works = isFiltered(query) || query.text !== "" ? maxScanned : limit + 1;
  const behind = id === "" ? sql`k.work_id > ${work}` : sql`k.work_id >= ${work}`;
  const { rows } = await db.execute<{ ids: string[]; works: string[]; looked: number; lastLooked: string | null }>(sql`
    with looked as materialized (
      select distinct k.work_id from (select id from categories where id = ${category} or parent_id = ${category}) c
        cross join lateral (
          select k.work_id from work_categories k where k.category_id = c.id and ${behind} order by k.work_id limit ${works}) k
      order by k.work_id limit ${works}),
    fitting as (
      select l.id, l.work_id from looked join books l on l.work_id = looked.work_id
      where (${id}::text = '' or (l.work_id, l.id) > (${work}::text, ${id}::text))
        and ${editionFilters(query, sql`l`)} and ${relatedFilters(query, sql`l`)} and ${worded(query.text)}
      order by l.work_id, l.id limit ${limit + 1})
    select coalesce((select array_agg(id order by work_id, id) from fitting), '{}') as ids,
      coalesce((select array_agg(work_id order by work_id, id) from fitting), '{}') as works,
      (select count(*)::int from looked) as looked, (select max(work_id) from looked) as last_looked`);
  const found = oneRow(rows);
  const isCut = found.ids.length > limit;
  const isScanCut = !isCut && found.looked >= works;
  const next = isCut ? `${found.works[limit - 1]}~${found.ids[limit - 1]}` : isScanCut ? `${found.lastLooked}~` : null;
  return { ids: found.ids.slice(0, limit), order: "address", next, isScanCut, hasOlderHidden: false };
}

/** Searches by text: an ISBN, otherwise words of title and people, or an id; unlisted books only by title. */
async function listFound(
  db: Db,
  query: BookQuery,
  after: string | null,
  limit: number,
): Promise<FoundPage & { isComplete: boolean }> {
  const skipped = after !== null && /^\d{1,3}$/.test(after) ? Number(after) : 0;
  // Filters remove an unknown number of results, so the search reads the maximum.
  const needed = isFiltered(query) ? maxFound : Math.min(skipped + limit + 1, maxFound);
  const { ids: found, hasMore, hasOlderHidden } = await findIds(db, query, needed);
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from unnest(${found}::text[]) with ordinality as found (id, place)
      join books b on b.id = found.id
    where ${editionFilters(query, sql`b`)} and ${relatedFilters(query, sql`b`)}
    order by found.place offset ${skipped} limit ${limit + 1}`);
  const isCut = rows.length > limit;
  return {
    ids: rows.slice(0, limit).map(({ id }) => id),
    order: "best",
    next: isCut ? String(skipped + limit) : null,
    isScanCut: !isCut && (hasMore || hasOlderHidden),
    hasOlderHidden: !isCut && !hasMore && hasOlderHidden,
    isComplete: !hasMore && !hasOlderHidden && found.length < maxFound,
  };
}

function isFiltered({ category, isListed, hasNoPicture, isOut, hasNoPrice, availability }: BookQuery): boolean {
  return category !== null || isListed !== null || hasNoPicture || isOut || hasNoPrice || availability !== null;
}

/**
 * The editions of the best `needed` works for a text: titles that begin with it (if these are few), then other matches
 * by popularity, then unlisted books. The order does not depend on `needed`. `hasMore` is true if there are, or may be,
 * more.
 */
async function findIds(
  db: Db,
  { text, isListed }: BookQuery,
  needed: number,
): Promise<{ ids: string[]; hasMore: boolean; hasOlderHidden: boolean }> {
  const typed = readTypedIsbn(text);
  if (typed?.isbn13) {
    const { rows } = await db.execute<{ id: string }>(sql`select id from books where isbn13 = ${typed.isbn13}`);
    return { ids: rows.map(({ id }) => id), hasMore: false, hasOlderHidden: false };
  }
  const asked = wordsOf(text);
  if (asked.length === 0) return { ids: [], hasMore: false, hasOlderHidden: false };
  const isShort = isBeginning(asked);
  const begins = beginsWith(asked);
  const listed = matchesWords(asked);
  const most = isShort ? maxMatching.beginning : maxMatching.words;
  let rows: { id: string | null; hasMore: boolean; hasOlderHidden: boolean }[] = [];
  const isComplete = await withSearchTimeout(db, async (tx) => {
    ({ rows } = await tx.execute<(typeof rows)[number]>(sql`
    with beginning as materialized (
      select work_id, popularity from listings where ${begins} limit ${maxBeginnings + 1}),
    begun as (
      select work_id, popularity from beginning where (select count(*) from beginning) <= ${maxBeginnings}),
    -- Works outside best_known are less popular than all works in it.
    known as materialized (
      select work_id, popularity from best_known where ${!isShort}::boolean and ${listed}
      order by popularity desc, work_id limit ${needed}),
    other as materialized (
      select work_id, popularity from listings
      where (select count(*) from known) < ${needed} and ${listed} limit ${most}),
    found as materialized (
      select work_id, row_number() over (order by min(place), max(popularity) desc, work_id) as rank
      from (
        select work_id, popularity, -1 as place from begun
        union all select work_id, popularity, 0 from known
        union all select work_id, popularity, 0 from other) named
      group by work_id order by rank limit ${needed}),
    newest_hidden as materialized (
      select id, work_id from books where ${isListed === null}::boolean and not is_listed
        and (select count(*) from found) < ${needed}
      order by created_at desc, id desc limit ${maxHiddenScanned}),
    hidden as materialized (
      select h.id from newest_hidden h join works w on w.id = h.work_id
      where w.search_text like all(${inTitle(asked)}::text[])),
    told as (select (select count(*) from found) = ${needed} or (select count(*) from other) = ${most} as has_more,
      (select count(*) from newest_hidden) = ${maxHiddenScanned} as has_older_hidden)
    select id, rank, has_more, has_older_hidden
    from told left join (
      select id, 0 as rank from books where id = ${toSlug(text)}
      union all select b.id, f.rank from found f join books b on b.work_id = f.work_id
      union all select id, ${needed + 1} from hidden) editions on true
    order by rank, id`));
  });
  return {
    ids: [...new Set(rows.flatMap(({ id }) => id ?? []))].slice(0, needed),
    hasMore: !isComplete || rows.length > needed || (rows[0]?.hasMore ?? false),
    hasOlderHidden: rows[0]?.hasOlderHidden ?? false,
  };
}
