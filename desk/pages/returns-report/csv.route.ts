import { data } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { csvAnswer, formatRupeesCell } from "#desk/http/csv-answer.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { returnStateLabels } from "#shop/sales/orders/return-labels.ts";
import { listAskedReturns, returnsInFile } from "#shop/office/reports/returns.server.ts";
import { isKeyOf } from "#shop/kernel/text/object-keys.ts";
import { describeReason } from "./asked-returns.tsx";
import { readReturnsReportQuery } from "./read-returns-report-query.ts";

import type { Route } from "./+types/csv.route";

/** The newest 5,000 return requests of a period as CSV, without names; the download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = args.context.get(servicesContext);
  const { days, reason } = readReturnsReportQuery(args.request.url, now());
  if (days.problem) throw data(days.problem, { status: 400 });
  const { first, last } = days;
  const words = `Downloaded the returns of ${shortDay(first)} to ${shortDay(last)}.`;
  await requireStaff(args, { needs: "reports", entry: { action: "exports.returns", words } });
  const { returns } = await listAskedReturns(db, { days, reason, before: null, limit: returnsInFile });
  const lines = returns.map(({ askedOn, orderNumber, title, copies, reason, state, refundedPaise }) =>
    csvLine([
      askedOn,
      orderNumber,
      title,
      String(copies),
      describeReason(reason),
      isKeyOf(returnStateLabels, state) ? returnStateLabels[state] : state,
      refundedPaise === null ? "" : formatRupeesCell(refundedPaise),
    ]),
  );
  const headings = csvLine(["asked_on", "order", "title", "copies", "reason", "status", "refunded"]);
  return csvAnswer(`returns-${first}-${last}.csv`, headings + lines.join(""));
}
