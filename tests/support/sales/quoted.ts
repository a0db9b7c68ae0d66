/** Quotations and their orders, for tests of the shop's functions. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { Business } from "#shop/sales/documents/business.ts";
import { acceptQuotation } from "#shop/sales/quotations/accept-quotation.server.ts";
import {
  addToQuotation,
  findQuotation,
  makeQuotation,
  markQuotationSent,
  saveQuotation,
  type QuotationTerms,
} from "#shop/sales/quotations/quotations.server.ts";
import type { Services } from "#shop/services.ts";
import { delivery } from "#tests/support/sales/sale.ts";

/** The business of the quotations in the tests. */
export const school = { name: "St. Anne’s School", gstin: "29AAATS1429B1ZS", purchaseOrder: "" };

/** Makes and sends a quotation; returns its id and what its page showed, to accept it. */
export async function quote(
  { db, settings, now }: Pick<Services, "db" | "settings" | "now">,
  staffId: number,
  books: Record<string, number>,
  changes: Partial<QuotationTerms> = {},
): Promise<{ id: number; seen: string }> {
  const at = now();
  const id = await makeQuotation(db, school.name, { staffId, at, validUntil: "2099-12-31" });
  const lines = Object.entries(books).map(([bookId, copies]) => ({ bookId, copies }));
  if (!(await addToQuotation(db, id, lines, at))) throw new Error("The quotation would be too large.");
  const terms = { discount: null, validUntil: "2099-12-31", shippingPaise: 4900, creditDays: null, words: "" };
  await saveQuotation(db, id, { ...delivery, business: school, ...terms, ...changes });
  const { discounts } = settings.quotations;
  await markQuotationSent(db, (await findQuotation(db, id, discounts))!, at);
  return { id, seen: (await findQuotation(db, id, discounts))!.sentAt! };
}

/** Makes, sends and accepts a quotation; returns the number of its order. */
export async function orderOfQuotation(
  services: Pick<Services, "db" | "settings" | "now">,
  staffId: number,
  books: Record<string, number>,
  changes: Partial<QuotationTerms> = {},
): Promise<string> {
  const { id, seen } = await quote(services, staffId, books, changes);
  const accepted = await acceptQuotation(services, id, { seen, purchaseOrder: "PO/7" });
  if (!accepted.ok) throw new Error(`The quotation is not accepted: ${accepted.reason}.`);
  return accepted.order;
}

/** Makes an order one of the school. */
export async function setBusiness(db: Db, number: string, business: Business = school): Promise<void> {
  await db.execute(sql`update orders set business = ${JSON.stringify(business)}::jsonb where number = ${number}`);
}
