/** Sends issues of the newsletter: a test letter first, then letters to all subscribers in batches, with progress. */
import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { cleanIssue, parseIssue, type NewsletterIssue } from "./newsletter-issue.ts";

type TestedIssue =
  /**
   * `letters` is the number of test letters that were just written: 0 if the same text was tested before. `subscribers`
   * is the number of subscribers who have not been sent the issue yet.
   */
  { ok: true; issueId: number; letters: number; subscribers: number } | { ok: false; problem: string };

/** Letters per transaction: readers who unsubscribe meanwhile wait for one batch at most. */
const batchSize = 500;

/** Sends an issue to one address of the shop as a test letter; the same text only once. */
export async function sendTestIssue({ db }: Pick<DbAndClock, "db">, words: string, to: string): Promise<TestedIssue> {
  const parsed = parseIssue(words);
  if (!parsed.ok) return parsed;
  const { subject } = parsed.issue;
  const text = cleanIssue(words);
  return inTransaction(db, async (tx) => {
    await tx.execute(
      sql`insert into newsletter_issues (subject, words) values (${subject}, ${text}) on conflict do nothing`,
    );
    const id = (await findIssueId(tx, subject, text))!;
    const isNew = await enqueueLetter(tx, {
      kind: "newsletter-issue",
      to,
      subjectKey: `${id} trial ${to}`,
      facts: { issueId: id },
    });
    return { ok: true, issueId: id, letters: isNew ? 1 : 0, subscribers: await countWaiting(tx, id) };
  });
}

/**
 * Starts sending a tested issue to every subscriber; the job `newsletter` writes the letters. After that it can be
 * started again for new subscribers. False while letters are being written.
 */
export async function startIssue({ db, now }: DbAndClock, id: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update newsletter_issues set sent_at = coalesce(sent_at, ${now().toISOString()}::timestamptz), written_at = null
    where id = ${id} and (sent_at is null or written_at is not null)`);
  return rowCount === 1;
}

/** Writes one batch of letters of a started issue; returns their number, 0 if nothing is left. */
export function writeStartedIssues({ db, now }: DbAndClock): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from newsletter_issues where sent_at is not null and written_at is null
      order by id limit 1 for update skip locked`);
    if (!rows[0]) return 0;
    const written = await writeBatch(tx, Number(rows[0].id));
    if (written < batchSize)
      await tx.execute(
        sql`update newsletter_issues set written_at = ${now().toISOString()}::timestamptz where id = ${rows[0].id}`,
      );
    return written;
  });
}

/**
 * Writes letters of an issue to confirmed subscribers who have none yet. The row locks wait for readers who are
 * unsubscribing, and these are then skipped.
 */
async function writeBatch(tx: Db, issueId: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with waiting as (
      select r.email, r.token from newsletter_readers r where ${isWaitingFor(issueId)}
      order by r.id limit ${batchSize} for share of r)
    insert into outbox (kind, order_id, to_address, subject_key, facts)
    select 'newsletter-issue', null, email, ${String(issueId)} || ' ' || token,
      jsonb_build_object('issueId', ${issueId}::bigint, 'token', token)
    from waiting on conflict (kind, order_id, subject_key) do nothing`);
  return rowCount;
}

async function countWaiting(db: Db, issueId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from newsletter_readers r where ${isWaitingFor(issueId)}`,
  );
  return oneRow(rows).count;
}

/** SQL condition for confirmed subscribers `r` without a letter of this issue. */
function isWaitingFor(issueId: number): SQL {
  return sql`(r.confirmed_at is not null and not exists (
    select from outbox b where b.kind = 'newsletter-issue' and b.order_id is null
      and b.subject_key = ${String(issueId)} || ' ' || r.token))`;
}

/** An issue with its progress. */
export interface IssueProgress {
  id: number;
  subject: string;
  words: string;
  /** ISO timestamp of the start; null for an issue that was only tested. */
  sentAt: string | null;
  /** Whether all letters of the issue are written. */
  isWritten: boolean;
  /** Letters to subscribers: written, and of these sent and failed. */
  letters: number;
  sent: number;
  failed: number;
  /** Subscribers without a letter of this issue. */
  waiting: number;
}

/** The progress of an issue; null for an unknown id. */
export async function findIssueProgress(db: Db, id: number): Promise<IssueProgress | null> {
  const { rows } = await db.execute<{ found: IssueProgress }>(sql`
    select json_build_object('id', i.id, 'subject', i.subject, 'words', i.words, 'sentAt', i.sent_at,
      'isWritten', i.written_at is not null, 'letters', l.letters, 'sent', l.sent, 'failed', l.failed,
      'waiting', (select count(*) from newsletter_readers r where ${isWaitingFor(id)})) as found
    from newsletter_issues i cross join lateral (
      select count(*) as letters, count(*) filter (where b.state = 'sent') as sent,
        count(*) filter (where b.state = 'dead') as failed
      from outbox b where b.kind = 'newsletter-issue' and b.order_id is null and b.subject_key like i.id::text || ' %'
        and b.subject_key not like i.id::text || ' trial%') l
    where i.id = ${id}`);
  return rows[0]?.found ?? null;
}

/** The latest issues, tested or sent, newest first, at most 20. */
export async function listIssues(db: Db): Promise<{ id: number; subject: string; sentAt: string | null }[]> {
  const { rows } = await db.execute<{ id: string; subject: string; sentAt: string | null }>(sql`
    select id, subject, sent_at::text as sent_at from newsletter_issues order by id desc limit 20`);
  return rows.map(({ id, subject, sentAt }) => ({
    id: Number(id),
    subject,
    sentAt: sentAt && new Date(sentAt).toISOString(),
  }));
}

/** The issue that was sent last, with the ISO timestamp of its start; null if none was sent. */
export async function findLastSentIssue(db: Db): Promise<{ issue: NewsletterIssue; sentAt: string } | null> {
  const { rows } = await db.execute<{ words: string; sentAt: string }>(sql`
    select words, sent_at::text as sent_at from newsletter_issues
    where sent_at is not null order by sent_at desc, id desc limit 1`);
  if (!rows[0]) return null;
  const { words, sentAt } = rows[0];
  const parsed = parseIssue(words);
  return parsed.ok ? { issue: parsed.issue, sentAt } : null;
}

/** The content of an issue; null for an unknown id. */
export async function findIssue(db: Db, id: number): Promise<NewsletterIssue | null> {
  const { rows } = await db.execute<{ words: string }>(sql`select words from newsletter_issues where id = ${id}`);
  const parsed = rows[0] && parseIssue(rows[0].words);
  return parsed?.ok ? parsed.issue : null;
}

async function findIssueId(db: Db, subject: string, text: string): Promise<number | null> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from newsletter_issues where md5(subject || E'\n' || words) = md5(${subject} || E'\n' || ${text})`,
  );
  return rows[0] ? Number(rows[0].id) : null;
}
