import { servicesContext } from "#app/http/context.ts";
import { csvAnswer, formatRupeesCell } from "#desk/http/csv-answer.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { listCounted } from "#shop/office/reports/stock-report.server.ts";
import { readStockQuery } from "./read-stock-query.ts";

import type { Route } from "./+types/csv.route";

const maxRows = 10_000;

/**
 * The books in stock as CSV, at most 10,000, with the slowest or most valuable first. The download is written to the
 * audit log.
 */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = args.context.get(servicesContext);
  const { days, until } = readStockQuery(args.request.url, now());
  const words = days === "all" ? "Downloaded the stock." : `Downloaded the books with no sale in ${days} days.`;
  await requireStaff(args, { needs: "reports", entry: { action: "exports.stock", words } });
  const books = await listCounted(db, { until, after: "", limit: maxRows });
  const lines = books.map(({ bookId, title, publisher, copies, pricePaise, costPaise, quietSince }) =>
    csvLine([
      bookId,
      title,
      publisher,
      String(copies),
      formatRupeesCell(pricePaise),
      quietSince,
      costPaise === null ? "" : formatRupeesCell(costPaise),
      formatRupeesCell(copies * pricePaise),
    ]),
  );
  const headings = csvLine(["id", "title", "publisher", "copies", "price", "no_sale_since", "cost", "value"]);
  return csvAnswer(days === "all" ? "stock.csv" : `no-sale-in-${days}-days.csv`, headings + lines.join(""));
}
