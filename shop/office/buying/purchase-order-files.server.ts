import { isoDay } from "#shop/kernel/dates/dates.ts";
import { csvLine, digitsCell } from "#shop/kernel/text/csv-cell.ts";
import type { Seller } from "#shop/sales/documents/document.ts";
import type { PurchaseOrder, PurchaseOrderLine } from "./purchase-orders.server.ts";
import { renderSupplierPaper } from "./supplier-paper.server.ts";
import { formatDiscount } from "#shop/office/stock-room/terms.ts";

/** The number of a purchase order on its papers. */
export function purchaseOrderNumber(id: number): string {
  return `PO-${id}`;
}

/** A purchase order as a PDF for the supplier, without cancelled copies. */
export function renderPurchaseOrder(order: PurchaseOrder, shop: Seller): Promise<Buffer> {
  const { id, supplier, gstin, discount } = order;
  return renderSupplierPaper({
    title: "Purchase order",
    number: purchaseOrderNumber(id),
    day: isoDay(order.sentAt ?? order.madeAt),
    shop,
    supplier: { name: supplier, gstin },
    facts: discount > 0 ? [{ label: "Discount", value: `${formatDiscount(discount)} off the MRP` }] : [],
    lines: orderedLines(order).map((line) => ({
      ...line,
      title: titleOf(line),
      about: line.author ?? "",
    })),
    notes: ["Please name this order’s number on the bill, and say which books you cannot send."],
  });
}

/** A purchase order as CSV, without a byte order mark. */
export function writePurchaseOrderCsv(order: PurchaseOrder): string {
  const rupees = (paise: number | null) => (paise === null ? "" : (paise / 100).toFixed(2));
  const lines = orderedLines(order).map((line) =>
    csvLine([
      digitsCell(line.code),
      titleOf(line),
      line.author ?? "",
      String(line.copies),
      rupees(line.mrpPaise),
      String(order.discount / 100),
      purchaseOrderNumber(order.id),
    ]),
  );
  const header = ["isbn", "title", "author", "copies", "mrp", "discount_percent", "our_order"];
  return csvLine(header) + lines.join("");
}

/** The lines by title, with the copies that are not cancelled. */
export function orderedLines({ lines }: Pick<PurchaseOrder, "lines">): PurchaseOrderLine[] {
  return lines
    .flatMap((line) => (line.copies > line.cancelled ? [{ ...line, copies: line.copies - line.cancelled }] : []))
    .toSorted((a, b) => titleOf(a).localeCompare(titleOf(b)) || (a.code < b.code ? -1 : 1));
}

/** The title of a line; its code for a book that is known nowhere. */
export function titleOf({
  title,
  lookupTitle,
  code,
}: Pick<PurchaseOrderLine, "title" | "lookupTitle" | "code">): string {
  return title ?? lookupTitle ?? code;
}
