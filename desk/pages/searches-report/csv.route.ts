import { redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { csvAnswer } from "#desk/http/csv-answer.ts";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { searchesReport } from "#shop/office/back-office/search-reports.server.ts";
import { readLongReport } from "#shop/office/reports/long-report.server.ts";

import type { Route } from "./+types/csv.route";

/** Search terms as CSV. Until the report is ready, redirects to its page. The download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "reports" });
  const report = await readLongReport(args.context.get(servicesContext), searchesReport);
  if (!report) return redirect(deskHref("/reports/searches"));
  const words = "Downloaded the searches of readers.";
  await requireStaff(args, { needs: "reports", entry: { action: "exports.searches", words } });
  const { notFound, found } = report.head;
  const lines = [...notFound, ...found].map(({ text, visitors, found: books }) =>
    csvLine([text, String(visitors), String(books)]),
  );
  return csvAnswer("searches.csv", csvLine(["searched_for", "visitors", "books_found"]) + lines.join(""));
}
