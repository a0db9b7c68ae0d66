import { readReportDays, type AskedDays } from "#shop/kernel/dates/report-days.ts";
import { salesGroupings, type SalesBy } from "#shop/office/reports/sales-groupings.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";

/** The query of the sales reports. */
export interface SalesQuery {
  by: SalesBy;
  days: AskedDays;
  /** The day, title or other group to show; null for all groups. */
  key: string | null;
  after: { documentId: string; place: number } | null;
  /** Page number of a list with numbered pages, from 0. */
  page: number;
}

export function readSalesQuery(url: string, now: Date): SalesQuery {
  const query = new URL(url).searchParams;
  const by = query.get("by") ?? "";
  const [, documentId, place] = /^(\d{1,18})-(\d{1,6})$/.exec(query.get("after") ?? "") ?? [];
  const page = query.get("page") ?? "";
  return {
    by: isKeyOf(salesGroupings, by) ? by : "day",
    days: readReportDays(query, now),
    key: query.get("key")?.replaceAll("\0", "").slice(0, 300) ?? null,
    after: documentId && place ? { documentId, place: Number(place) } : null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) - 1 : 0,
  };
}
