import { data, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { gstReturnCsv, gstReturnJson } from "#shop/office/reports/gst-return-files.ts";
import { gstReport } from "#shop/office/reports/gst-report.server.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";
import { formatMonth, readGstQuery } from "./read-gst-query.ts";

import type { Route } from "./+types/return-file.route";

/**
 * A month's GSTR-1 for the portal, without names: `gstr1.json`, or one table as CSV. Until the report is ready,
 * redirects to the page of the GSTR-1. The download is written to the audit log.
 */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "papers" });
  const { db, now, settings } = args.context.get(servicesContext);
  const { month } = readGstQuery(args.request.url, now());
  const { gstin } = settings.seller;
  if (!gstin) throw data("A shop without a GSTIN files no GSTR-1.", { status: 404 });
  const file = args.params.file ?? "";
  const report = await readLongReport({ db, now }, gstReport(gstin, month));
  if (!report) return redirect(deskHref("/reports/gst/return", { month }));
  const { gstReturn } = report.head;
  const files: Record<string, string> = {
    "gstr1.json": `${JSON.stringify(gstReturnJson(gstReturn), null, 2)}\n`,
    ...gstReturnCsv(gstReturn),
  };
  if (!Object.hasOwn(files, file)) throw data("There is no such file.", { status: 404 });
  const words = `Downloaded the GSTR-1 of ${formatMonth(month)}: ${file}.`;
  await requireStaff(args, {
    needs: "papers",
    entry: { action: "exports.gst-return", words, subject: `papers ${month}` },
  });
  return new Response(files[file], {
    headers: {
      "content-type": file.endsWith(".json") ? "application/json" : "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${month}-${file}"`,
      "cache-control": "no-store",
    },
  });
}
