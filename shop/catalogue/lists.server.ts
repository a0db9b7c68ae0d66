import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { BookCard, CutList } from "./book.ts";
import { isShown, listCards } from "./cards.server.ts";

/** The order of a list by rating, best first. */
export const byRating = sql`w.rating desc nulls last, w.rating_count desc, b.id`;
const newestFirst = sql`b.created_at desc, b.id`;
const canBeHad = sql`${isShown} and s.on_hand > s.reserved`;

/**
 * The books on the home page's table: those the bookseller chose, in order, then the newest but those `besides`. One that
 * cannot be had at the moment gives way to the next.
 */
export async function listFeaturedBooks(db: Db, limit: number, besides: BookCard[] = []): Promise<BookCard[]> {
  const chosen = await listCards(db, {
    where: sql`${canBeHad} and w.featured_position is not null`,
    orderBy: sql`w.featured_position`,
    limit,
  });
  const others = await listCards(db, {
    where: sql`${canBeHad} and w.featured_position is null and b.id <> all(${besides.map(({ id }) => id)}::text[])`,
    orderBy: newestFirst,
    limit: limit - chosen.length,
  });
  return [...chosen, ...others];
}

/** The books that the bookseller recommends, in order; one that cannot be had at the moment gives way to the next. */
export function listRecommendedBooks(db: Db, limit: number): Promise<BookCard[]> {
  return listCards(db, {
    where: sql`${canBeHad} and w.recommended_position is not null`,
    orderBy: sql`w.recommended_position`,
    limit,
  });
}

/** The books that came to the shop last, newest first. */
export function listNewReleases(db: Db, limit: number): Promise<BookCard[]> {
  return listCards(db, { where: isShown, orderBy: newestFirst, limit });
}

/** How many books the chart has; these are the best sellers that a code may be for. */
export const chartLength = 20;

const sold = (at: SQL) => sql`left join (
    select e.work_id, sum(-m.delta * power(0.5, extract(epoch from ${at} - m.created_at) / 864000.0)) as weight
    from stock_moves m join books e on e.id = m.book_id
    where m.cause = 'sale' and m.created_at > ${at} - interval '30 days'
    group by e.work_id) sold on sold.work_id = w.id`;
const byChart = sql`coalesce(sold.weight, 0) desc, ${byRating}`;
/** A book that nobody bought or rated is no best seller, however short the chart. */
const isOnChart = sql`${isShown} and (sold.weight > 0 or w.rating is not null)`;

/**
 * The chart: copies sold in the last 30 days, all editions of a work together, a sale losing half its weight in
 * 10 days; then by rating. Without sales it is the top rated, without ratings too it is empty.
 */
export function listBestSellers(db: Db, limit: number, now: Date): Promise<BookCard[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return listCards(db, { join: sold(at), where: isOnChart, orderBy: byChart, limit });
}

/** Every edition of the works on the chart. */
export async function listBestSellerIds(db: Db, now: Date): Promise<Set<string>> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id from books e where e.work_id in (
      select w.id from works w join books b on b.work_id = w.id ${sold(at)} where ${isOnChart} order by ${byChart} limit ${chartLength})`);
  return new Set(rows.map((row) => row.id));
}

/** More books than this are not on one page that has no further ones. */
export const maxBooksOnPage = 120;

/** What an author wrote, edited, translated or drew, best rated first, the first `limit` of it. */
export async function listBooksByAuthor(db: Db, authorId: string, limit = maxBooksOnPage): Promise<CutList<BookCard>> {
  const where = sql`${isShown} and ${isBy(authorId)}`;
  const found = await listCards(db, { where, orderBy: byRating, limit: limit + 1 });
  return { rows: found.slice(0, limit), isCut: found.length > limit };
}

/** One book as a card, or null. */
export async function findBookCard(db: Db, bookId: string): Promise<BookCard | null> {
  const [card] = await listCards(db, { where: sql`b.id = ${bookId}`, orderBy: sql`b.id` });
  return card ?? null;
}

/** No series is longer; what lies behind is not shown. */
const maxBooksInSeries = 2_000;

/** A series with its works on the shelf in reading order. */
export async function findSeries(db: Db, seriesId: string) {
  const { rows } = await db.execute<{ id: string; name: string; description: string }>(
    sql`select id, name, description from series where id = ${seriesId}`,
  );
  const found = rows[0];
  if (!found) return null;
  const { rows: works } = await db.execute<{ workId: string }>(sql`
    select l.work_id from series_works place join listings l on l.work_id = place.work_id
    where place.series_id = ${seriesId}
    order by place.position nulls last, l.title, l.work_id limit ${maxBooksInSeries}`);
  return { ...found, workIds: works.map(({ workId }) => workId) };
}

/** Matches works that the author had a hand in. */
export function isBy(authorId: string): SQL {
  return sql`exists (select from work_contributors c where c.work_id = w.id and c.author_id = ${authorId})`;
}
