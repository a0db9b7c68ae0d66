import { sql } from "#db/sql.ts";

import type { DbAndClock } from "#shop/services.ts";

/** Days after which an address that never said yes to the newsletter is forgotten. */
export const unansweredDays = 30;
/** Days a closed ticket, of a message or a request for a book, is kept for questions about it. */
export const closedTicketDays = 365;
/** Days a reader's request to be told of a book is kept after the letter. */
export const toldDays = 30;

/** Days a letter that is about no order is kept; longer than what it tells of. */
export const letterDays = 2 * toldDays;

/** Days that what a review said before its reader changed it is kept for the bookseller. */
export const formerWordsDays = 90;

/** Deletes what the shop said it would not keep; the privacy policy names the same days. */
export async function deleteOldCorrespondence({ db, now }: DbAndClock): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    with asked as (delete from newsletter_readers
        where confirmed_at is null and asked_at < ${at} - make_interval(days => ${unansweredDays})),
      told as (delete from stock_requests where told_at < ${at} - make_interval(days => ${toldDays})),
      -- Who gets the newsletter is not sent an issue twice, however long ago it was.
      letters as (delete from outbox where order_id is null and state <> 'due'
        and created_at < ${at} - make_interval(days => ${letterDays})
        and not (kind = 'newsletter-issue' and exists (
          select from newsletter_readers r where lower(r.email) = lower(outbox.to_address)))),
      former as (update reviews set former = null
        where former is not null and changed_at < ${at} - make_interval(days => ${formerWordsDays})),
      requests as (delete from book_requests where closed_at < ${at} - make_interval(days => ${closedTicketDays}))
    delete from contact_messages where closed_at < ${at} - make_interval(days => ${closedTicketDays})`);
}
