import { isoDay } from "#shop/kernel/dates/dates.ts";

/** What the pages of GST are asked for. */
export interface GstQuery {
  /** As `2026-10`; this month in India when the address says none that could be. */
  month: string;
  /** The paper behind which the page begins; empty for the first page. */
  after: string;
  /** The number of the one paper that is looked for; empty for all of the month. */
  paper: string;
}

/** Reads the query of the pages of GST. */
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

/** `October 2026`. */
export function monthInWords(month: string): string {
  return new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric", timeZone: "Asia/Kolkata" }).format(
    new Date(`${month}-15`),
  );
}
