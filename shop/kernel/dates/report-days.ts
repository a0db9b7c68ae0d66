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
}

/** Reads `from` and `to` of a query string; the default is the last thirty days including today. */
export function readReportDays(query: URLSearchParams, now: Date): AskedDays {
  const today = isoDay(now);
  const last = (query.get("to") ?? "").slice(0, 10) || today;
  const usualFirst = isReportDay(last) ? daysBefore(last, usualDays - 1) : daysBefore(today, usualDays - 1);
  const first = (query.get("from") ?? "").slice(0, 10) || usualFirst;
  return { first, last, problem: problemOf(first, last) };
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
