/** Reads books as cards for lists: SQL fragments that the lists share, and the query of the cards. */
import DataLoader from "dataloader";

import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { stockOf, type BookCard, type AuthorLink, type CategoryLink, type SeriesLink } from "./book.ts";
import type { EditionFormat } from "#shop/catalogue/fields/record-values.ts";

/** A row of `cardColumns`. */
export interface CardRow {
  id: string;
  title: string;
  subtitle: string | null;
  language: string;
  authors: AuthorLink[];
  category: CategoryLink | null;
  coverKey: string;
  format: EditionFormat;
  pricePaise: number;
  mrpPaise: number;
  rating: number | null;
  ratingCount: number;
  isSampleRating: boolean;
  available: number;
  series: SeriesLink | null;
}

/** The query of a list: SQL over `b` (books), `w` (works) and `s` (stock, null for a book without a row). */
export interface CardQuery {
  /** SQL that is added after the joins of `works` and `stock`. */
  join?: SQL;
  where: SQL;
  orderBy: SQL;
  limit?: number;
}

/** An author's name in the script of the book's language, if known; `a` is the author, `b` the edition. */
export const authorNameSql = sql`coalesce(
  (select n.name from author_names n where n.author_id = a.id and n.script = script_of(b.language)), a.name)`;

const people = (role: SQL) => sql`(
  select json_agg(json_build_object('id', a.id, 'name', ${authorNameSql}) order by c.position)
  from work_contributors c join authors a on a.id = c.author_id
  where c.work_id = w.id and c.role = ${role})`;

const names = (role: SQL) => sql`(
  select string_agg(${authorNameSql}, ', ' order by c.position) from work_contributors c join authors a on a.id = c.author_id
  where c.work_id = w.id and c.role = ${role})`;

/** The names of a book's authors as text, or of its editors if it has no author; `w` is the work, `b` the edition. */
export const authorNamesSql = sql`coalesce(${names(sql`'author'`)}, ${names(sql`'editor'`)}, '')`;

/** Editions that lists show: the main edition of each work, unless hidden from readers; `b` is the edition. */
export const isShown = sql`b.is_main and b.is_listed`;

/**
 * SQL: the key of an edition's cover, which is its picture if there is one, otherwise the drawn cover; `b` is the
 * edition.
 */
export const coverKeySql = sql`coalesce(b.cover_image_id, b.cover_key)`;

/** Copies that can be sold now; 0 for an unlisted edition. */
export const availableCopies = sql`case when b.is_listed then coalesce(s.on_hand - s.reserved, 0) else 0 end`;

/** Whether the rating comes from the demonstration and was not replaced since; `w` is the work. */
export const isSampleRatingSql = sql`
  (w.created_by = 'demonstration' and w.starting_rating_count > 0 and not w.field_origins ? 'starting_rating')`;

/** SQL: the columns of a card; `b` is the edition, `w` its work and `s` its stock, which may be null. */
export const cardColumns = sql`
  b.id, w.title, w.subtitle, b.language, ${coverKeySql} as cover_key, b.format, b.price_paise, b.mrp_paise,
  w.rating::float8 as rating, w.rating_count, ${isSampleRatingSql} as is_sample_rating, ${availableCopies} as available,
  coalesce(${people(sql`'author'`)}, ${people(sql`'editor'`)}, '[]') as authors,
  (select json_build_object('id', k.id, 'name', k.name)
    from work_categories wc join categories k on k.id = wc.category_id
    where wc.work_id = w.id order by wc.position limit 1) as category,
  (select json_build_object('id', r.id, 'name', r.name, 'position', sw.position)
    from series_works sw join series r on r.id = sw.series_id
    where sw.work_id = w.id order by r.id limit 1) as series`;

/** Ids of the books that match a query, in the query's order. */
export async function listBookIds(db: Db, query: CardQuery): Promise<string[]> {
  const [ids = []] = await listBookIdsOf(db, [query]);
  return ids;
}

/** Ids of the books that match each of these queries, read by one statement. */
export async function listBookIdsOf(db: Db, queries: CardQuery[]): Promise<string[][]> {
  const { rows } = await db.execute<{ lists: string[][] }>(
    sql`select json_build_array(${sql.list(queries.map((query) => idsOf(query)))}) as lists`,
  );
  return oneRow(rows).lists;
}

const idsOf = ({ join = sql``, where, orderBy, limit }: CardQuery) => sql`array(
  select b.id from books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id ${join}
  where ${where} order by ${orderBy} ${limit === undefined ? sql`` : sql.limit(limit)})`;

/** Reads the books that match a query as cards. */
export async function listCards(db: Db, query: CardQuery): Promise<BookCard[]> {
  return listCardsByIds(db, await listBookIds(db, query));
}

/** Reads the books that match each of these queries as cards, all by two statements. */
export async function listCardsOf(db: Db, queries: CardQuery[]): Promise<BookCard[][]> {
  const lists = await listBookIdsOf(db, queries);
  return Promise.all(lists.map((ids) => listCardsByIds(db, ids)));
}

/** Cards that are requested in one turn of the event loop, such as those of all lists of a page, are one statement. */
const loaders = new WeakMap<Db, DataLoader<string, BookCard | null>>();

/** The books with these ids as cards, in the given order; unknown ids are left out. */
export async function listCardsByIds(db: Db, ids: string[]): Promise<BookCard[]> {
  const loader = loaders.get(db) ?? new DataLoader((all) => readCards(db, all), { cache: false });
  loaders.set(db, loader);
  const cards = await Promise.all(ids.map((id) => loader.load(id)));
  return cards.filter((card) => card !== null);
}

/**
 * Planning this statement takes longer than running it. `array(select unnest(…))` hides the number of ids from
 * PostgreSQL, so that it plans the statement only once per connection.
 */
async function readCards(db: Db, ids: readonly string[]): Promise<(BookCard | null)[]> {
  const { rows } = await db.execute<CardRow>(sql`
    select ${cardColumns}
    from books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id
    where b.id = any(array(select unnest(${[...new Set(ids)]}::text[])))`);
  const cards = new Map(rows.map((row) => [row.id, toCard(row)]));
  return ids.map((id) => cards.get(id) ?? null);
}

export function toCard(row: CardRow): BookCard {
  return {
    id: row.id,
    title: row.title,
    subtitle: row.subtitle,
    language: row.language,
    authors: row.authors,
    category: row.category,
    coverKey: row.coverKey,
    format: row.format,
    pricePaise: row.pricePaise,
    mrpPaise: row.mrpPaise,
    rating: row.rating,
    ratingCount: row.ratingCount,
    isSampleRating: row.isSampleRating,
    stock: stockOf(row.available),
    series: row.series,
  };
}
