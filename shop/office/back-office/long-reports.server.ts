import type { ReportDays } from "#shop/kernel/dates/report-days.ts";
import { gstReport } from "#shop/office/reports/gst-report.server.ts";
import { makeAskedReport, type FindReport } from "#shop/office/reports/long-report.server.ts";
import { papersReport } from "#shop/office/reports/papers.server.ts";
import { returnsReport } from "#shop/office/reports/returns.server.ts";
import { linesReport, salesReport } from "#shop/office/reports/sales.server.ts";
import type { SalesBy } from "#shop/office/reports/sales-groupings.ts";
import type { DbAndClock } from "#shop/services.ts";
import { notPaidOutReport } from "./payouts.server.ts";
import { lostSearchesReport, searchesReport } from "./search-reports.server.ts";

/** Makes the desk's report whose request has waited longest; returns the number of reports made, 0 or 1. */
export function makeLongReports(services: DbAndClock): Promise<number> {
  return makeAskedReport(services, findReport);
}

/** Finds the report of a stored request. Each kind of report has its own parameters in `question`. */
const findReport: FindReport = (kind, question) => {
  const { by = "", key = "", first = "", last = "", gstin = "", month = "", days = "" } = question;
  const span: ReportDays = { first, last };
  switch (kind) {
    case "sales":
      return salesReport({ by: by as SalesBy, days: span });
    case "sales-lines":
      return linesReport({ by: by as Exclude<SalesBy, "day">, key, days: span });
    case "returns":
      return returnsReport(span);
    case "gst-return":
      return gstReport(gstin, month);
    case "gst-papers":
      return papersReport(month);
    case "searches":
      return searchesReport;
    case "lost-searches":
      return lostSearchesReport;
    case "not-paid-out":
      return notPaidOutReport(Number(days));
    default:
      return undefined;
  }
};
