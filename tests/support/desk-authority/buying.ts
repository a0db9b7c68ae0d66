/** The permissions of buying at the desk, for the authorization test. */
import { sql } from "#db/sql.ts";
import {
  addToPurchaseOrder,
  makePurchaseOrder,
  markPurchaseOrderSent,
} from "#shop/office/buying/purchase-orders.server.ts";
import { returnToSupplier } from "#shop/office/buying/supplier-returns.server.ts";
import { copiesFieldOf } from "#desk/pages/buying/copies-field.ts";
import { addToDelivery, openDelivery } from "#shop/office/stock-room/deliveries.server.ts";
import { shelveDelivery } from "#shop/office/stock-room/shelve-delivery.server.ts";
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
  "buying.note-payment": {
    ...ofBuyers,
    form: async (target, desk) => {
      const { supplier } = await addPurchaseOrder(desk, target);
      return { supplier, paidOn: "2026-02-01", paid: "1500", reference: "UTR 1" };
    },
  },
  "buying.return-books": {
    ...ofBuyers,
    form: async (target, desk) => {
      const { supplier, ...lot } = await returnable(desk, target);
      return { supplier: String(supplier.id), agreement: "", [copiesFieldOf(lot)]: "1" };
    },
  },
  "buying.save-credit": {
    ...ofBuyers,
    form: async (target, desk) => ({
      ...(await addSupplierReturn(desk, target)),
      creditNumber: "CN 1",
      credited: "170",
    }),
  },
  "buying.cancel-return": { ...ofBuyers, form: (target, desk) => addSupplierReturn(desk, target) },
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

/** Puts two copies of a book on the shelf on sale or return; returns the lot and its supplier. */
async function returnable({ db }: Pick<TestDesk, "db">, staffId: number) {
  const [at, name] = [new Date(), `Returns ${(suppliers += 1)} of ${Date.now()}`];
  const { supplier } = await findOrAddSupplier(db, name);
  await db.execute(sql`update suppliers set basis = 'sale-or-return', discount = 4000 where id = ${supplier.id}`);
  const head = { supplier: name, billNumber: "", billedOn: null };
  const { id: deliveryId } = await openDelivery(db, head, { staffId, at });
  await addToDelivery(db, deliveryId, { code: "godan", copies: 2, costPaise: null }, at);
  await shelveDelivery(db, deliveryId, 2, { staffId, at });
  return { deliveryId, code: "godan", supplier };
}

/** Sends a copy back to a supplier; returns the id of the return. */
export async function addSupplierReturn(desk: Pick<TestDesk, "db">, staffId: number): Promise<{ return: string }> {
  const { supplier, deliveryId, code } = await returnable(desk, staffId);
  const given = { lines: [{ deliveryId, code, copies: 1 }], agreement: "", today: "2026-01-01" };
  const done = await returnToSupplier(desk.db, supplier, given, { staffId, at: new Date() });
  if (!done.ok) throw new Error(`The copy cannot go back: ${done.reason}.`);
  return { return: String(done.id) };
}

/** The roles that see each page of buying. */
export const buyingPages = {
  "/stock/orders": ofBuyers.may,
  "/stock/orders/:purchase": ofBuyers.may,
  "/stock/orders/:purchase/pdf": ofBuyers.may,
  "/stock/orders/:purchase/csv": ofBuyers.may,
  "/stock/receive/:delivery/claim": ofBuyers.may,
  "/stock/suppliers/:supplier/return": ofBuyers.may,
  "/stock/supplier-returns/:return": ofBuyers.may,
  "/stock/supplier-returns/:return/:paper": ofBuyers.may,
  "/stock/suppliers": ofBuyers.may,
  "/stock/suppliers/:supplier": ofBuyers.may,
};

const draft = async (desk: TestDesk, staffId: number) => (await addPurchaseOrder(desk, staffId)).purchase;
const sent = async (desk: TestDesk, staffId: number) =>
  (await addPurchaseOrder(desk, staffId, { isSent: true })).purchase;
