import type { Db } from "#db/connect.ts";
import { isoDay, shortDay } from "#shop/kernel/dates/dates.ts";
import { checkBill } from "#shop/office/stock-room/bill.server.ts";
import type { Delivery } from "#shop/office/stock-room/deliveries.server.ts";
import type { Seller } from "#shop/sales/documents/document.ts";
import { returnNumber, type SupplierReturn } from "./supplier-returns.server.ts";
import { renderSupplierPaper } from "./supplier-paper.server.ts";
import { findOrAddSupplier } from "./suppliers.server.ts";

/** The debit note for the short and damaged copies of a delivery, as a PDF. */
export async function renderClaim(db: Db, delivery: Delivery, shop: Seller, at: Date): Promise<Buffer> {
  const { supplier } = await findOrAddSupplier(db, delivery.supplier);
  const { lines } = checkBill(delivery).claim;
  return renderSupplierPaper({
    title: "Debit note",
    number: `DN-D${delivery.id}`,
    day: isoDay(at.toISOString()),
    shop,
    supplier: { name: supplier.name, gstin: supplier.gstin },
    facts: [
      ...(delivery.billNumber ? [{ label: "Your bill", value: delivery.billNumber }] : []),
      ...(delivery.billedOn ? [{ label: "Billed on", value: shortDay(delivery.billedOn) }] : []),
    ],
    lines: lines.map(({ code, title, lookupTitle, short, damaged, printedMrpPaise, mrpPaise, unitPaise }) => ({
      title: title ?? lookupTitle ?? code,
      about: [short > 0 && `${short} billed, but not delivered`, damaged > 0 && `${damaged} damaged`]
        .filter(Boolean)
        .join(", "),
      code,
      copies: short + damaged,
      mrpPaise: printedMrpPaise ?? mrpPaise,
      costPaise: unitPaise,
    })),
    notes: ["We debit your account with the total. Please send a credit note."],
  });
}

/** The return note or debit note for books that go back, as a PDF. */
export function renderReturnPaper(
  { id, supplier, gstin, madeAt, agreement, lines }: SupplierReturn,
  title: "Return note" | "Debit note",
  shop: Seller,
): Promise<Buffer> {
  return renderSupplierPaper({
    title,
    number: title === "Return note" ? returnNumber(id) : `DN-R${id}`,
    day: isoDay(madeAt),
    shop,
    supplier: { name: supplier, gstin },
    facts: title === "Debit note" ? [{ label: "For return", value: returnNumber(id) }] : [],
    lines: lines.map((line) => ({ ...line, about: line.billNumber && `Your bill ${line.billNumber}` })),
    notes: [
      ...(agreement ? [`As agreed: ${agreement}`] : []),
      title === "Return note"
        ? "Please count the copies, and tell us what you do not accept."
        : "We debit your account with the total. Please send a credit note.",
    ],
  });
}
