import { isoDay } from "./dates.ts";

export const maxReportDays = 366;
const usualDays = 30;
const dayMs = 86_400_000;

/** A range of days in India, both included, as `2026-11-20`. */
export interface ReportDays {
  first: string;
  last: string;
}

/** The requested days. `problem` is the error message if no report can be made for them, or else null. */
export interface AskedDays extends ReportDays {
  problem: string | null;
  /** The current day in India. */
  today: string;
}

/** Reads `from` and `to` of a query string; the default is the last thirty days including today. */
export function readReportDays(query: URLSearchParams, now: Date): AskedDays {
  const today = isoDay(now);
  const last = (query.get("to") ?? "").slice(0, 10) || today;
  const usualFirst = isReportDay(last) ? daysBefore(last, usualDays - 1) : daysBefore(today, usualDays - 1);
  const first = (query.get("from") ?? "").slice(0, 10) || usualFirst;
  return { first, last, problem: problemOf(first, last), today };
}

/** The periods that are asked for most, with their names. */
export function listPeriods(today: string): (ReportDays & { name: string })[] {
  const month = `${today.slice(0, 8)}01`;
  const endOfLast = daysBefore(month, 1);
  const year = Number(today.slice(0, 4)) - (today.slice(5) < "04-01" ? 1 : 0);
  return [
    { name: "Today", first: today, last: today },
    { name: "7 days", first: daysBefore(today, 6), last: today },
    { name: `${usualDays} days`, first: daysBefore(today, usualDays - 1), last: today },
    { name: "This month", first: month, last: today },
    { name: "Last month", first: `${endOfLast.slice(0, 8)}01`, last: endOfLast },
    { name: "This financial year", first: `${year}-04-01`, last: today },
  ];
}

export function daysOf({ first, last }: ReportDays): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function problemOf(first: string, last: string): string | null {
  if (!isReportDay(first) || !isReportDay(last)) return "Write both days as 2026-11-20.";
  if (first > last) return "The first day is after the last one.";
  if (Date.parse(last) - Date.parse(first) >= maxReportDays * dayMs)
    return `A report covers at most ${maxReportDays} days. Choose fewer.`;
  return null;
}

/** Whether a text is a calendar day such as `2026-11-20`. */
export function isReportDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
}
