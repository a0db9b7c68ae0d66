import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { csvLine, digitsCell } from "#shop/kernel/text/csv-cell.ts";
import { listLowBooks } from "#shop/office/stock-room/low-stock.server.ts";
import { explainOrder } from "#shop/office/stock-room/reorder.ts";
import { formatRupeesField } from "./format-rupees-field.ts";

import type { Route } from "./+types/reorder.route";

const header = ["supplier", "isbn", "title", "author", "copies_to_order", "cost_price", "for_sale", "arriving"];

/** The list of books to order from one supplier or all, as CSV. The download is written to the audit log. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(servicesContext);
  const supplier = new URL(args.request.url).searchParams.get("supplier")?.slice(0, 200) ?? null;
  const words = `Downloaded the order list of ${supplier ?? "all suppliers"}.`;
  await requireStaff(args, { needs: "stock", entry: { action: "exports.to-order", words } });
  const books = await listLowBooks(db, { supplier });
  const lines = books
    .filter(({ toOrder }) => toOrder > 0)
    .map((book) => {
      const { title, author, isbn13, toOrder, costPaise, forSale, arriving } = book;
      const cells = [
        book.supplier,
        digitsCell(isbn13),
        title,
        author,
        toOrder,
        formatRupeesField(costPaise),
        forSale,
        arriving,
      ];
      return csvLine([...cells.map((cell) => (typeof cell === "number" ? String(cell) : cell)), explainOrder(book)]);
    });
  // The byte order mark tells spreadsheet programs that the file is UTF-8.
  return new Response(`\ufeff${csvLine([...header, "why_so_many"])}${lines.join("")}`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="to-order.csv"`,
    },
  });
}
