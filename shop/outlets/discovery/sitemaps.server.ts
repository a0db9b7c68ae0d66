/** Writes the sitemaps of the public pages and their index (sitemaps.org), in pieces of bounded size. */

import type { Db } from "#db/connect.ts";
import { sql, type SQL } from "#db/sql.ts";
import { href } from "#routing/href.ts";
import { sitemapOf } from "#routing/documents.ts";
import type { Route } from "#routing/route.ts";
import { routes } from "#routing/routes.ts";
import { isShown } from "#shop/catalogue/books/cards.server.ts";
import { listCategories } from "#shop/catalogue/books/categories.server.ts";
import { listReadingLists } from "#shop/catalogue/content/reading-lists.server.ts";
import { escapeXml } from "#shop/kernel/text/escape-xml.ts";
import { changedAtSql, momentSql, writtenAtSql } from "./changed-at.server.ts";
import {
  findShard,
  isInShard,
  maxSitemapEntries,
  shardedKinds,
  type Shard,
  type ShardedKind,
} from "./sitemap-shards.server.ts";

interface Entry {
  path: string;
  /**
   * When the page's row was last changed (RFC 3339); null if this is unknown, because a missing date is better than a
   * wrong one.
   */
  changedAt: string | null;
}

interface Row {
  id: string;
  changedAt: string;
}

const batchSize = 1000;
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Kinds with few pages: one sitemap each, read with one query. */
const wholeKinds: Record<string, (db: Db) => Promise<Entry[]>> = {
  pages: async (db) => {
    const { rows } = await db.execute<Row>(sql`
      select id, ${momentSql(sql`changed_at`)} as changed_at from pages where is_shown and place <> 'fixed' order by id`);
    const own: Entry[] = rows.map(({ id, changedAt }) => ({ path: href("/pages/:pageId", { pageId: id }), changedAt }));
    return [...listPages(), ...own];
  },
  categories: async (db) => {
    const { rows } = await db.execute<Row>(sql`
      select k.id, ${momentSql(sql`greatest(${writtenAtSql(sql`k`)}, s.changed_at)`)} as changed_at
      from categories k left join shelf_changes s on s.shelf = 'category:' || k.id`);
    const dates = new Map(rows.map(({ id, changedAt }) => [id, changedAt]));
    return (await listCategories(db)).map(({ id }) => ({
      path: href("/categories/:categoryId", { categoryId: id }),
      changedAt: dates.get(id) ?? null,
    }));
  },
  "reading-lists": async (db) => {
    const { rows } = await db.execute<Row>(sql`
      select l.id, ${momentSql(sql`greatest(l.created_at, s.changed_at)`)} as changed_at
      from reading_lists l left join shelf_changes s on s.shelf = 'reading-list:' || l.id`);
    const dates = new Map(rows.map(({ id, changedAt }) => [id, changedAt]));
    return (await listReadingLists(db)).map(({ id }) => ({
      path: href("/reading-lists/:listId", { listId: id }),
      changedAt: dates.get(id) ?? null,
    }));
  },
};

/**
 * Public pages that are not about one row of the database (no id in the path). The page shown while offline, the only
 * one with `offline: "never"`, is left out.
 */
function listPages(): Entry[] {
  return Object.entries<Route>(routes)
    .filter(([, { access, offline }]) => access === "public" && offline !== "never")
    .map(([path]) => path.replace(/\/:\w+\?$/, ""))
    .filter((path) => !path.includes(":"))
    .map((path) => ({ path, changedAt: null }));
}

