/** The permissions of quotations at the desk, for the authorization test. */
import { sql } from "#db/sql.ts";
import {
  addToQuotation,
  findQuotation,
  makeQuotation,
  markQuotationSent,
  saveQuotation,
} from "#shop/sales/quotations/quotations.server.ts";
import { acceptQuotation } from "#shop/sales/quotations/accept-quotation.server.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
import { delivery, setStock } from "#tests/support/sales/sale.ts";
import { ofPackers, type AuthorityCase } from "./authority-case.ts";

/** For actions of staff who sell; one passkey check per session is enough. */
const ofSellers = { ...ofPackers, may: ["owner", "bookseller"] } as const;

/** Makes a quotation of two copies of a book; returns its id. */
export async function addQuotation(
  { db }: Pick<TestDesk, "db">,
  staffId: number,
  { isSent = false } = {},
): Promise<{ quotation: string }> {
  const at = new Date();
  const id = await makeQuotation(db, "St. Anne’s School", { staffId, at, validUntil: "2099-12-31" });
  await addToQuotation(db, id, [{ bookId: "godan", copies: 2 }], at);
  const terms = { discount: null, validUntil: "2099-12-31", shippingPaise: 0, creditDays: null, words: "" };
  await saveQuotation(db, id, { ...delivery, business: null, ...terms });
  if (isSent) await markQuotationSent(db, (await findQuotation(db, id, []))!, at);
  return { quotation: String(id) };
}

const draft = (target: number, desk: TestDesk) => addQuotation(desk, target);
const sent = (target: number, desk: TestDesk) => addQuotation(desk, target, { isSent: true });

/** The expected answers of each action on quotations. */
export const quotationLines: Record<string, AuthorityCase> = {
  "quotations.make": { ...ofSellers, form: () => ({ buyer: "St. Anne’s School" }) },
  "quotations.add-books": {
    ...ofSellers,
    form: async (target, desk) => ({ ...(await draft(target, desk)), book: "godan", copies: "3" }),
  },
  "quotations.change-line": {
    ...ofSellers,
    form: async (target, desk) => ({ ...(await draft(target, desk)), code: "godan", copies: "5" }),
  },
  "quotations.save": {
    ...ofSellers,
    form: async (target, desk) => {
      const { quotation } = await draft(target, desk);
      const values = {
        businessName: "",
        gstin: "",
        businessAddress: "",
        purchaseOrder: "",
        name: delivery.name,
        email: delivery.email,
        phone: delivery.phone,
        addressLine1: delivery.addressLine1,
        addressLine2: "",
        city: delivery.city,
        pin: delivery.pin,
        stateCode: delivery.stateCode,
        discount: "",
        delivery: "",
        creditDays: "",
        validUntil: "2099-12-31",
        words: "",
      };
      const soon = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
      return { quotation, was: JSON.stringify(values), ...values, delivery: "150", validUntil: soon };
    },
  },
  "quotations.send": { ...ofSellers, form: async (target, desk) => ({ ...(await draft(target, desk)), by: "email" }) },
  "quotations.accept": {
    ...ofSellers,
    form: async (target, desk) => {
      const { quotation } = await sent(target, desk);
      const { sentAt } = (await findQuotation(desk.db, Number(quotation), []))!;
      return { quotation, seen: sentAt!, purchaseOrder: "PO/7" };
    },
  },
  "quotations.reopen": { ...ofSellers, form: sent },
  "quotations.delete": { ...ofSellers, form: draft },
};

/** An accepted quotation, whose order waits for a bank transfer; returns its number. */
async function ordered(target: number, desk: TestDesk): Promise<{ order: string }> {
  const { quotation } = await sent(target, desk);
  await setStock(desk.db, "godan", 500);
  const seen = (await findQuotation(desk.db, Number(quotation), []))!.sentAt!;
  const accepted = await acceptQuotation(desk.services, Number(quotation), { seen, purchaseOrder: "" });
  if (!accepted.ok) throw new Error(`The quotation is not accepted: ${accepted.reason}.`);
  return { order: accepted.order };
}

const ofTransfers = { ...ofSellers, may: ["owner", "bookseller", "accountant"] } as const;
let transfers = 0;

/** The expected answers of each action on what buyers owe. */
export const receivableLines: Record<string, AuthorityCase> = {
  "transfers.record": {
    ...ofTransfers,
    old: 403,
    form: async (target, desk) => {
      const utr = `UTRQ${String((transfers += 1)).padStart(6, "0")}`;
      return { ...(await ordered(target, desk)), utr, day: "2026-01-02", amount: "1" };
    },
  },
  "transfers.remind": { ...ofTransfers, form: ordered },
  "transfers.note-certificate": {
    ...ofTransfers,
    form: async (target, desk) => {
      const { order } = await ordered(target, desk);
      const { rows } = await desk.db.execute<{ id: string }>(sql`
        insert into bank_transfers (order_id, utr, paid_on, amount_paise, tds_paise, recorded_at)
        select id, 'UTRTDS0001', current_date, 9900, 100, now() from orders where number = ${order} returning id`);
      return { transfer: rows[0]!.id, certificate: "ABCDEFG" };
    },
  },
};

/** The roles that see each page of quotations. */
export const quotationPages = {
  "/receivables": ofTransfers.may,
  "/quotations": ofSellers.may,
  "/quotations/:quotation": ofSellers.may,
  "/quotations/:quotation/pdf": ofSellers.may,
};
