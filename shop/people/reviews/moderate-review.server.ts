/** Moderation of reviews at the desk: lists what readers wrote, and hides or shows a review. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { HideReason, ReadReview, ReviewState, ReviewText } from "./review.ts";

/** A reader's review for moderation. */
export interface ModeratedReview extends ReadReview {
  bookId: string;
  book: string;
  rating: number;
  title: string;
  body: string;
  name: string;
  state: ReviewState;
  /** The last reason for hiding it; null if it was never hidden. */
  reason: HideReason | null;
  writtenAt: string;
  changedAt: string | null;
  /**
   * The text before the last change; for a review that was hidden and waits, the hidden text. Null without a recent
   * change.
   */
  former: ReviewText | null;
}

const judged = sql`
  select json_build_object('id', r.id, 'version', r.version, 'bookId', b.id, 'book', w.title, 'rating', r.rating, 'title', r.title,
    'body', r.body, 'name', r.name, 'state', r.state, 'writtenAt', r.created_at,
    'changedAt', r.changed_at, 'former', r.former, 'reason', (select d.reason from review_decisions d
      where d.reader_id = r.reader_id and d.work_id = r.work_id and d.decision = 'hidden' order by d.id desc limit 1))
    as found
  from reviews r join works w on w.id = r.work_id join books b on b.work_id = w.id and b.is_main`;

/** Reviews per page. */
export const reviewsOnPage = 50;

/**
 * A page of readers' reviews, newest first; optionally only of one state, and older than the one with the id `before`.
 * Waiting reviews are few and have an index of their own.
 */
export async function listWrittenReviews(
  db: Db,
  state: ReviewState | null = null,
  before: number | null = null,
): Promise<ModeratedReview[]> {
  const isOfState =
    state === null ? sql`true` : state === "waiting" ? sql`r.state = 'waiting'` : sql`r.state = ${state}`;
  const isOlder =
    before === null
      ? sql`true`
      : sql`(coalesce(r.changed_at, r.created_at), r.id) < (
          select coalesce(b.changed_at, b.created_at), b.id from reviews b where b.id = ${before})`;
  const { rows } = await db.execute<{ found: ModeratedReview }>(sql`
    ${judged} where r.reader_id is not null and ${isOfState} and ${isOlder}
    order by coalesce(r.changed_at, r.created_at) desc, r.id desc limit ${reviewsOnPage}`);
  return rows.map((row) => row.found);
}

/** A review by a reader; null for other ids. */
export async function findWrittenReview(db: Db, id: number): Promise<ModeratedReview | null> {
  const { rows } = await db.execute<{ found: ModeratedReview }>(
    sql`${judged} where r.reader_id is not null and r.id = ${id}`,
  );
  return rows[0]?.found ?? null;
}

/** Hides a review and sends its writer the reason by letter; false if it is hidden already, or its text has changed. */
export function hideReview(db: Db, read: ReadReview, reason: HideReason): Promise<boolean> {
  return decide(db, read, { from: ["published", "waiting"], to: "refused", reason });
}

/**
 * Shows a hidden or waiting review and sends its writer a letter; false if it is shown already, or its text has
 * changed.
 */
export function showReview(db: Db, read: ReadReview): Promise<boolean> {
  return decide(db, read, { from: ["refused", "waiting"], to: "published", reason: null });
}

interface Decision {
  from: ReviewState[];
  to: "refused" | "published";
  reason: HideReason | null;
}

function decide(db: Db, { id, version }: ReadReview, { from, to, reason }: Decision): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows: reviews } = await tx.execute<{ readerId: string; workId: string; email: string | null }>(sql`
      update reviews v set state = ${to}, testimonial_position = null from readers r
      where v.id = ${id} and v.version = ${version} and r.id = v.reader_id and v.work_id is not null and v.state = any(${from}::text[])
      returning v.reader_id, v.work_id, r.email`);
    const review = reviews[0];
    if (!review) return false;
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into review_decisions (work_id, reader_id, decision, reason)
      values (${review.workId}, ${review.readerId}, ${to === "refused" ? "hidden" : "shown"}, ${reason})
      returning id`);
    const decisionId = oneRow(rows).id;
    await enqueueLetter(tx, {
      kind: to === "refused" ? "review-hidden" : "review-shown",
      readerId: Number(review.readerId),
      to: review.email ?? "",
      subjectKey: decisionId,
      facts: { decisionId: Number(decisionId) },
    });
    return true;
  });
}
