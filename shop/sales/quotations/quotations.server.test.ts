/** Tests quotations from the draft to the order: prices, days, copies, and two people who accept at once. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { listDocuments } from "#shop/sales/documents/find-documents.server.ts";
import { openPaymentBeforeDelivery } from "#shop/sales/orders/placing/open-payment.server.ts";
import { expireReservations } from "#shop/sales/payments/reconcile.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { addStaff } from "#tests/support/desk/staff-rows.ts";
import { lettersOf, orderIdOf, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { quote as quoteFor, school } from "#tests/support/sales/quoted.ts";
import { readStock, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { acceptQuotation } from "./accept-quotation.server.ts";
import { discountFor, quotedPrice, sumQuotation } from "./quotation.ts";
import { findQuotation, reopenQuotation, type QuotationTerms } from "./quotations.server.ts";

const testServices = await openTestServices({}, { connections: 10 });
const { db, services } = testServices;
const discounts = [
  { copies: 10, discount: 1000 },
  { copies: 50, discount: 2000 },
];
services.settings.quotations = { ...services.settings.quotations, discounts, paymentDays: 10 };
const staffId = await addStaff({ db }, "owner");
for (const bookId of ["godan", "indica"]) {
  await setStock(db, bookId, 100);
  await db.execute(sql`update books set mrp_paise = 50000, price_paise = 47500 where id = ${bookId}`);
}

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const quote = (books: Record<string, number>, changes: Partial<QuotationTerms> = {}) =>
  quoteFor(services, staffId, books, changes);

const accept = ({ id, seen }: { id: number; seen: string }, purchaseOrder = "") =>
  acceptQuotation(services, id, { seen, purchaseOrder });

async function accepted(quotation: { id: number; seen: string }): Promise<string> {
  const done = await accept(quotation, "PO/7");
  if (!done.ok) throw new Error(done.reason);
  return done.order;
}

test("the discount is that of the largest number of copies reached, and the shop's own price if that is lower", () => {
  expect([9, 10, 49, 50].map((copies) => discountFor(copies, discounts))).toEqual([0, 1000, 1000, 2000]);
  const prices = { mrpPaise: 333_33, pricePaise: 320_00 };
  expect([0, 500, 1000].map((discount) => quotedPrice(prices, discount))).toEqual([320_00, 316_66, 300_00]);
});

test("a sent quotation keeps its prices, and its order has them, the copies and the buyer's GSTIN", async () => {
  const quotation = await quote({ godan: 30, indica: 25 });
  await db.execute(sql`update books set mrp_paise = 90000, price_paise = 90000 where id = 'godan'`);
  const found = await findQuotation(db, quotation.id, discounts);
  // 55 copies: a fifth off the MRP.
  expect(found?.lines.map(({ pricePaise }) => pricePaise)).toEqual([400_00, 400_00]);
  expect(sumQuotation(found!)).toEqual({
    copies: 55,
    savedPaise: 5_500_00,
    booksPaise: 22_000_00,
    totalPaise: 22_049_00,
  });
  const before = await readStock(db, "godan");
  const number = await accepted(quotation);
  expect(await stateOf(db, number)).toBe("pending_payment");
  expect(await readStock(db, "godan")).toEqual({ ...before, reserved: before.reserved + 30 });
  const { rows } = await db.execute(sql`
    select total_paise::int as total, payment_method as method, business from orders where number = ${number}`);
  expect(rows).toEqual([{ total: 22_049_00, method: "transfer", business: { ...school, purchaseOrder: "PO/7" } }]);
  await sendDueLetters(services);
  expect(await lettersOf(db, number)).toEqual(["quotation-accepted"]);
  await db.execute(sql`update books set mrp_paise = 50000, price_paise = 47500 where id = 'godan'`);
});

test("the order is paid online as any other, and its bill is that of the school", async () => {
  const number = await accepted(await quote({ godan: 21 }));
  const opened = await openPaymentBeforeDelivery(services, number, { linkVersion: 0 });
  const { providerOrderId } = opened!.order;
  await payAtRazorpay(testServices, providerOrderId);
  expect(await settlePayment(services, providerOrderId, "browser")).toMatchObject({ outcome: "paid" });
  expect(await openPaymentBeforeDelivery(services, number, { linkVersion: 0 })).toBeNull();
  await issueDocuments(services);
  const [bill] = await listDocuments(db, await orderIdOf(db, number));
  expect(bill?.content).toMatchObject({ buyer: { name: school.name, gstin: school.gstin }, purchaseOrder: "PO/7" });
});

test("a quotation is accepted once, by whoever comes first", async () => {
  const quotation = await quote({ indica: 2 });
  const both = await Promise.all([accept(quotation), accept(quotation)]);
  const made = both.find(({ ok }) => ok);
  expect(made).toBeDefined();
  const order = made?.ok ? made.order : "";
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "ordered", order });
  expect(await accept(quotation)).toEqual({ ok: false, reason: "ordered", order });
});

test("a draft, another version and a quotation after its last day are not accepted", async () => {
  const quotation = await quote({ indica: 2 });
  await reopenQuotation(db, quotation.id);
  expect(await accept(quotation)).toEqual({ ok: false, reason: "none" });
  await db.execute(sql`update quotations set sent_at = now() + interval '1 second' where id = ${quotation.id}`);
  expect(await accept(quotation)).toEqual({ ok: false, reason: "changed" });
  const over = await quote({ indica: 2 }, { validUntil: "2020-01-01" });
  expect(await accept(over)).toEqual({ ok: false, reason: "over" });
});

test("without enough copies nothing is ordered, and the quotation stays", async () => {
  await setStock(db, "jejuri", 3);
  const quotation = await quote({ jejuri: 4, indica: 1 });
  const refused = await accept(quotation);
  expect(refused).toMatchObject({ ok: false, reason: "sold-out", titles: [expect.any(String)] });
  await setStock(db, "jejuri", 4);
  expect(await accept(quotation)).toMatchObject({ ok: true });
});

test("an order that is not paid in its days ends, and its copies are free again", async () => {
  const before = await readStock(db, "indica");
  const number = await accepted(await quote({ indica: 5 }));
  await db.execute(sql`update orders set reserved_until = now() - interval '1 minute' where number = ${number}`);
  await expireReservations(services);
  expect(await stateOf(db, number)).toBe("expired");
  expect(await readStock(db, "indica")).toEqual(before);
});