/** The index of all sitemaps, as XML. Empty sitemaps are left out, because they would be invalid. */
export async function writeSitemapIndex(db: Db, publicUrl: string): Promise<string> {
  const whole = await Promise.all(
    Object.entries(wholeKinds).map(async ([kind, list]) =>
      (await list(db)).length > 0 ? [sitemapOf(kind, null)] : [],
    ),
  );
  const sharded = await Promise.all(
    shardedKinds.map(async (kind) => (await listFilledShards(db, kind)).map((number) => sitemapOf(kind, number))),
  );
  const places = [...whole.flat(), ...sharded.flat()].map(
    (path) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>\n`,
  );
  return `${head}<sitemapindex ${namespace}>\n${places.join("")}</sitemapindex>\n`;
}

/** SQL: whether readers can see a book of the author or series `k`; only then it has a page. */
const hasShownBook = {
  authors: sql`exists (
    select from work_contributors c join books b on b.work_id = c.work_id and ${isShown} where c.author_id = k.id)`,
  series: sql`exists (
    select from series_works c join books b on b.work_id = c.work_id and ${isShown} where c.series_id = k.id)`,
};

/** SQL: whether a range `s` contains a page of the kind. */
const containsPage: Record<ShardedKind, (isIn: SQL) => SQL> = {
  books: (isIn) => sql`exists (select from books k where k.is_listed and ${isIn})`,
  authors: (isIn) => sql`exists (select from authors k where ${isIn} and ${hasShownBook.authors})`,
  series: (isIn) => sql`exists (select from series k where ${isIn} and ${hasShownBook.series})`,
};

async function listFilledShards(db: Db, kind: ShardedKind): Promise<number[]> {
  const { rows } = await db.execute<{ number: number }>(sql`
    select s.number from (
      select number, after_id, lead(after_id) over (order by after_id) as up_to_id
      from sitemap_shards where kind = ${kind}) s
    where case when s.up_to_id is null then ${containsPage[kind](sql`k.id > s.after_id`)}
      else ${containsPage[kind](sql`k.id > s.after_id and k.id <= s.up_to_id`)} end
    order by s.number`);
  return rows.map(({ number }) => number);
}

/**
 * Writes one sitemap as XML, in pieces, each from one query of bounded size; yields nothing if there is no such
 * sitemap. `maxEntries` limits its addresses.
 */
export async function* writeSitemap(
  db: Db,
  publicUrl: string,
  kind: string,
  number: number | null,
  maxEntries = maxSitemapEntries,
): AsyncGenerator<string> {
  let isOpen = false;
  for await (const entries of readEntries(db, kind, number, maxEntries)) {
    const written = entries.map(({ path, changedAt }) => {
      const lastmod = changedAt === null ? "" : `<lastmod>${changedAt}</lastmod>`;
      return `<url><loc>${escapeXml(publicUrl + path)}</loc>${lastmod}</url>\n`;
    });
    yield (isOpen ? "" : `${head}<urlset ${namespace}>\n`) + written.join("");
    isOpen = true;
  }
  if (isOpen) yield "</urlset>\n";
}

async function* readEntries(db: Db, kind: string, number: number | null, maxEntries: number) {
  if (number === null) {
    const entries = Object.hasOwn(wholeKinds, kind) ? ((await wholeKinds[kind]?.(db)) ?? []) : [];
    if (entries.length > 0) yield entries.slice(0, maxEntries);
    return;
  }
  const sharded = shardedKinds.find((one) => one === kind);
  const shard = sharded && (await findShard(db, sharded, number));
  if (!sharded || !shard) return;
  let after = shard.afterId;
  for (let left = maxEntries; left > 0;) {
    const limit = Math.min(batchSize, left);
    const rows = await listRows[sharded](db, after, shard, limit);
    if (rows.length > 0) yield rows.map(({ id, changedAt }) => ({ path: pathOf[sharded](id), changedAt }));
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = last.id;
    left -= rows.length;
  }
}

const pathOf: Record<ShardedKind, (id: string) => string> = {
  books: (bookId) => href("/books/:bookId", { bookId }),
  authors: (authorId) => href("/authors/:authorId", { authorId }),
  series: (seriesId) => href("/series/:seriesId", { seriesId }),
};

type ListRows = (db: Db, after: string, shard: Shard, limit: number) => Promise<Row[]>;

/**
 * Read the rows of a shard with their dates. An edition's page changes with the edition or its work; an author's or
 * series' page changes with its own row, or when a book is added or removed.
 */
const listRows: Record<ShardedKind, ListRows> = {
  books: async (db, after, shard, limit) => {
    const { rows } = await db.execute<Row>(sql`
      select b.id, ${momentSql(sql`greatest(${changedAtSql(sql`b`)}, ${changedAtSql(sql`w`)})`)} as changed_at
      from books b join works w on w.id = b.work_id
      where b.is_listed and ${isInShard(sql`b.id`, after, shard)} order by b.id limit ${limit}`);
    return rows;
  },
  authors: async (db, after, shard, limit) => {
    const { rows } = await db.execute<Row>(sql`
      select k.id, ${momentSql(sql`greatest(${changedAtSql(sql`k`)}, s.changed_at)`)} as changed_at
      from authors k left join shelf_changes s on s.shelf = 'author:' || k.id
      where ${hasShownBook.authors} and ${isInShard(sql`k.id`, after, shard)} order by k.id limit ${limit}`);
    return rows;
  },
  series: async (db, after, shard, limit) => {
    const { rows } = await db.execute<Row>(sql`
      select k.id, ${momentSql(sql`greatest(${writtenAtSql(sql`k`)}, s.changed_at)`)} as changed_at
      from series k left join shelf_changes s on s.shelf = 'series:' || k.id
      where ${hasShownBook.series} and ${isInShard(sql`k.id`, after, shard)} order by k.id limit ${limit}`);
    return rows;
  },
};
