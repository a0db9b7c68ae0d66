import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/mail/outbox.server.ts";
import type { Services } from "#shop/services.ts";
import { cleanIssue, parseIssue, type NewsletterIssue } from "./newsletter-issue.ts";

export type SentIssue =
  /** `letters` is how many were written now: none when all of them had been before. */
  | { ok: true; letters: number; subscribers: number }
  | { ok: false; reason: "unreadable"; problem: string }
  | { ok: false; reason: "not-tried" };

/** Sends an issue to the bookseller's own address, to be looked at; the same words go there once. Nobody else gets it. */
export function tryIssue({ db, settings }: Pick<Services, "db" | "settings">, words: string): Promise<SentIssue> {
  return withIssue(db, words, async (tx, { subject }, text) => {
    await tx.execute(
      sql`insert into newsletter_issues (subject, words) values (${subject}, ${text}) on conflict do nothing`,
    );
    const id = (await findIssueId(tx, subject, text))!;
    const isNew = await enqueueLetter(tx, {
      kind: "newsletter-issue",
      to: settings.seller.email,
      subjectKey: `${id} trial`,
      facts: { issueId: id },
    });
    return { ok: true, letters: isNew ? 1 : 0, subscribers: (await waitingFor(tx, id)).length };
  });
}

/**
 * Writes the letters of an issue that was tried before to every subscriber. Done again, it writes to those who have come
 * since: nobody gets an issue twice.
 */
export function sendIssue({ db }: Pick<Services, "db">, words: string): Promise<SentIssue> {
  return withIssue(db, words, async (tx, { subject }, text) => {
    const id = await findIssueId(tx, subject, text);
    if (id === null) return { ok: false, reason: "not-tried" };
    const subscribers = await waitingFor(tx, id);
    for (const { email, token } of subscribers) {
      const facts = { issueId: id, token };
      await enqueueLetter(tx, {
        kind: "newsletter-issue",
        to: email,
        subjectKey: `${id} ${token}`,
        facts,
      });
    }
    return { ok: true, letters: subscribers.length, subscribers: subscribers.length };
  });
}

/** An issue as it was sent; null when there is none of this number. */
export async function findIssue(db: Db, id: number): Promise<NewsletterIssue | null> {
  const { rows } = await db.execute<{ words: string }>(sql`select words from newsletter_issues where id = ${id}`);
  const parsed = rows[0] && parseIssue(rows[0].words);
  return parsed?.ok ? parsed.issue : null;
}

async function withIssue(
  db: Db,
  words: string,
  work: (tx: Db, issue: NewsletterIssue, text: string) => Promise<SentIssue>,
): Promise<SentIssue> {
  const parsed = parseIssue(words);
  if (!parsed.ok) return { ok: false, reason: "unreadable", problem: parsed.problem };
  return inTransaction(db, (tx) => work(tx, parsed.issue, cleanIssue(words)));
}

async function findIssueId(db: Db, subject: string, text: string): Promise<number | null> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from newsletter_issues where md5(subject || E'\n' || words) = md5(${subject} || E'\n' || ${text})`,
  );
  return rows[0] ? Number(rows[0].id) : null;
}

/** Readers who said yes and for whom no letter of this issue was written; who is just leaving is waited for, and gone. */
async function waitingFor(db: Db, issueId: number): Promise<{ email: string; token: string }[]> {
  const { rows } = await db.execute<{ email: string; token: string }>(sql`
    select r.email, r.token from newsletter_readers r
    where r.confirmed_at is not null and not exists (
      select from outbox b where b.kind = 'newsletter-issue' and b.order_id is null
        and b.subject_key = ${String(issueId)} || ' ' || r.token)
    order by r.id for share of r`);
  return rows;
}
