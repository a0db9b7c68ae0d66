/** Reads books, authors, categories and stock for the public API. */
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { href } from "#routing/href.ts";
import { stockOf } from "#shop/catalogue/books/book.ts";
import type { EditionFormat, ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { authorNameSql, coverKeySql, isSampleRatingSql } from "#shop/catalogue/books/cards.server.ts";
import { apiColumns, apiValuesOf } from "#shop/catalogue/fields/shown-fields.ts";
import { findWorks } from "#shop/catalogue/search/find-works.server.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import type { ApiAuthor, ApiBook, ApiCategory, ApiStock, ApiWholeBook } from "./schemas.ts";

interface BookRow {
  id: string;
  isbn13: string | null;
  workId: string;
  title: string;
  subtitle: string | null;
  description: string;
  language: string;
  contributors: { id: string; name: string; role: ContributorRole }[];
  categories: { id: string; name: string }[];
  series: { id: string; name: string; position: number | null } | null;
  format: EditionFormat;
  publisher: string;
  publishedOn: string | null;
  publishedPrecision: "day" | "month" | "year";
  coverKey: string;
  pricePaise: number;
  mrpPaise: number;
  rating: number | null;
  ratingCount: number;
  isSampleRating: boolean;
  available: number;
}

/** One page of a list; `isCut` is true if there are more rows. */
export interface KeysetPage<T> {
  rows: T[];
  isCut: boolean;
}

/** Listed editions in the order of their ids, beginning after the id `after`. */
export async function listApiBooks(
  db: Db,
  publicUrl: string,
  { after, limit }: { after: string; limit: number },
): Promise<KeysetPage<ApiBook>> {
  const where = sql`b.is_listed and b.id > ${after}`;
  const rows = await readBooks(db, { where, orderBy: sql`b.id`, limit: limit + 1 });
  return toPage(
    rows.map((row) => toBook(row, publicUrl)),
    limit,
  );
}

/** One listed edition by its id, or null. */
export function findApiBook(db: Db, publicUrl: string, id: string): Promise<ApiWholeBook | null> {
  return findWhole(db, publicUrl, sql`b.is_listed and b.id = ${id}`);
}

/** One listed edition by its ISBN of 13 digits, or null. */
export function findApiBookByIsbn(db: Db, publicUrl: string, isbn13: string): Promise<ApiWholeBook | null> {
  return findWhole(db, publicUrl, sql`b.is_listed and b.isbn13 = ${isbn13}`);
}

/** The results of the shop's search, best first; null for an empty query. */
export async function searchApiBooks(
  db: Db,
  publicUrl: string,
  { query, limit }: { query: string; limit: number },
): Promise<ApiBook[] | null> {
  if (foldText(query) === "") return null;
  const { found } = await findWorks(db, query, { limit });
  const ids = found.map(({ bookId }) => bookId);
  const rows = await readBooks(db, {
    where: sql`b.id = any(${ids}::text[]) and b.is_listed`,
    orderBy: sql`array_position(${ids}::text[], b.id)`,
    limit,
  });
  return rows.map((row) => toBook(row, publicUrl));
}

/** The stock of a listed edition, as readers see it; null for an unknown ISBN. */
export async function findApiStock(db: Db, isbn13: string): Promise<ApiStock | null> {
  const { rows } = await db.execute<{ id: string; available: number }>(sql`
    select b.id, coalesce(s.on_hand - s.reserved, 0) as available
    from books b left join stock s on s.book_id = b.id where b.isbn13 = ${isbn13} and b.is_listed`);
  const row = rows[0];
  return row ? { isbn13, bookId: row.id, stock: toStock(row.available) } : null;
}

/** Authors in the order of their ids, beginning after the id `after`. */
export async function listApiAuthors(
  db: Db,
  publicUrl: string,
  { after, limit }: { after: string; limit: number },
): Promise<KeysetPage<ApiAuthor>> {
  const { rows } = await db.execute<AuthorRow>(sql`
    select id, name, bio, image_url from authors where id > ${after} order by id limit ${limit + 1}`);
  return toPage(
    rows.map((row) => toAuthor(row, publicUrl)),
    limit,
  );
}

/** One author, or null. */
export async function findApiAuthor(db: Db, publicUrl: string, id: string): Promise<ApiAuthor | null> {
  const { rows } = await db.execute<AuthorRow>(sql`select id, name, bio, image_url from authors where id = ${id}`);
  return rows[0] ? toAuthor(rows[0], publicUrl) : null;
}

/** Categories in the order of their ids, beginning after the id `after`. */
export async function listApiCategories(
  db: Db,
  publicUrl: string,
  { after, limit }: { after: string; limit: number },
): Promise<KeysetPage<ApiCategory>> {
  const { rows } = await db.execute<{ id: string; name: string; description: string; parentId: string | null }>(sql`
    select id, name, description, parent_id from categories where id > ${after} order by id limit ${limit + 1}`);
  return toPage(
    rows.map(({ id, name, description, parentId }) => ({
      id,
      name,
      url: publicUrl + href("/categories/:categoryId", { categoryId: id }),
      description,
      parentId,
    })),
    limit,
  );
}

interface AuthorRow {
  id: string;
  name: string;
  bio: string;
  imageUrl: string;
}

function toAuthor({ id, name, bio, imageUrl }: AuthorRow, publicUrl: string): ApiAuthor {
  const url = publicUrl + href("/authors/:authorId", { authorId: id });
  return { id, name, url, bio, portraitUrl: new URL(imageUrl, publicUrl).href };
}

/** Removes the additional row that was read to detect a next page. */
function toPage<T>(rows: T[], limit: number): KeysetPage<T> {
  return { rows: rows.slice(0, limit), isCut: rows.length > limit };
}

async function findWhole(db: Db, publicUrl: string, where: SQL): Promise<ApiWholeBook | null> {
  const [row] = await readBooks(db, { where, orderBy: sql`b.id`, limit: 1 });
  return row ? { ...toBook(row, publicUrl), description: row.description } : null;
}

interface BookQuery {
  where: SQL;
  orderBy: SQL;
  limit: number;
}

async function readBooks(db: Db, { where, orderBy, limit }: BookQuery): Promise<BookRow[]> {
  const { rows } = await db.execute<BookRow>(sql`
    select b.id, b.isbn13, b.work_id, w.title, w.subtitle, w.description, b.language, b.format, b.publisher,
      b.published_on::text as published_on, b.published_precision, ${sql.columns(apiColumns, "b")},
      ${coverKeySql} as cover_key, b.price_paise, b.mrp_paise, w.rating::float8 as rating, w.rating_count, ${isSampleRatingSql} as is_sample_rating,
      coalesce(s.on_hand - s.reserved, 0) as available,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', ${authorNameSql}, 'role', c.role) order by c.position), '[]')
        from work_contributors c join authors a on a.id = c.author_id where c.work_id = w.id) as contributors,
      (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name) order by wc.position), '[]')
        from work_categories wc join categories k on k.id = wc.category_id where wc.work_id = w.id) as categories,
      (select json_build_object('id', r.id, 'name', r.name, 'position', sw.position)
        from series_works sw join series r on r.id = sw.series_id
        where sw.work_id = w.id order by r.id limit 1) as series
    from books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id
    where ${where} order by ${orderBy} limit ${limit}`);
  return rows;
}

function toBook(row: BookRow, publicUrl: string): ApiBook {
  return {
    id: row.id,
    url: publicUrl + href("/books/:bookId", { bookId: row.id }),
    isbn13: row.isbn13,
    workId: row.workId,
    title: row.title,
    subtitle: row.subtitle,
    language: row.language,
    contributors: row.contributors,
    categories: row.categories,
    series: row.series,
    format: row.format || null,
    publisher: row.publisher || null,
    published: row.publishedOn === null ? null : { day: row.publishedOn, precision: row.publishedPrecision },
    ...apiValuesOf(row),
    coverUrl: `${publicUrl}/covers/${row.coverKey}-480.webp`,
    currency: "INR",
    pricePaise: row.pricePaise,
    mrpPaise: row.mrpPaise,
    rating: row.rating,
    ratingCount: row.ratingCount,
    isSampleRating: row.isSampleRating,
    stock: toStock(row.available),
  };
}

function toStock(available: number): ApiStock["stock"] {
  const stock = stockOf(available);
  return { state: stock.state, left: stock.state === "few-left" ? stock.left : null };
}
