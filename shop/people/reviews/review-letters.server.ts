import { sql } from "#db/sql.ts";

import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { worksOfTitle } from "#shop/catalogue/books/translations.server.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { isKept } from "./bought.server.ts";

/** Days to read, from the delivery of the parcel; books delivered more than `askWithinDays` ago are not asked about. */
const askAfterDays = 21;
const askWithinDays = 90;
/** The minimum number of days between two of these letters to one reader. */
const daysBetween = 7;
/** Letters per run; the rest follow in the next run. */
const maxBatch = 200;

/**
 * Asks readers for reviews of an order delivered three weeks ago, if they consented before the delivery: once per
 * order, at most one order a week, and only about books without a review of theirs. Returns the number of letters.
 */
export async function askForReviews({ db, now }: DbAndClock): Promise<number> {
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
      -- Skips accounts that are being deleted. A later deletion waits for this transaction, and then deletes the
      -- letters.
      for key share of o, r skip locked`);
    for (const { id, email } of rows) {
      await enqueueLetter(tx, { kind: "review-ask", orderId: Number(id), to: email, facts: { orderId: Number(id) } });
    }
    return rows.length;
  });
}

/** The books of an order that its reader has kept and not reviewed, each work once. */
export function unreviewedOf(orderId: ReturnType<typeof sql>) {
  return sql`
    select distinct on (b.work_id) b.id, w.title, l.position, ${authorNamesSql} as author
    from order_lines l join orders its on its.id = l.order_id join books b on b.id = l.book_id
    join works w on w.id = b.work_id
    where l.order_id = ${orderId} and ${isKept}
      and not exists (select from reviews v where v.work_id = any(${worksOfTitle(sql`b.work_id`)}) and v.reader_id = its.reader_id)
    order by b.work_id, l.position`;
}
