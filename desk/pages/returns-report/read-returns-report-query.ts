import { readReportDays, type AskedDays } from "#shop/kernel/dates/report-days.ts";
import { returnReasonLabels } from "#shop/sales/orders/return-labels.ts";

/** The query of the returns report. */
export interface ReturnsReportQuery {
  days: AskedDays;
  /** The reason to filter by; empty for all reasons. */
  reason: string;
  /** The id of the request after which the page begins; null for the first page. */
  before: number | null;
}

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
