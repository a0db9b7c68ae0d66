/**
 * Lists the published reviews of a book, the testimonials and the best reviews, and saves the samples of the
 * demonstration.
 */

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { worksOfTitle } from "#shop/catalogue/books/translations.server.ts";
import { parseReviewNumber, type BestReview, type Review, type ReviewPage, type Testimonial } from "./review.ts";

const reviewsAPage = 10;

interface ReviewRow {
  id: number;
  name: string;
  rating: number;
  title: string;
  body: string;
  isVerified: boolean;
  isSample: boolean;
  createdAt: string;
  changedAt: string | null;
}

/** The reviews with the same number of stars. */
interface StarGroup {
  rating: number;
  count: number;
  byReaders: number;
}

/** SQL: a `ReviewRow` of the review `r`, as JSON. */
const reviewJson = sql`json_build_object('id', r.id, 'name', r.name, 'rating', r.rating, 'title', r.title, 'body', r.body,
  'isVerified', r.is_verified, 'isSample', r.is_sample, 'createdAt', r.created_at, 'changedAt', r.changed_at)`;

/**
 * The published reviews of a book in all its editions and languages, newest first; `page` is limited to the last page.
 */
export async function listReviews(db: Db, bookId: string, page = 1): Promise<ReviewPage> {
  const work = sql`(select work_id from books where id = ${bookId})`;
  const isOfBook = sql`r.state = 'published' and r.work_id = any(${worksOfTitle(work)})`;
  const readPage = async (wanted: number) => {
    const { rows } = await db.execute<{ groups: StarGroup[]; reviews: ReviewRow[] }>(sql`
      select
        (select coalesce(json_agg(g), '[]') from (
          select r.rating, count(*)::int as count, (count(*) filter (where not r.is_sample))::int as "byReaders"
          from reviews r where ${isOfBook} group by r.rating) g) as groups,
        to_json(array(
          select ${reviewJson} from reviews r where ${isOfBook} order by r.created_at desc, r.id desc
          limit ${reviewsAPage} offset ${(wanted - 1) * reviewsAPage})) as reviews`);
    return oneRow(rows);
  };
  const asked = Math.max(1, page);
  const { groups, reviews: rows } = await readPage(asked);
  const given = (stars: number) => groups.find((group) => group.rating === stars)?.count ?? 0;
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  const byReaders = groups.reduce((sum, group) => sum + group.byReaders, 0);
  const theirStars = groups.reduce((sum, group) => sum + group.rating * group.byReaders, 0);
  const pages = Math.max(1, Math.ceil(all / reviewsAPage));
  const shown = Math.min(asked, pages);
  return {
    reviews: (shown === asked ? rows : (await readPage(shown)).reviews).map(toReview),
    page: shown,
    pages,
    count: all,
    countsByStars: [given(5), given(4), given(3), given(2), given(1)],
    byReaders: byReaders > 0 ? { rating: Math.round((100 * theirStars) / byReaders) / 100, count: byReaders } : null,
  };
}

/**
 * The testimonials with these numbers, such as `7.2` (id and version), in this order; skips hidden and changed reviews.
 */
export async function listTestimonials(db: Db, limit: number, numbers: string[]): Promise<Testimonial[]> {
  const chosen = numbers.flatMap((number) => parseReviewNumber(number) ?? []);
  const { rows } = await db.execute<{ review: ReviewRow; book: Testimonial["book"] }>(sql`
    select ${reviewJson} as review, (select json_build_object('id', b.id, 'title', w.title, 'language', b.language)
      from works w join books b on b.work_id = w.id and b.is_main where w.id = r.work_id) as book
    from unnest(${chosen.map(({ id }) => id)}::bigint[], ${chosen.map(({ version }) => version)}::int[])
      with ordinality as chosen (id, version, place)
    join reviews r on r.id = chosen.id and r.version = chosen.version and r.state = 'published'
    order by chosen.place limit ${limit}`);
  return rows.map(({ review, book }) => ({ ...toReview(review), book }));
}

/** The best reviews of these books, at most `atMost` of each, best first, then newest first. */
export async function listBestReviews(db: Db, bookIds: string[], atMost: number): Promise<BestReview[]> {
  const { rows } = await db.execute<BestReview>(sql`
    select b.id as book_id, best.body, best.name, best.is_sample
    from books b cross join lateral (
      select r.body, r.name, r.is_sample, r.rating, r.created_at, r.id from reviews r
      where r.work_id = any(${worksOfTitle(sql`b.work_id`)}) and r.state = 'published' and r.rating >= 4
      order by r.rating desc, r.created_at desc, r.id desc ${sql.limit(atMost)}) best
    where b.id = any(${bookIds}::text[])
    order by b.id, best.rating desc, best.created_at desc, best.id desc`);
  return rows;
}

function toReview(row: ReviewRow): Review {
  return {
    id: row.id,
    name: row.name,
    rating: row.rating,
    title: row.title,
    body: row.body,
    isVerified: row.isVerified,
    isSample: row.isSample,
    createdAt: new Date(row.createdAt),
    changedAt: row.changedAt === null ? null : new Date(row.changedAt),
  };
}

/** A sample review of the demonstration catalogue. */
export interface SampleReview {
  /** Null for a review of the shop. */
  workId: string | null;
  name: string;
  rating: number;
  title?: string;
  body: string;
  isVerified?: boolean;
  /** Its position among the testimonials, from 1; null if it is not one. */
  testimonialPosition?: number | null;
  createdAt: Date;
}

/**
 * Replaces the sample reviews of the demonstration catalogue. Positions of testimonials that the bookseller has given
 * to readers' reviews are kept.
 */
export async function saveSampleReviews(tx: Db, samples: SampleReview[]): Promise<void> {
  await tx.execute(sql`delete from reviews where is_sample`);
  await tx.execute(sql`
    insert into reviews (work_id, name, rating, title, body, is_verified, is_sample, state, testimonial_position, created_at)
    select "workId", name, rating, coalesce(title, ''), body, coalesce("isVerified", false), true, 'published',
      case when "testimonialPosition" not in (
        select testimonial_position from reviews where testimonial_position is not null) then "testimonialPosition" end,
      "createdAt"
    from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) as sample ("workId" text, name text, rating int, title text,
      body text, "isVerified" boolean, "testimonialPosition" int, "createdAt" timestamptz)`);
}
