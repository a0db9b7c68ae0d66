import { isoDay } from "#shop/kernel/dates/dates.ts";

/** The query of the GST pages. */
export interface GstQuery {
  /** The month, such as `2026-10`; the current month in India if the URL has no valid month. */
  month: string;
  /** The id of the bill or credit note after which the page begins; empty for the first page. */
  after: string;
  /** The number of a single bill or credit note to show; empty for the whole month. */
  paper: string;
}

export function readGstQuery(url: string, now: Date): GstQuery {
  const query = new URL(url).searchParams;
  const month = query.get("month") ?? "";
  const after = query.get("after") ?? "";
  return {
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : isoDay(now).slice(0, 7),
    after: /^\d{1,18}$/.test(after) ? after : "",
    paper: (query.get("paper") ?? "").replaceAll("\0", "").slice(0, 40).trim().toUpperCase(),
  };
}

/** Formats a month: `October 2026`. */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric", timeZone: "Asia/Kolkata" }).format(
    new Date(`${month}-15`),
  );
}
