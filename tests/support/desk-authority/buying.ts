/** The permissions of buying at the desk, for the authorization test. */
import { sql } from "#db/sql.ts";
import {
  addToPurchaseOrder,
  makePurchaseOrder,
  markPurchaseOrderSent,
} from "#shop/office/buying/purchase-orders.server.ts";
import { findOrAddSupplier } from "#shop/office/buying/suppliers.server.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
import { ofPackers, type AuthorityCase } from "./authority-case.ts";

/** For actions of staff who buy; one passkey check per session is enough. */
const ofBuyers = { ...ofPackers, may: ["owner", "bookseller"] } as const;

/** Makes a purchase order of two copies of a book; returns its id and that of its supplier. */
export async function addPurchaseOrder(
  { db }: Pick<TestDesk, "db">,
  staffId: number,
  { isSent = false } = {},
): Promise<{ purchase: string; supplier: string }> {
  const at = new Date();
  const { supplier } = await findOrAddSupplier(db, "Rupa");
  await db.execute(sql`update suppliers set email = 'orders@rupa.example', discount = 4000 where id = ${supplier.id}`);
  const id = await makePurchaseOrder(db, supplier.id, { staffId, at });
  await addToPurchaseOrder(db, id, [{ code: "godan", copies: 2 }], at);
  if (isSent) await markPurchaseOrderSent(db, id, at);
  return { purchase: String(id), supplier: String(supplier.id) };
}

let suppliers = 0;

/** The expected answers of each action of buying. */
export const buyingLines: Record<string, AuthorityCase> = {
  "buying.make-order": { ...ofBuyers, form: () => ({ supplier: "Rupa" }) },
  "buying.add-books": {
    ...ofBuyers,
    form: async (target, desk) => ({ purchase: await draft(desk, target), book: "godan", copies: "3" }),
  },
  "buying.change-line": {
    ...ofBuyers,
    form: async (target, desk) => ({ purchase: await draft(desk, target), code: "godan", copies: "5" }),
  },
  "buying.send-order": {
    ...ofBuyers,
    form: async (target, desk) => ({ purchase: await draft(desk, target), by: "email" }),
  },
  "buying.cancel-line": {
    ...ofBuyers,
    form: async (target, desk) => ({ purchase: await sent(desk, target), code: "godan", cancelled: "1" }),
  },
  "buying.cancel-rest": { ...ofBuyers, form: async (target, desk) => ({ purchase: await sent(desk, target) }) },
  "buying.delete-order": { ...ofBuyers, form: async (target, desk) => ({ purchase: await draft(desk, target) }) },
  "buying.add-supplier": { ...ofBuyers, form: () => ({ name: `Supplier ${(suppliers += 1)} of ${Date.now()}` }) },
  "buying.save-supplier": {
    ...ofBuyers,
    form: async (_, { db }) => {
      const { supplier } = await findOrAddSupplier(db, `Publisher ${(suppliers += 1)} of ${Date.now()}`);
      const terms = {
        name: supplier.name,
        gstin: "",
        email: "",
        discount: "",
        creditDays: "",
        basis: "firm",
        returnDays: "",
      };
      return {
        supplier: String(supplier.id),
        was: JSON.stringify(terms),
        ...terms,
        discount: "37.5",
        creditDays: "60",
      };
    },
  },
};

/** The roles that see each page of buying. */
export const buyingPages = {
  "/stock/orders": ofBuyers.may,
  "/stock/orders/:purchase": ofBuyers.may,
  "/stock/orders/:purchase/pdf": ofBuyers.may,
  "/stock/orders/:purchase/csv": ofBuyers.may,
  "/stock/receive/:delivery/claim": ofBuyers.may,
  "/stock/suppliers": ofBuyers.may,
  "/stock/suppliers/:supplier": ofBuyers.may,
};

const draft = async (desk: TestDesk, staffId: number) => (await addPurchaseOrder(desk, staffId)).purchase;
const sent = async (desk: TestDesk, staffId: number) =>
  (await addPurchaseOrder(desk, staffId, { isSent: true })).purchase;
