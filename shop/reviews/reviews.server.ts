import { count, desc, eq, and, isNotNull, sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import { reviews } from "#db/schema-content.ts";
import type { ReviewPage, Testimonial } from "./review.ts";

const reviewsAPage = 10;

const { id, name, rating, title, body, isVerified, isSample, createdAt, changedAt } = reviews;
const shownColumns = { id, name, rating, title, body, isVerified, isSample, createdAt, changedAt };

/** The published reviews of a book, all its editions together, newest first; a page beyond the last is the last. */
export async function listReviews(db: Db, bookId: string, page = 1): Promise<ReviewPage> {
  const work = sql`(select work_id from books where id = ${bookId})`;
  const ofBook = and(eq(reviews.state, "published"), eq(reviews.workId, work));
  const groups = await db
    .select({ rating, count: count(), byReaders: sql<number>`count(*) filter (where not ${isSample})::int` })
    .from(reviews)
    .where(ofBook)
    .groupBy(rating);
  const given = (stars: number) => groups.find((group) => group.rating === stars)?.count ?? 0;
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  const byReaders = groups.reduce((sum, group) => sum + group.byReaders, 0);
  const theirStars = groups.reduce((sum, group) => sum + group.rating * group.byReaders, 0);
  const pages = Math.max(1, Math.ceil(all / reviewsAPage));
  const shown = Math.min(Math.max(1, page), pages);
  return {
    reviews: await db
      .select(shownColumns)
      .from(reviews)
      .where(ofBook)
      .orderBy(desc(createdAt), desc(id))
      .limit(reviewsAPage)
      .offset((shown - 1) * reviewsAPage),
    page: shown,
    pages,
    count: all,
    countsByStars: [given(5), given(4), given(3), given(2), given(1)],
    byReaders: byReaders > 0 ? { rating: Math.round((100 * theirStars) / byReaders) / 100, count: byReaders } : null,
  };
}

/** The reviews that the bookseller picked for the window, in that order. */
export async function listTestimonials(db: Db, limit: number): Promise<Testimonial[]> {
  const book = sql<Testimonial["book"]>`(
    select json_build_object('id', b.id, 'title', w.title, 'language', b.language)
    from works w join books b on b.work_id = w.id and b.is_main where w.id = reviews.work_id)`;
  return db
    .select({ ...shownColumns, book })
    .from(reviews)
    .where(isNotNull(reviews.testimonialPosition))
    .orderBy(reviews.testimonialPosition)
    .limit(limit);
}

/**
 * Puts the demonstration catalogue's sample reviews in place of those it brought before. The places in the window that
 * the bookseller has given to readers' reviews stay theirs.
 */
export async function saveSampleReviews(
  tx: Db,
  samples: Omit<typeof reviews.$inferInsert, "isSample" | "state">[],
): Promise<void> {
  await tx.delete(reviews).where(eq(isSample, true));
  const held = await tx
    .select({ place: reviews.testimonialPosition })
    .from(reviews)
    .where(isNotNull(reviews.testimonialPosition));
  const isHeld = (wanted: number) => held.some(({ place }) => place === wanted);
  await tx.insert(reviews).values(
    samples.map((sample) => ({
      ...sample,
      isSample: true,
      state: "published" as const,
      testimonialPosition:
        sample.testimonialPosition && !isHeld(sample.testimonialPosition) ? sample.testimonialPosition : null,
    })),
  );
}
