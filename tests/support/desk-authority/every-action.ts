import { expect } from "vitest";

import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import type { TestDesk } from "#tests/support/desk/desk.ts";
import { recordedChange } from "#tests/support/desk/undo.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { bookCases } from "./books.ts";
import { importLines } from "./imports.ts";
import { everyRole, ofOwners, ofPackers, ofScripts, ofSellers, type AuthorityCase } from "./authority-case.ts";
import { offersLines } from "./offers.ts";
import { orderLines } from "./orders.ts";
import { peopleCases } from "./people.ts";
import { reportsLines } from "./reports.ts";
import { counterLines } from "./counter.ts";
import { settingsLines } from "./settings.ts";
import { buyingLines } from "./buying.ts";
import { quotationLines, receivableLines } from "./quotations.ts";
import { stockLines } from "./stock.ts";
import { windowLines } from "./window.ts";

/** The permissions test of every action of the desk: who may run it, a form, and the expected statuses. */
export const actionLines: Record<string, AuthorityCase> = {
  ...stockLines,
  ...buyingLines,
  ...quotationLines,
  ...receivableLines,
  ...counterLines,
  ...importLines,
  ...bookCases,
  ...peopleCases,
  "session.sign-out": { may: everyRole, form: () => ({}), done: 303, old: 303, never: 303, signedOut: 303 },
  "session.sign-out-elsewhere": { may: everyRole, form: () => ({}), done: 303, old: 303, never: 303, signedOut: 303 },
  "passkey.ask": { ...ofScripts, form: () => ({ kind: "known" }), done: 200, old: 200, never: 200 },
  // A permitted role gets an error, because this answer is not from a passkey.
  "passkey.add": { ...ofScripts, form: () => ({ answer: "{}" }), done: 409, old: 409, never: 409 },
  "passkey.show": { ...ofScripts, form: () => ({ answer: "{}" }), done: 409, old: 409, never: 409 },
  "passkey.use-code": {
    ...ofOwners,
    may: everyRole,
    form: () => ({ secretCode: "wrong" }),
    done: 409,
    old: 409,
    never: 409,
  },
  "passkey.make-codes": { ...ofOwners, may: everyRole, form: () => ({}), done: 200 },
  "passkey.remove": { ...ofOwners, may: everyRole, form: () => ({ passkey: "nobodys" }), done: 303 },
  "orders.ship": {
    ...ofPackers,
    form: async (_, desk) => ({
      order: (await sold(desk)).number,
      carrier: "India Post",
      trackingNumber: "EK1",
      trackingUrl: "",
    }),
  },
  "orders.deliver": { ...ofPackers, form: async (_, desk) => ({ order: await shipped(desk) }) },
  "orders.cancel": {
    ...ofSellers,
    form: async (_, desk) => ({ order: (await sold(desk)).number, book: "", copies: "1" }),
    done: 303,
  },
  "orders.refund": {
    ...ofSellers,
    form: async (_, desk) => {
      const { number, paymentId } = await sold(desk);
      return { order: number, payment: paymentId, amount: "10.50", note: "A bent corner" };
    },
    done: 303,
  },
  ...reportsLines,
  ...offersLines,
  ...settingsLines,
  ...windowLines,
  "record.undo": { ...ofSellers, form: (_, desk) => received(desk), done: 303 },
  ...orderLines,
  "staff.daily-letter": { ...ofOwners, form: () => ({ wanted: "no" }), done: 303, old: 303 },
  "staff.invite": { ...ofOwners, form: () => ({ address: "new@example.com", role: "packer" }), done: 200 },
  "staff.withdraw-invitation": { ...ofOwners, form: () => ({ invitation: "999" }), done: 303 },
  "staff.change-role": { ...ofOwners, form: (staff) => ({ staff: String(staff), role: "bookseller" }), done: 303 },
  "staff.remove": { ...ofOwners, form: (staff) => ({ staff: String(staff) }), done: 303 },
  "staff.end-sessions": { ...ofOwners, form: (staff) => ({ staff: String(staff) }), done: 303 },
  "staff.reset-passkeys": { ...ofOwners, form: (staff) => ({ staff: String(staff) }), done: 303 },
};

let sales = 0;
/** A paid order of one copy. */
function sold(desk: TestDesk) {
  return paidOrder(desk, `desk-${(sales += 1)}`, { godan: 1 });
}
/** The audit log entry of a receipt of ten copies. */
async function received(desk: TestDesk): Promise<Record<string, string>> {
  const { entry } = await recordedChange(desk, ({ db: tx }) => receiveCopies(tx, "godan", 10));
  return { entry: String(entry) };
}
/** The number of a shipped order. */
async function shipped(desk: TestDesk): Promise<string> {
  const { number } = await sold(desk);
  const parcel = { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" };
  expect(await shipOrder(desk.services, number, parcel)).toEqual({ ok: true });
  return number;
}

/** The path to which a form is posted, with the form's values as parameters. */
export function pathOf(pattern: string, form: Record<string, string>): string {
  // React Router posts to the index route by this query, and to the layout without it.
  if (pattern === "/") return "/?index";
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => form[name === "number" ? "order" : name] ?? "none");
}
