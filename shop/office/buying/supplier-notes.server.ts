import type { Db } from "#db/connect.ts";
import { isoDay, shortDay } from "#shop/kernel/dates/dates.ts";
import { checkBill } from "#shop/office/stock-room/bill.server.ts";
import type { Delivery } from "#shop/office/stock-room/deliveries.server.ts";
import type { Seller } from "#shop/sales/documents/document.ts";
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
