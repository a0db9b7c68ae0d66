/** Reads, writes and withdraws a reader's own review of a work. */
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { authorNamesSql, coverKeySql } from "#shop/catalogue/books/cards.server.ts";
import { worksOfTitle } from "#shop/catalogue/books/translations.server.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { Services } from "#shop/services.ts";
import { hasBought } from "./bought.server.ts";
import type { OwnReview, ReviewState, ReviewText } from "./review.ts";

/** The data of the review form for a reader and a book. */
export interface ReviewFormData {
  book: { id: string; title: string; author: string; language: string; coverKey: string };
  /** The reader bought the book here and kept it, or has reviewed it already. */
  mayWrite: boolean;
  /** The name of the reader's last review; null if there is none. */
  knownName: string | null;
  own: OwnReview | null;
}

/** Reads the data of the review form; null if the book does not exist. */
export async function findReviewFormData(db: Db, readerId: number, bookId: string): Promise<ReviewFormData | null> {
  const { rows } = await db.execute<{ found: ReviewFormData }>(sql`
    select json_build_object(
      'book', json_build_object('id', b.id, 'title', w.title, 'language', b.language, 'coverKey', ${coverKeySql},
        'author', ${authorNamesSql}),
      'mayWrite', r.id is not null or ${hasBought(readerId, sql`b.work_id`)},
      'knownName', (select k.name from reviews k where k.reader_id = ${readerId} order by k.id desc limit 1),
      'own', case when r.id is not null then json_build_object('rating', r.rating, 'title', r.title, 'body', r.body,
        'name', r.name, 'state', r.state, 'reason', case when r.state = 'refused' then d.reason end) end) as found
    from books b join works w on w.id = b.work_id
    left join lateral (${ownReview(readerId, sql`b.work_id`)}) r on true
    left join lateral (${lastDecision(readerId, sql`b.work_id`)}) d on true
    where b.id = ${bookId}`);
  return rows[0]?.found ?? null;
}

export type WrittenReview = { ok: true; state: ReviewState } | { ok: false; reason: "no-such-book" | "not-bought" };

/**
 * Adds or changes a reader's review of a book. It is published at once, unless the bookseller has hidden the reader's
 * earlier one: then it waits for moderation, and the shop gets a letter about each version. A changed review stops
 * being a testimonial, and its former text is kept for the bookseller: `ModeratedReview.former`.
 */
export function writeReview(
  { db, settings, now }: Pick<Services, "db" | "settings" | "now">,
  { readerId, bookId, words }: { readerId: number; bookId: string; words: ReviewText },
): Promise<WrittenReview> {
  const at = sql`${now().toISOString()}::timestamptz`;
  return inTransaction(db, async (tx): Promise<WrittenReview> => {
    // Waits for a concurrent decision of the bookseller; the statement after this one then reads the decision.
    await tx.execute(sql`
      select from reviews where reader_id = ${readerId} and ${isOfTitle(bookId)} for update`);
    const reviewData = await findReviewFormData(tx, readerId, bookId);
    if (!reviewData) return { ok: false, reason: "no-such-book" };
    if (!reviewData.mayWrite) return { ok: false, reason: "not-bought" };
    // The triggers `reviews_written` and `reviews_changed` recompute the rating, and mark pages stale.
    const { rows } = await tx.execute<{ id: string; version: number; state: ReviewState }>(sql`
      insert into reviews (work_id, reader_id, name, rating, title, body, is_verified, state, created_at)
      select coalesce((select r.work_id from (${ownReview(readerId, sql`b.work_id`)}) r), b.work_id), ${readerId}, ${words.name}, ${words.rating}, ${words.title}, ${words.body}, true,
        case when d.decision = 'hidden' then 'waiting' else 'published' end, ${at}
      from books b left join lateral (${lastDecision(readerId, sql`b.work_id`)}) d on true where b.id = ${bookId}
      on conflict (work_id, reader_id) do update set name = excluded.name, rating = excluded.rating,
        title = excluded.title, body = excluded.body, state = excluded.state, version = reviews.version + 1,
        former = case when reviews.state = 'waiting' and reviews.former is not null then reviews.former
          else jsonb_build_object('rating', reviews.rating, 'title', reviews.title, 'body', reviews.body, 'name', reviews.name) end,
        changed_at = greatest(excluded.created_at, reviews.created_at), testimonial_position = null
      returning id, version, state`);
    const { id, version, state } = oneRow(rows);
    if (state === "waiting") {
      const facts = { reviewId: Number(id), version };
      const to = settings.seller.email;
      await enqueueLetter(tx, {
        kind: "review-for-shop",
        to,
        subjectKey: `${id} ${version}`,
        facts,
      });
    }
    return { ok: true, state };
  });
}

/** Deletes a reader's review; the trigger `reviews_withdrawn` removes it from the rating. Idempotent. */
export async function withdrawReview(db: Db, readerId: number, bookId: string): Promise<void> {
  await db.execute(sql`
    delete from reviews where reader_id = ${readerId} and ${isOfTitle(bookId)}`);
}

/** SQL condition on `work_id`: the work of a book, or the same work in another language. */
function isOfTitle(bookId: string): SQL {
  return sql`work_id = any(${worksOfTitle(sql`(select work_id from books where id = ${bookId})`)})`;
}

/** A reader's review of a work; if there is none, the review of the work in another language. */
function ownReview(readerId: number, work: SQL): SQL {
  return sql`
    select * from reviews mine where mine.reader_id = ${readerId} and mine.work_id = any(${worksOfTitle(work)})
    order by mine.work_id = ${work} desc, mine.id limit 1`;
}

/** The bookseller's last decision about a reader's review of a work. */
function lastDecision(readerId: number, work: SQL): SQL {
  return sql`
    select last.decision, last.reason from review_decisions last
    where last.reader_id = ${readerId} and last.work_id = any(${worksOfTitle(work)}) order by last.id desc limit 1`;
}
