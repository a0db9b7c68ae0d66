import { data, type LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { csvAnswer } from "#desk/http/csv-answer.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { salesCsv } from "#shop/reports/sales-csv.ts";
import { readSales } from "#shop/reports/sales.server.ts";
import { readSalesQuery } from "./read-sales-query.ts";

/** The sums of sales as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, { needs: "reports" });
  const { db, now } = args.context.get(servicesContext);
  const { by, days } = readSalesQuery(args.request.url, now());
  if (days.problem) throw data(days.problem, { status: 400 });
  return csvAnswer(`sales-by-${by}-${days.first}-${days.last}.csv`, salesCsv(by, await readSales(db, by, days)));
}
