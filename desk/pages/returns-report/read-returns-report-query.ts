import { readReportDays, type AskedDays } from "#shop/kernel/dates/report-days.ts";
import { returnReasonLabels } from "#shop/sales/orders/return-labels.ts";

/** What the report of returns is asked for. */
export interface ReturnsReportQuery {
  days: AskedDays;
  /** Only requests for this reason; empty for all of them. */
  reason: string;
  /** The request behind which the page begins; null for the newest. */
  before: number | null;
}

/** Reads the query of the report. */
export function readReturnsReportQuery(url: string, now: Date): ReturnsReportQuery {
  const query = new URL(url).searchParams;
  const reason = query.get("reason") ?? "";
  const before = query.get("before") ?? "";
  return {
    days: readReportDays(query, now),
    reason: Object.hasOwn(returnReasonLabels, reason) ? reason : "",
    before: /^[1-9]\d{0,8}$/.test(before) ? Number(before) : null,
  };
}
