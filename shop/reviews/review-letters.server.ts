import { sql } from "#db/sql.ts";

import { href } from "#routing/href.ts";
import { authorNamesSql } from "#shop/catalogue/cards.server.ts";
import { hasConsent } from "#shop/readers/consents.server.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/mail/outbox.server.ts";
import type { ReviewLetter } from "#shop/letters/review-letter.ts";
import type { Services } from "#shop/services.ts";
import { isKept } from "./bought.server.ts";
import { findWrittenReview } from "./moderate-review.server.ts";
import { unsubscribeReviewLettersLink } from "./review-letter-link.server.ts";
import { hideReasonLabels, reviewNumber, type HideReason } from "./review.ts";

/** Time to read, from the day the parcel came; nobody is asked about books that came longer ago than the second. */
const askAfterDays = 21;
const askWithinDays = 90;
/** A reader with many orders is not asked about all of them at once. */
const daysBetween = 7;
/** Letters that are written in one go; the rest are due the next time. */
const maxBatch = 200;

/**
 * Asks readers what they thought of the books of an order that came three weeks ago, after they had said yes to being
 * asked: once for an order, about one order a week, and never about what they have reviewed. Answers how many letters
 * were written.
 */
export async function askForReviews({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const at = sql`${now().toISOString()}::timestamptz`;
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; email: string }>(sql`
      with due as (
        select distinct on (o.reader_id) o.id
        from orders o join readers who on who.id = o.reader_id and who.email is not null
        join order_events e on e.order_id = o.id and e.to_state = 'delivered'
        join lateral (select c.is_given, c.created_at from consents c
          where c.reader_id = o.reader_id and c.purpose = 'review-letters' order by c.id desc limit 1) said on said.is_given
        where o.state = 'delivered' and e.created_at >= said.created_at
          and e.created_at between ${at} - make_interval(days => ${askWithinDays})
            and ${at} - make_interval(days => ${askAfterDays})
          and not exists (select from outbox b join orders asked on asked.id = b.order_id
            where b.kind = 'review-ask' and asked.reader_id = o.reader_id
              and (asked.id = o.id or b.created_at > ${at} - make_interval(days => ${daysBetween})))
          and exists (select from (${unreviewedOf(sql`o.id`)}) waiting)
        order by o.reader_id, o.id limit ${maxBatch})
      select o.id, r.email from due join orders o on o.id = due.id join readers r on r.id = o.reader_id
      where r.email is not null order by o.id
      -- An account that is being deleted is passed over; a deletion waits for these letters, and takes them along.
      for key share of o, r skip locked`);
    for (const { id, email } of rows) {
      await enqueueLetter(tx, { kind: "review-ask", orderId: Number(id), to: email, facts: { orderId: Number(id) } });
    }
    return rows.length;
  });
}

/** Reads what a waiting letter about reviews tells of; null when there is nothing left to tell. */
export async function loadReviewLetter(
  { db, settings, orderLinkKey }: Pick<Services, "db" | "settings" | "orderLinkKey">,
  kind: ReviewLetter["kind"],
  facts: Record<string, unknown>,
): Promise<ReviewLetter | null> {
  const at = (path: string) => settings.publicUrl + path;
  if (kind === "review-ask") {
    const { rows } = await db.execute<AskRow>(sql`
      select r.id, r.name, coalesce((select json_agg(json_build_object('id', u.id, 'title', u.title, 'author', u.author)
        order by u.position) from (${unreviewedOf(sql`o.id`)}) u), '[]') as books
      from orders o join readers r on r.id = o.reader_id where o.id = ${Number(facts.orderId)}`);
    const asked = rows[0];
    if (!asked || asked.books.length === 0 || !(await hasConsent(db, Number(asked.id), "review-letters"))) return null;
    const books = asked.books.map(({ id, title, author }) => ({
      title,
      author,
      url: at(href("/books/:bookId/review", { bookId: id })),
    }));
    const unsubscribeUrl = unsubscribeReviewLettersLink(settings.publicUrl, orderLinkKey, Number(asked.id));
    return { kind, readerName: asked.name, books, unsubscribeUrl };
  }
  if (kind === "review-for-shop") {
    const review = await findWrittenReview(db, Number(facts.reviewId));
    // Changed once more: the letter about those words tells of it.
    if (review?.state !== "waiting" || review.version !== facts.version) return null;
    const { book, name, rating, title, body, bookId } = review;
    return {
      kind,
      number: reviewNumber(review),
      book,
      name,
      rating,
      title,
      body,
      url: at(href("/books/:bookId", { bookId })),
    };
  }
  const { rows } = await db.execute<DecisionRow>(sql`
    select r.name, w.title, b.id as book_id, d.reason from review_decisions d
    join readers r on r.id = d.reader_id join works w on w.id = d.work_id join books b on b.work_id = w.id and b.is_main
    join reviews v on v.reader_id = d.reader_id and v.work_id = d.work_id
      and v.state = case d.decision when 'hidden' then 'refused' else 'published' end
    where d.id = ${Number(facts.decisionId)} and not exists (select from review_decisions later
      where later.reader_id = d.reader_id and later.work_id = d.work_id and later.id > d.id)`);
  const decision = rows[0];
  if (!decision) return null;
  const about = {
    readerName: decision.name,
    title: decision.title,
    url: at(href("/books/:bookId/review", { bookId: decision.bookId })),
    rulesUrl: at(`${href("/terms-of-service")}#reviews`),
  };
  if (kind === "review-shown") return { kind, ...about };
  return decision.reason && { kind, ...about, reason: hideReasonLabels[decision.reason] };
}

/** The books of an order that its reader has kept and not reviewed, each work once. */
function unreviewedOf(orderId: ReturnType<typeof sql>) {
  return sql`
    select distinct on (b.work_id) b.id, w.title, l.position, ${authorNamesSql} as author
    from order_lines l join orders its on its.id = l.order_id join books b on b.id = l.book_id
    join works w on w.id = b.work_id
    where l.order_id = ${orderId} and ${isKept}
      and not exists (select from reviews v where v.work_id = b.work_id and v.reader_id = its.reader_id)
    order by b.work_id, l.position`;
}

interface AskRow {
  id: string;
  name: string;
  books: { id: string; title: string; author: string }[];
}

interface DecisionRow {
  name: string;
  title: string;
  bookId: string;
  reason: HideReason | null;
}
