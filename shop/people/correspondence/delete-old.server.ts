import { sql } from "#db/sql.ts";

import type { DbAndClock } from "#shop/services.ts";

/** Days after which a newsletter subscription that was never confirmed is deleted. */
export const unconfirmedDays = 30;
/** Days that a closed ticket, of a message or a request for a book, is kept for questions about it. */
export const closedTicketDays = 365;
/** Days that a reader's request for a letter about stock is kept after that letter. */
export const stockRequestDays = 30;

/** Days that a letter without an order is kept; longer than the request that it is about. */
export const letterDays = 2 * stockRequestDays;

/** Days that the previous text of a changed review is kept for the bookseller. */
export const previousReviewDays = 90;

/** Deletes correspondence past its retention period; the privacy policy names the same days. */
export async function deleteOldCorrespondence({ db, now }: DbAndClock): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    with asked as (delete from newsletter_readers
        where confirmed_at is null and asked_at < ${at} - make_interval(days => ${unconfirmedDays})),
      told as (delete from stock_requests where told_at < ${at} - make_interval(days => ${stockRequestDays})),
      -- Issues to present subscribers are kept, however old, because these letters show who must not get the issue
      -- again.
      letters as (delete from outbox where order_id is null and state <> 'due'
        and created_at < ${at} - make_interval(days => ${letterDays})
        and not (kind = 'newsletter-issue' and exists (
          select from newsletter_readers r where lower(r.email) = lower(outbox.to_address)))),
      former as (update reviews set former = null
        where former is not null and changed_at < ${at} - make_interval(days => ${previousReviewDays})),
      requests as (delete from book_requests where closed_at < ${at} - make_interval(days => ${closedTicketDays}))
    delete from contact_messages where closed_at < ${at} - make_interval(days => ${closedTicketDays})`);
}
