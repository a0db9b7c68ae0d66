/** The lists of books that pages show: featured, recommended, new, best-selling, by author and by series. */

import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { BookCard } from "./book.ts";
import { isShown, listCards, listCardsByIds, listCardsOf, type CardQuery } from "./cards.server.ts";

/** The order of a list by rating, best first. */
const byRating = sql`w.rating desc nulls last, w.rating_count desc, b.id`;
/** The join for lists that are ordered by an index of `listings`. */
const listed = sql`join listings l on l.work_id = w.id`;
const newestFirst = sql`l.added_at desc, l.work_id`;
const canBeBought = sql`${isShown} and s.on_hand > s.reserved`;

/**
 * The books on the home page's table: those the bookseller chose, in order, then the newest ones except the first
 * `besides` new releases. Books that are out of stock are skipped.
 */
export async function listFeaturedBooks(db: Db, limit: number, besides = 0): Promise<BookCard[]> {
  const [chosen = [], others = []] = await listCardsOf(db, featuredBooks(limit, besides));
  return [...chosen, ...others].slice(0, limit);
}

/**
 * The two queries of `listFeaturedBooks`: the chosen books, and those that follow them. `works` replaces the saved
 * choice, so that the desk can preview another choice.
 */
export function featuredBooks(limit: number, besides = 0, works?: string[]): [CardQuery, CardQuery] {
  const isOther = works ? sql`w.id <> all(${works}::text[])` : sql`w.featured_position is null`;
  const shownAnyway = sql`array(select l.work_id from listings l order by ${newestFirst} ${sql.limit(besides)})`;
  return [
    {
      where: sql`${canBeBought} and ${works ? sql`w.id = any(${works}::text[])` : sql`w.featured_position is not null`}`,
      orderBy: works ? sql`array_position(${works}::text[], w.id)` : sql`w.featured_position`,
      limit,
    },
    {
      join: listed,
      // The index contains `available`, which may be some seconds old; `canBeBought` checks the stock itself.
      where: sql`l.facets @> array['available'] and ${canBeBought} and ${isOther} and w.id <> all(${shownAnyway})`,
      orderBy: newestFirst,
      limit,
    },
  ];
}

/** These works in the given order, without those that are out of stock. */
export function recommendedBooks(limit: number, works: string[]): CardQuery {
  return {
    where: sql`${canBeBought} and w.id = any(${works}::text[])`,
    orderBy: sql`array_position(${works}::text[], w.id)`,
    limit,
  };
}

/**
 * Whether all these books were published in the year before `now`; if only the month or the year is known, its first
 * day counts.
 */
export async function areNewlyPublished(db: Db, books: BookCard[], now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from books b where b.id = any(${books.map(({ id }) => id)}::text[])
      and b.published_on > (${now.toISOString()}::timestamptz - interval '1 year')::date`);
  return oneRow(rows).count === books.length;
}

/** The books that were added to the shop last, newest first. */
export function newReleases(limit: number): CardQuery {
  return { join: listed, where: isShown, orderBy: newestFirst, limit };
}

/** How many works the chart has; a promotion for best sellers is valid for these. */
export const chartLength = 20;

/**
 * SQL: the first `limit` works of the chart with their positions: works with sales, then the best rated of the others.
 */
const chart = (limit: number) => sql`(
  with sold as (
    select r.work_id, r.weight, l.rating_rank from recent_sales r join listings l on l.work_id = r.work_id
    order by r.weight desc, l.rating_rank desc, r.work_id ${sql.limit(limit)}),
  rated as (
    select l.work_id, 0::float8 as weight, l.rating_rank from listings l
    where l.rating_rank > 0 and not exists (select from sold where sold.work_id = l.work_id)
    order by l.rating_rank desc, l.work_id ${sql.limit(limit)})
  select work_id, row_number() over (order by weight desc, rating_rank desc, work_id) as place
  from (select * from sold union all select * from rated) best order by place ${sql.limit(limit)})`;

/**
 * The best-seller chart: ordered by copies sold in the last 30 days, then by rating. All editions of a work count
 * together, and a sale loses half its weight in 10 days. Without any sales, the chart contains the top rated books.
 * Without sales and ratings it is empty, because a book without sales or ratings is no best seller.
 * `refreshRecentSales` counts the sales, once a minute.
 */
export function bestSellers(limit: number): CardQuery {
  return { join: sql`join ${chart(limit)} c on c.work_id = w.id`, where: isShown, orderBy: sql`c.place` };
}

/** The chart as cards. */
export function listBestSellers(db: Db, limit: number): Promise<BookCard[]> {
  return listCards(db, bestSellers(limit));
}

/** Whether the chart is based on sales, because at least one listed book was sold in the last 30 days. */
export async function isChartOfSales(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isSold: boolean }>(sql`
    select exists (select from recent_sales r join listings l on l.work_id = r.work_id) as is_sold`);
  return oneRow(rows).isSold;
}

/** Whether at least one of the books was sold in the last 30 days, in any edition. */
export async function isAnySold(db: Db, books: { id: string }[]): Promise<boolean> {
  const { rows } = await db.execute<{ isSold: boolean }>(sql`
    select exists (select from recent_sales r join books e on e.work_id = r.work_id 
      where e.id = any(${books.map(({ id }) => id)}::text[])) as is_sold`);
  return oneRow(rows).isSold;
}

export async function listChartWorks(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ workId: string }>(sql`select c.work_id from ${chart(limit)} c order by c.place`);
  return rows.map(({ workId }) => workId);
}

/** Every edition of the works on the chart. */
export async function listBestSellerIds(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id from books e join ${chart(chartLength)} c on c.work_id = e.work_id`);
  return new Set(rows.map((row) => row.id));
}

/** The first `limit` books that an author wrote, edited, translated or illustrated, best rated first. */
export function listBooksByAuthor(db: Db, authorId: string, limit: number): Promise<BookCard[]> {
  return listCards(db, { where: sql`${isShown} and ${isBy(authorId)}`, orderBy: byRating, limit });
}

export async function findBookCard(db: Db, bookId: string): Promise<BookCard | null> {
  const [card] = await listCardsByIds(db, [bookId]);
  return card ?? null;
}

/** Upper bound on the works of a series that are shown. */
const maxBooksInSeries = 2_000;

/** A series with its listed works in reading order; null if it does not exist. */
export async function findSeries(db: Db, seriesId: string) {
  const { rows } = await db.execute<{ id: string; name: string; description: string }>(
    sql`select id, name, description from series where id = ${seriesId}`,
  );
  const found = rows[0];
  if (!found) return null;
  const { rows: works } = await db.execute<{ workId: string }>(sql`
    select l.work_id from series_works place join listings l on l.work_id = place.work_id
    where place.series_id = ${seriesId}
    order by place.position nulls last, filed_title(l.title), l.work_id ${sql.limit(maxBooksInSeries)}`);
  return { ...found, workIds: works.map(({ workId }) => workId) };
}

/** Matches works with this author as a contributor in any role. */
function isBy(authorId: string): SQL {
  return sql`exists (select from work_contributors c where c.work_id = w.id and c.author_id = ${authorId})`;
}
