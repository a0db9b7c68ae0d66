/** Subscriptions to the newsletter: asked for, confirmed by a link in a letter (double opt-in), and ended by a link. */

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { listKinds } from "#shop/kernel/mail/letter-kinds.ts";
import { isWithinMailLimit, enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { emailField } from "#shop/kernel/forms/email-field.ts";
import type { Services } from "#shop/services.ts";
import { newsletterToken } from "./letter-links.server.ts";

const subscriberKinds = listKinds(({ owner }) => owner === "subscriber");
const address = emailField();

/**
 * Sends a letter that asks the owner of an address to confirm the subscription. At most one such letter a day; none to
 * a subscriber, or to an address with too many letters of this kind today. The result does not tell the caller which
 * case it was.
 */
export async function requestSubscription(
  { db, linkKey, now }: Services,
  given: string,
): Promise<{ ok: true } | { ok: false; reason: "bad-address" }> {
  const parsed = address.safeParse(given);
  if (!parsed.success) return { ok: false, reason: "bad-address" };
  const email = parsed.data;
  const token = newsletterToken(linkKey, email);
  const at = now();
  await inTransaction(db, async (tx) => {
    if (!(await isWithinMailLimit(tx, email, "newsletter-confirm", at))) return;
    const { rows } = await tx.execute<{ id: string; asked: string }>(sql`
      insert into newsletter_readers as r (email, token, asked_at)
      values (${email}, ${token}, ${at.toISOString()}::timestamptz)
      on conflict (lower(email)) do update set asked_at = excluded.asked_at
        where r.confirmed_at is null and r.asked_at < excluded.asked_at - interval '1 day'
      returning id, asked_at::text as asked`);
    const subscriber = rows[0];
    if (!subscriber) return;
    const subjectKey = `${subscriber.id} ${subscriber.asked}`;
    await enqueueLetter(tx, {
      kind: "newsletter-confirm",
      to: email,
      subjectKey,
      facts: { token },
    });
  });
  return { ok: true };
}

/** The number of subscribers who confirmed. */
export async function countSubscribers(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from newsletter_readers where confirmed_at is not null`);
  return oneRow(rows).count;
}

export type NewsletterState = "asked" | "confirmed" | "unknown";

/** The state of the subscription with this token. */
export async function findNewsletterState(db: Db, token: string): Promise<NewsletterState> {
  const { rows } = await db.execute<{ state: NewsletterState }>(sql`
    select case when confirmed_at is null then 'asked' else 'confirmed' end as state
    from newsletter_readers where token = ${token}`);
  return rows[0]?.state ?? "unknown";
}

/**
 * Confirms the subscription and sends one letter of welcome; false if the subscription is unknown or was deleted as too
 * old.
 */
export function confirmNewsletter({ db, now }: Services, token: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; email: string }>(sql`
      update newsletter_readers set confirmed_at = ${now().toISOString()}::timestamptz
      where token = ${token} and confirmed_at is null
      returning id, email`);
    const subscriber = rows[0];
    if (!subscriber) return (await findNewsletterState(tx, token)) === "confirmed";
    await enqueueLetter(tx, {
      kind: "newsletter-welcome",
      to: subscriber.email,
      subjectKey: subscriber.id,
      facts: { token },
    });
    return true;
  });
}

/** Ends a subscription and deletes its address and its letters of the newsletter. Idempotent. */
export function unsubscribeFromNewsletter(db: Db, token: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    // Waits for a job that is enqueuing letters of an issue to this address: only the next statement sees those
    // letters.
    const { rows } = await tx.execute<{ email: string }>(
      sql`delete from newsletter_readers where token = ${token} returning email`,
    );
    await tx.execute(sql`
      delete from outbox where kind = any(${subscriberKinds}::text[])
        and lower(to_address) = lower(${rows[0]?.email ?? null})`);
  });
}

/** All confirmed subscribers, in the order of confirmation. */
export async function listSubscribers(db: Db): Promise<{ email: string; confirmedAt: string; token: string }[]> {
  const { rows } = await db.execute<{ email: string; confirmedAt: string; token: string }>(sql`
    select email, confirmed_at::text as confirmed_at, token from newsletter_readers
    where confirmed_at is not null order by confirmed_at, id`);
  return rows;
}
