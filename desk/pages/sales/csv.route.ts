import { data, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { csvAnswer } from "#desk/http/csv-answer.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { salesCsv } from "#shop/office/reports/sales-csv.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import { salesReport } from "#shop/office/reports/sales.server.ts";
import { readSalesQuery } from "./read-sales-query.ts";

import type { Route } from "./+types/csv.route";

/**
 * The sums of sales as CSV. Until the report is ready, redirects to its page. The download is written to the audit log.
 */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "reports" });
  const { db, now } = args.context.get(servicesContext);
  const { by, days } = readSalesQuery(args.request.url, now());
  if (days.problem) throw data(days.problem, { status: 400 });
  const report = await readLongReport({ db, now }, salesReport({ by, days }), "all");
  if (!report) return redirect(deskHref("/reports/sales", { by, from: days.first, to: days.last }));
  const words = `Downloaded the sales by ${by} from ${shortDay(days.first)} to ${shortDay(days.last)}.`;
  await requireStaff(args, { needs: "reports", entry: { action: "exports.sales", words } });
  return csvAnswer(`sales-by-${by}-${days.first}-${days.last}.csv`, salesCsv(by, report.rows));
}
