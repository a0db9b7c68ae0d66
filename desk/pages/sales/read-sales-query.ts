import { readReportDays, type AskedDays } from "#shop/kernel/dates/report-days.ts";
import { salesWays, type SalesBy } from "#shop/office/reports/sales-ways.ts";

/** What a page of sales is asked for. */
export interface SalesQuery {
  by: SalesBy;
  days: AskedDays;
  /** Of which day, title and so on; null for all. */
  key: string | null;
  after: { documentId: string; place: number } | null;
  /** Which page of a list that has numbered pages, from 0 on. */
  page: number;
}

/** Reads the query of the pages of sales. */
export function readSalesQuery(url: string, now: Date): SalesQuery {
  const query = new URL(url).searchParams;
  const by = query.get("by") ?? "";
  const [, documentId, place] = /^(\d{1,18})-(\d{1,6})$/.exec(query.get("after") ?? "") ?? [];
  const page = query.get("page") ?? "";
  return {
    by: Object.hasOwn(salesWays, by) ? (by as SalesBy) : "day",
    days: readReportDays(query, now),
    key: query.get("key")?.replaceAll("\0", "").slice(0, 300) ?? null,
    after: documentId && place ? { documentId, place: Number(place) } : null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) - 1 : 0,
  };
}
