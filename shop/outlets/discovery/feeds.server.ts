/**
 * Reads from the database the content of the shop's Atom feeds: its new releases, and the newest books of a category or
 * an author.
 */

import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { documents, feedOf, type FeedOf } from "#routing/documents.ts";
import { href } from "#routing/href.ts";
import { authorNameSql, isShown } from "#shop/catalogue/books/cards.server.ts";
import type { ShopSettings } from "#shop/services.ts";
import { cleanLines, cleanText, shorten } from "#shop/kernel/text/clean-text.ts";
import { changedAtSql, momentSql } from "./changed-at.server.ts";
import type { Feed, FeedEntry } from "./feed.ts";

type Shop = Pick<ShopSettings, "name" | "publicUrl">;

/** Books in one feed. */
const feedLength = 30;
/**
 * For a category's feed, this many of the shop's newest books are searched first. Only if they contain too few books of
 * the category, all books of the category are read.
 */
const newestRead = 5000;
const maxSummary = 500;
/** The date of change of the feed of new releases while the shop has no book. */
const never = "1970-01-01T00:00:00Z";

interface Row {
  id: string;
  title: string;
  description: string;
  authors: string[];
  publishedAt: string;
  changedAt: string;
}

const newestFirst = sql`b.created_at desc, b.id`;

/** Reads the entries of a feed; `picked` is a query that selects the ids of its books. */
async function readEntries(db: Db, { publicUrl }: Shop, picked: SQL): Promise<FeedEntry[]> {
  const { rows } = await db.execute<Row>(sql`
    with picked as materialized (${picked})
    select b.id, w.title, w.description,
      coalesce((select json_agg(${authorNameSql} order by c.position) from work_contributors c join authors a on a.id = c.author_id
        where c.work_id = w.id and c.role = 'author'), '[]') as authors,
      ${momentSql(sql`b.created_at`)} as published_at,
      ${momentSql(sql`greatest(${changedAtSql(sql`b`)}, ${changedAtSql(sql`w`)})`)} as changed_at
    from picked join books b on b.id = picked.id join works w on w.id = b.work_id
    order by ${newestFirst}`);
  return rows.map(({ id, title, description, authors, publishedAt, changedAt }) => ({
    url: publicUrl + href("/books/:bookId", { bookId: id }),
    title: cleanText(title),
    authors: authors.map(cleanText),
    summary: shorten(cleanLines(description), maxSummary),
    publishedAt,
    changedAt,
  }));
}

/**
 * Looks through the shop's `lookedThrough` newest books, using the database index, and picks the newest for which
 * `inside` is true.
 */
const pickNewest = (inside: SQL, lookedThrough: number) => sql`
  select b.id from (
    select b.id, b.work_id, b.created_at from books b where ${isShown} order by ${newestFirst} limit ${lookedThrough}) b
  where ${inside} order by ${newestFirst} limit ${feedLength}`;

/**
 * Picks the newest books of the works that `works` selects. The works are materialised first: otherwise PostgreSQL
 * would scan the shop's newest books until enough of them match, which takes long for an author of few books.
 */
const pickFrom = (works: SQL) => sql`
  select b.id from (with chosen as materialized (${works}) select work_id from chosen) held
  join books b on b.work_id = held.work_id where ${isShown} order by ${newestFirst} limit ${feedLength}`;

/** The newest books of the shop. */
export async function readNewReleases(db: Db, shop: Shop): Promise<Feed> {
  return {
    url: shop.publicUrl + documents.newReleases,
    pageUrl: shop.publicUrl + href("/"),
    title: `New releases at ${shop.name}`,
    shopName: shop.name,
    madeAt: never,
    entries: await readEntries(db, shop, pickNewest(sql`true`, feedLength)),
  };
}

/** The newest books of a category and its subcategories, or of an author; null if there is no row with this id. */
export async function readFeed(db: Db, shop: Shop, kind: FeedOf, id: string): Promise<Feed | null> {
  const found = await (kind === "categories" ? findCategory(db, id) : findAuthor(db, id));
  if (!found) return null;
  const page =
    kind === "categories"
      ? href("/categories/:categoryId", { categoryId: id })
      : href("/authors/:authorId", { authorId: id });
  return {
    url: shop.publicUrl + feedOf(kind, id),
    pageUrl: shop.publicUrl + page,
    title: `${cleanText(found.name)} at ${shop.name}`,
    shopName: shop.name,
    madeAt: found.madeAt,
    entries: await (kind === "categories" ? readCategory(db, shop, id) : readAuthor(db, shop, id)),
  };
}

/**
 * For most categories, the newest books of the shop, which are read by an index, contain enough books for a feed. For
 * other categories, all books of the category are read and sorted.
 */
async function readCategory(db: Db, shop: Shop, id: string): Promise<FeedEntry[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive tree as (
      select id from categories where id = ${id}
      union select k.id from categories k join tree on k.parent_id = tree.id)
    select id from tree`);
  const inTree = sql`wc.category_id = any(${rows.map((category) => category.id)}::text[])`;
  const isInside = sql`exists (select from work_categories wc where wc.work_id = b.work_id and ${inTree})`;
  const newest = await readEntries(db, shop, pickNewest(isInside, newestRead));
  if (newest.length === feedLength) return newest;
  return readEntries(db, shop, pickFrom(sql`select distinct wc.work_id from work_categories wc where ${inTree}`));
}

/** The newest books of the works to which the author contributed, in any role. */
function readAuthor(db: Db, shop: Shop, id: string): Promise<FeedEntry[]> {
  return readEntries(
    db,
    shop,
    pickFrom(sql`select distinct c.work_id from work_contributors c where c.author_id = ${id}`),
  );
}

async function findCategory(db: Db, id: string) {
  const { rows } = await db.execute<{ name: string; madeAt: string }>(
    sql`select name, ${momentSql(sql`created_at`)} as made_at from categories where id = ${id}`,
  );
  return rows[0];
}

async function findAuthor(db: Db, id: string) {
  const { rows } = await db.execute<{ name: string; madeAt: string }>(
    sql`select name, ${momentSql(sql`created_at`)} as made_at from authors where id = ${id}`,
  );
  return rows[0];
}
