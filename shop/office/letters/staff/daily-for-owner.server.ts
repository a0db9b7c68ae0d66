/**
 * The daily letter to owners: the tasks on the Today page, the sales of the day before, and the last hash of the audit
 * log.
 */
import { listWaiting } from "#shop/office/back-office/today.server.ts";
import { describeCount, type WaitingKind } from "#shop/office/back-office/waiting-counts.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { daysBefore } from "#shop/kernel/dates/report-days.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { findLastAuditLogEntry } from "#shop/kernel/audit-log/check-audit-log.server.ts";
import { sumDay, type DaySums } from "#shop/office/reports/sales.server.ts";
import { doesGetDailyLetter } from "#shop/people/staff/daily-letters.server.ts";
import { cleanText } from "#shop/kernel/text/clean-text.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { LetterType } from "#shop/office/letters/letter-type.ts";
import { linkToDesk } from "#shop/office/letters/link-to.ts";

interface DailyForOwner {
  /** ISO date in India of the morning on which it is sent. */
  day: string;
  waiting: { kind: WaitingKind; count: number }[];
  /** Sales of the day before. */
  sold: DaySums;
  /** Number and hexadecimal hash of the last line of the audit log; null if it is empty. */
  record: { number: number; hash: string } | null;
}

/** To each owner who has not disabled it, every morning. */
export const dailyForOwner: LetterType<DailyForOwner, "daily-for-owner"> = {
  async load(services, { facts }) {
    const { db, settings } = services;
    const { day } = facts;
    if (settings.deskUrl === null || !(await doesGetDailyLetter(db, facts.staffId))) return null;
    const [{ lines }, sold, record] = await Promise.all([
      listWaiting(services),
      sumDay(db, daysBefore(day, 1)),
      findLastAuditLogEntry(db),
    ]);
    return { day, waiting: lines.map(({ kind, count }) => ({ kind, count })), sold, record };
  },
  write({ day, waiting, sold, record }, shop) {
    const name = cleanText(shop.name);
    const desk = (path: string) => linkToDesk(path, shop.deskUrl);
    const before = daysBefore(day, 1);
    const kinds = waiting.map(({ kind }) => kind);
    const [first, ...others] = waiting.map(({ kind, count }) => describeCount(kind, count, kinds));
    const waits =
      first === undefined
        ? "nothing waits"
        : `${first}${others.length > 0 ? `, and ${formatCount(others.length, "thing")} more` : ""}`;
    return {
      subject: `${name} this morning: ${waits}`,
      preheader: `Yesterday: ${describeSold(sold)}.`,
      reference: longDay(day),
      heading: first === undefined ? "Nothing waits this morning" : "What waits this morning",
      greeting: "Good morning,",
      paragraphs: [
        first === undefined
          ? "There is nothing to do at the moment. New tasks appear on the page Today."
          : "The tasks on the page Today are listed below. Every owner may get this e-mail, so another owner may have done some of them already.",
      ],
      facts: [
        { label: "Yesterday", value: describeSold(sold) },
        ...(sold.backPaise > 0 ? [{ label: "Refunded for books yesterday", value: formatPaise(sold.backPaise) }] : []),
        ...(record
          ? [{ label: `Line ${record.number.toLocaleString("en-IN")} of the audit log`, value: inGroups(record.hash) }]
          : []),
      ],
      action: { label: "Open Today", url: desk("/") },
      links: [
        ...waiting.map(({ kind, count }) => ({ label: describeCount(kind, count, kinds), url: desk(`/#${kind}`) })),
        { label: "Yesterday’s sales", url: desk(`/reports/sales?by=title&from=${before}&to=${before}`) },
        { label: "Your page, where you can turn off this e-mail", url: desk("/me") },
      ],
      ...(record && {
        note: "The letters and digits above are the hash of the last line of the audit log. Keep this e-mail: if the audit log is later shortened or changed, it no longer contains this hash, and the command npm run shop -- record verify, followed by the hash, reports that.",
      }),
      because: `You get this e-mail every morning because you are an owner of ${name}.`,
    };
  },
  sample: {
    day: "2026-11-22",
    waiting: [
      { kind: "orders-to-pack", count: 12 },
      { kind: "refunds-to-approve", count: 1 },
      { kind: "messages", count: 3 },
      { kind: "letters", count: 1 },
      { kind: "jobs", count: 1 },
    ],
    sold: { bills: 14, soldPaise: 12_345_50, backPaise: 299_00 },
    record: { number: 1234, hash: "9f3ac1d07be5426818d4f0a37c5be29160ab47fd3e8c51f20d96b7a4e3c8157b" },
  },
  otherSamples: {
    "daily-for-owner-when-nothing-waits": {
      day: "2026-11-22",
      waiting: [],
      sold: { bills: 0, soldPaise: 0, backPaise: 0 },
      record: null,
    },
  },
};

function describeSold({ bills, soldPaise }: DaySums): string {
  return bills === 0 ? "no order was billed" : `${formatCount(bills, "order")}, books for ${formatPaise(soldPaise)}`;
}

/** Groups of eight characters, so that phones can wrap the line. */
function inGroups(hash: string): string {
  return (hash.match(/.{1,8}/g) ?? []).join(" ");
}
