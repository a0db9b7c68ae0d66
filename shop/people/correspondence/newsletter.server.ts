import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { listKinds } from "#shop/kernel/mail/letter-kinds.ts";
import { mayEmailUnverified, enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import { emailField } from "#shop/kernel/forms/email-field.ts";
import type { Services } from "#shop/services.ts";
import { newsletterToken } from "./letter-links.server.ts";

const subscriberKinds = listKinds(({ owner }) => owner === "subscriber");
const address = emailField();

/**
 * Asks the owner of an address by letter whether the newsletter is really wanted; nobody is on the list before the
 * answer. At most one such letter a day, none to who is on the list or gets many letters of this kind today: and the
 * caller cannot tell which of these it was.
 */
export async function askForNewsletter(
  { db, linkKey, now }: Services,
  given: string,
): Promise<{ ok: true } | { ok: false; reason: "bad-address" }> {
  const parsed = address.safeParse(given);
  if (!parsed.success) return { ok: false, reason: "bad-address" };
  const email = parsed.data;
  const token = newsletterToken(linkKey, email);
  const at = now();
  await inTransaction(db, async (tx) => {
    if (!(await mayEmailUnverified(tx, email, "newsletter-confirm", at))) return;
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

/** How an address stands with the newsletter. */
export type NewsletterState = "asked" | "confirmed" | "unknown";

/** How the address of a link stands. */
export async function findNewsletterState(db: Db, token: string): Promise<NewsletterState> {
  const { rows } = await db.execute<{ state: NewsletterState }>(sql`
    select case when confirmed_at is null then 'asked' else 'confirmed' end as state
    from newsletter_readers where token = ${token}`);
  return rows[0]?.state ?? "unknown";
}

/** Puts the address of a link on the list, with one letter of welcome; false when nobody asked, or too long ago. */
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

/**
 * Takes the address of a link off the list and forgets it, also on the letters of the newsletter; doing so twice
 * is doing so once.
 */
export function unsubscribeFromNewsletter(db: Db, token: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    // An issue that is just being sent is waited for: its letters are read in the statement after this one.
    const { rows } = await tx.execute<{ email: string }>(
      sql`delete from newsletter_readers where token = ${token} returning email`,
    );
    await tx.execute(sql`
      delete from outbox where kind = any(${subscriberKinds}::text[])
        and lower(to_address) = lower(${rows[0]?.email ?? null})`);
  });
}

/** Everybody who said yes, in the order they did. */
export async function listSubscribers(db: Db): Promise<{ email: string; confirmedAt: string; token: string }[]> {
  const { rows } = await db.execute<{ email: string; confirmedAt: string; token: string }>(sql`
    select email, confirmed_at::text as confirmed_at, token from newsletter_readers
    where confirmed_at is not null order by confirmed_at, id`);
  return rows;
}
