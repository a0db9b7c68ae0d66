/** Reports of the desk: a page makes a short one itself; a job makes the others and stores their pages. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inSnapshot } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";

/** A report that may take too long to be made while a page of the desk loads. */
export interface LongReport<Head, Row> {
  /** Kind and question identify the report. */
  kind: string;
  question: Record<string, string>;
  /** Whether the report is short enough to be made by the page itself. The check reads a few hundred rows at most. */
  isShort: (db: Db, now: Date) => Promise<boolean>;
  /** Makes the report: the head that all pages show, and the rows of each page. Only reads, in one snapshot. */
  make: (db: Db, now: Date) => Promise<{ head: Head; pages: Row[][] }>;
}

/** A page of a report, ready to be shown. */
export interface ReportPage<Head, Row> {
  head: Head;
  rows: Row[];
  /** How many pages the report has. */
  pages: number;
  /** ISO time of the data from which the job made the report; null when it was made just now. */
  madeAt: string | null;
}

/** In minutes: an older report is made again when it is requested. */
export const keptMinutes = 10;
/** In days: a stored report that was not requested for this time is deleted. */
const forgottenAfterDays = 7;
const minuteMs = 60_000;

/**
 * Reads a page of a report, counted from 0, or the whole report. A short report is made now. Otherwise the result is
 * the stored report of the job, or null if the job has never made it. If the stored report is missing or older than ten
 * minutes, it is queued for the job.
 */
export async function readLongReport<Head, Row>(
  { db, now }: DbAndClock,
  report: LongReport<Head, Row>,
  page: number | "all" = 0,
): Promise<ReportPage<Head, Row> | null> {
  if (await report.isShort(db, now())) {
    const { head, pages } = await report.make(db, now());
    return { head, rows: page === "all" ? pages.flat() : (pages[page] ?? []), pages: pages.length, madeAt: null };
  }
  const question = JSON.stringify(report.question);
  const ofPage = page === "all" ? sql`true` : sql`p.page = ${page}::int`;
  const at = now().toISOString();
  // Queues an old report again. A request that is already queued keeps its position.
  const { rows } = await db.execute<{ head: unknown; content: unknown; pages: number; madeAt: string | null }>(sql`
    with kept as (
      select head, pages, made_at from kept_reports where kind = ${report.kind} and question = ${question}::jsonb),
    asked as (
      insert into kept_reports as r (kind, question, asked_at)
      select ${report.kind}, ${question}::jsonb, ${at}::timestamptz
      where not exists (
        select from kept where made_at >= ${at}::timestamptz - make_interval(mins => ${keptMinutes}::int))
      on conflict (kind, question) do update set asked_at = excluded.asked_at where r.made_at >= r.asked_at)
    select kept.head, p.content, kept.pages, kept.made_at::text as made_at
    from kept left join kept_report_pages p
      on p.kind = ${report.kind} and p.question = ${question}::jsonb and ${ofPage}
    order by p.page`);
  const [kept] = rows;
  const madeAt = kept?.madeAt ? new Date(kept.madeAt) : null;
  if (!kept || madeAt === null) return null;
  return {
    head: kept.head as Head,
    rows: rows.flatMap(({ content }) => (content ?? []) as Row[]),
    pages: kept.pages,
    madeAt: madeAt.toISOString(),
  };
}

/** Finds the report of a kind by its question; undefined for a kind that this version does not know. */
export type FindReport = (kind: string, question: Record<string, string>) => LongReport<unknown, unknown> | undefined;

/** Makes the report whose request has waited longest; returns the number of reports made, 0 or 1. */
export async function makeAskedReport({ db, now }: DbAndClock, find: FindReport): Promise<number> {
  const at = now();
  const forgotten = new Date(at.getTime() - forgottenAfterDays * 24 * 60 * minuteMs).toISOString();
  await db.execute(sql`delete from kept_reports where asked_at < ${forgotten}::timestamptz`);
  const { rows } = await db.execute<{ kind: string; question: unknown }>(sql`
    update kept_reports r set tries = r.tries + 1
    from (select kind, question from kept_reports where made_at is null or made_at < asked_at
      order by tries, asked_at limit 1) due
    where r.kind = due.kind and r.question = due.question
    returning r.kind, r.question`);
  const [due] = rows;
  if (!due) return 0;
  const question = JSON.stringify(due.question);
  const report = find(due.kind, due.question as Record<string, string>);
  if (!report) {
    await db.execute(sql`delete from kept_reports where kind = ${due.kind} and question = ${question}::jsonb`);
    return 1;
  }
  const { head, pages } = await inSnapshot(db, (tx) => report.make(tx, at));
  // One statement, so that no request sees pages of the old and the new report together.
  await db.execute(sql`
    with made as (
      update kept_reports set made_at = ${at.toISOString()}::timestamptz,
        asked_at = least(asked_at, ${at.toISOString()}::timestamptz), head = ${JSON.stringify(head)}::jsonb,
        pages = ${pages.length}::int, tries = 0
      where kind = ${due.kind} and question = ${question}::jsonb returning kind, question),
    cut as (
      delete from kept_report_pages p using made
      where p.kind = made.kind and p.question = made.question and p.page >= ${pages.length}::int)
    insert into kept_report_pages (kind, question, page, content)
    select made.kind, made.question, n::int - 1, content
    from made, jsonb_array_elements(${JSON.stringify(pages)}::jsonb) with ordinality page (content, n)
    on conflict (kind, question, page) do update set content = excluded.content`);
  return 1;
}

/** Cuts rows into pages of `size` rows. */
export function inPages<Row>(rows: Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, page) => rows.slice(page * size, (page + 1) * size));
}
