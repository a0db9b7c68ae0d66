import type { LoaderFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { csvAnswer, rupeesInCell } from "#desk/http/csv-answer.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { csvLine } from "#shop/import/cell.ts";
import { listSlowBooks } from "#shop/reports/stock-report.server.ts";
import { readStockQuery } from "./read-stock-query.ts";

const maxRows = 10_000;

/** Slow books as a file, the longest without a sale first. Who took it is recorded. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, now } = args.context.get(servicesContext);
  const { days, until } = readStockQuery(args.request.url, now());
  const words = `Downloaded the books of which none was sold in ${days} days.`;
  await requireStaff(args, { needs: "reports", entry: { action: "exports.slow-books", words } });
  const books = await listSlowBooks(db, { until, after: "", limit: maxRows });
  const lines = books.map(({ bookId, title, publisher, copies, pricePaise, quietSince }) =>
    csvLine([bookId, title, publisher, String(copies), rupeesInCell(pricePaise), quietSince]),
  );
  const headings = csvLine(["id", "title", "publisher", "copies", "price", "no_sale_since"]);
  return csvAnswer(`no-sale-in-${days}-days.csv`, headings + lines.join(""));
}
