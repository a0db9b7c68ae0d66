import { sql } from "drizzle-orm";

import { writersOf } from "#shop/catalogue/cards.server.ts";
import { hasConsent } from "#shop/identity/consents.server.ts";
import { inTransaction } from "#db/transaction.ts";
import { writeLetter } from "#shop/mail/outbox.server.ts";
import type { ReviewLetter } from "#shop/mail/review-letter.ts";
import type { Services } from "#shop/services.ts";
import { isKept } from "./bought.server.ts";
import { findWrittenReview } from "./judge-review.server.ts";
import { hideReasonWords, type HideReason } from "./review.ts";

/** Time to read, from the day the parcel came; nobody is asked about books that came longer ago than the second. */
const askAfterDays = 21;
const askWithinDays = 90;
/** Letters that are written in one go; the rest are due the next time. */
const mostAtOnce = 200;

/**
 * Asks readers who said yes to it what they thought of the books of an order that came three weeks ago: once for an
 * order, and never about what they have reviewed. Answers how many letters were written.
 */
export async function askForReviews({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const at = sql`${now().toISOString()}::timestamptz`;
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; email: string }>(sql`
      select o.id, r.email from orders o join readers r on r.id = o.reader_id
      where o.state = 'delivered' and r.email is not null
        and (select c.is_given from consents c where c.reader_id = r.id and c.purpose = 'review-letters'
          order by c.id desc limit 1)
        and exists (select from order_events e where e.order_id = o.id and e.to_state = 'delivered'
          and e.created_at between ${at} - make_interval(days => ${askWithinDays})
            and ${at} - make_interval(days => ${askAfterDays}))
        and not exists (select from outbox b where b.order_id = o.id and b.kind = 'review-ask')
        and exists (select from (${unreviewedOf(sql`o.id`)}) waiting)
      order by o.id limit ${mostAtOnce}`);
    for (const { id, email } of rows) {
      await writeLetter(tx, { kind: "review-ask", orderId: Number(id), to: email, facts: { orderId: Number(id) } });
    }
    return rows.length;
  });
}

/** Reads what a waiting letter about reviews tells of; null when there is nothing left to tell. */
export async function composeReviewLetter(
  { db, settings }: Pick<Services, "db" | "settings">,
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
    const books = asked.books.map(({ id, title, author }) => ({ title, author, url: at(`/books/${id}/review`) }));
    return { kind, readerName: asked.name, books, consentUrl: at("/account/privacy") };
  }
  if (kind === "review-for-shop") {
    const { rows } = await db.execute<{ id: string }>(sql`
      select r.id from reviews r join review_decisions d on d.reader_id = r.reader_id and d.work_id = r.work_id
      where d.id = ${Number(facts.decisionId)} and r.state = 'waiting'`);
    const review = rows[0] && (await findWrittenReview(db, Number(rows[0].id)));
    if (!review) return null;
    const { id, book, name, rating, title, body, bookId } = review;
    return { kind, id, book, name, rating, title, body, url: at(`/books/${bookId}`) };
  }
  const { rows } = await db.execute<DecisionRow>(sql`
    select r.name, w.title, b.id as "bookId", d.reason from review_decisions d
    join readers r on r.id = d.reader_id join works w on w.id = d.work_id join books b on b.work_id = w.id and b.is_main
    where d.id = ${Number(facts.decisionId)}`);
  const decision = rows[0];
  if (!decision) return null;
  const about = {
    readerName: decision.name,
    title: decision.title,
    url: at(`/books/${decision.bookId}/review`),
    rulesUrl: at("/terms-of-service#reviews"),
  };
  if (kind === "review-shown") return { kind, ...about };
  return decision.reason && { kind, ...about, reason: hideReasonWords[decision.reason] };
}

/** The books of an order that its reader has kept and not reviewed. */
function unreviewedOf(orderId: ReturnType<typeof sql>) {
  return sql`
    select b.id, w.title, l.position, ${writersOf} as author
    from order_lines l join orders its on its.id = l.order_id join books b on b.id = l.book_id
    join works w on w.id = b.work_id
    where l.order_id = ${orderId} and ${isKept}
      and not exists (select from reviews v where v.work_id = b.work_id and v.reader_id = its.reader_id)`;
}

interface AskRow extends Record<string, unknown> {
  id: string;
  name: string;
  books: { id: string; title: string; author: string }[];
}

interface DecisionRow extends Record<string, unknown> {
  name: string;
  title: string;
  bookId: string;
  reason: HideReason | null;
}
