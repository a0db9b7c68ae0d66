import { servicesContext } from "#app/http/context.ts";
import { pdfResponse } from "#desk/http/pdf-response.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { renderOrderList } from "#shop/office/print/order-list.server.ts";
import { listLowBooks } from "#shop/office/stock-room/low-stock.server.ts";
import { explainOrder } from "#shop/office/stock-room/reorder.ts";

import type { Route } from "./+types/reorder-pdf.route";

/**
 * The list of books to order from one supplier or all, as a PDF with the calculations. The download is written to the
 * audit log.
 */
export async function loader(args: Route.LoaderArgs) {
  const { db, now, settings } = args.context.get(servicesContext);
  const at = now();
  const supplier = new URL(args.request.url).searchParams.get("supplier")?.slice(0, 200) ?? null;
  const words = `Printed the order list of ${supplier ?? "all suppliers"}.`;
  await requireStaff(args, { needs: "stock", entry: { action: "exports.to-order", words } });
  const books = (await listLowBooks(db, { supplier }))
    .filter(({ toOrder }) => toOrder > 0)
    .map((book) => ({ ...book, copies: book.toOrder, why: explainOrder(book) }));
  return pdfResponse(await renderOrderList(books, { supplier, shopName: settings.name, at }), "to-order");
}
