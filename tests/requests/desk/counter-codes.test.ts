/** Razorpay's QR codes at a till, over HTTP: shown, paid, cancelled, and refunded when books come back. */
import { afterEach, expect, test } from "vitest";

import { payQrCode } from "#razorpay-stand-in/drive.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import type { CounterSale } from "#shop/sales/counter/counter-sale.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { numberInAddress } from "#shop/sales/documents/document-name.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import {
  addStaff,
  addStaffSession,
  auditLogTexts,
  openDeskBrowser,
  openTestDesk,
  type DeskBrowser,
} from "#tests/support/desk/desk.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";
import { addTestTill, counterSale } from "#tests/support/sales/counter-sale.ts";
import { refundsOf } from "#tests/support/sales/paid-order.ts";
import { setStock, stateOf } from "#tests/support/sales/sale.ts";

const desk = await openTestDesk({ counter: { upiId: null, hasCodes: true, mostPercent: 20 } });
const { db, standIn } = desk;
await addTestTill(db);
await setStock(db, "godan", 50);
const owner = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "owner", "Ravi")));
const bookseller = openDeskBrowser(desk, await addStaffSession(desk, await addStaff(desk, "bookseller", "Meera")));

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

async function upiSale(): Promise<CounterSale> {
  const sale = await counterSale(db, { godan: 1 });
  return { ...sale, payment: { ...sale.payment, cashPaise: 0, givenPaise: 0, upiPaise: sale.totalPaise } };
}

async function post(browser: DeskBrowser, fields: Record<string, string>, saleId?: string) {
  const response = await browser.post(`/counter/T1/code${saleId ? `?sale=${saleId}` : ""}`, { till: "T1", ...fields });
  return { status: response.status, answer: await response.json() };
}

const show = (sale: unknown, browser = bookseller) =>
  post(browser, { intent: "counter.show-code", sale: JSON.stringify(sale) });
const cancel = (id: string) => post(bookseller, { intent: "counter.cancel-code", id }, id);
const ask = async (id: string) => (await bookseller.get(`/counter/T1/code?sale=${id}`)).json();
const newestCode = () => standIn.ledger().qrCodes.at(-1)!;

test("a till shows a code, and gets the sale with its bill once the code is paid", async () => {
  const sale = await upiSale();
  const shown = await show(sale);
  expect(shown).toMatchObject({
    status: 200,
    answer: { kind: "shown", code: { picture: expect.stringMatching(/^data:image\/png;base64,/) } },
  });
  expect(await auditLogTexts(desk, 1)).toEqual([expect.stringMatching(/^Asked for ₹.* by a QR code at the till T1/)]);
  expect((await show(sale)).answer.kind).toBe("shown");
  expect(standIn.ledger().qrCodes).toHaveLength(1);
  expect(await ask(sale.id)).toEqual({ kind: "waiting", isSilent: false });
  const page = textOfPage(await (await bookseller.get(`/orders/${newestCode().notes.shop_order}`)).text());
  expect(page).toContain("Waiting for payment");
  await payQrCode(desk, newestCode().id);
  const answer = await cancel(sale.id);
  expect(answer).toMatchObject({ status: 200, answer: { kind: "sold" } });
  expect(await ask(sale.id)).toMatchObject({ kind: "sold", sale: { bill: answer.answer.sale.bill } });
});

test("a cancelled code is closed at Razorpay, and its sale can be paid in cash under the same id", async () => {
  const sale = await upiSale();
  await show(sale);
  const { id, notes } = newestCode();
  expect((await cancel(sale.id)).answer).toEqual({ kind: "closed" });
  expect(newestCode()).toMatchObject({ id, status: "closed" });
  expect(await auditLogTexts(desk, 1)).toEqual([
    expect.stringContaining(`Cancelled the QR code of order ${notes.shop_order}`),
  ]);
  const cash = {
    ...sale,
    payment: { ...sale.payment, upiPaise: 0, cashPaise: sale.totalPaise, givenPaise: sale.totalPaise },
  };
  const form = { intent: "counter.sell", till: "T1", sale: JSON.stringify(cash) };
  expect(await (await bookseller.post("/counter/T1/sell", form)).json()).toMatchObject({ kind: "sold" });
});

test("what is wrong is said, and no code is made: sums, prices, codes that are not enabled, and no session", async () => {
  const sale = await upiSale();
  const codes = standIn.ledger().qrCodes.length;
  expect((await show({ ...sale, totalPaise: sale.totalPaise + 100 })).answer.problem).toContain(
    "The sums do not agree.",
  );
  expect((await show("no sale")).status).toBe(422);
  expect(await show(sale, openDeskBrowser(desk))).toMatchObject({ status: 401, answer: { kind: "refused" } });
  expect(await ask("no-id")).toEqual({ kind: "closed" });
  expect((await cancel("00000000-0000-4000-8000-000000000000")).answer).toEqual({ kind: "closed" });
  standIn.setFault("noQrCodes", {});
  const refused = await show(sale);
  expect(refused).toMatchObject({ status: 200, answer: { kind: "not-offered" } });
  expect(refused.answer.problem).toContain("It may not have enabled them for your account.");
  expect(await ask(sale.id)).toEqual({ kind: "closed" });
  expect(standIn.ledger().qrCodes).toHaveLength(codes);
});

test("an answer of Razorpay that is lost can be asked for again, and makes no second code", async () => {
  const sale = await upiSale();
  const codes = standIn.ledger().qrCodes.length;
  standIn.setFault("lostQrCode", {});
  expect((await show(sale)).answer).toMatchObject({
    kind: "no-code",
    problem: expect.stringContaining("did not answer"),
  });
  expect((await show(sale)).answer.kind).toBe("shown");
  expect(standIn.ledger().qrCodes).toHaveLength(codes + 1);
  await cancel(sale.id);
});

test("a book of such a sale comes back: Razorpay refunds it, the till gives no cash, and the credit note follows", async () => {
  const sale = await upiSale();
  await show(sale);
  await payQrCode(desk, newestCode().id);
  const { sale: sold } = await ask(sale.id);
  const address = `/counter/bills/${numberInAddress(sold.bill.number)}`;
  expect(textOfPage(await (await owner.get(address)).text())).toContain("The money goes back through Razorpay");
  const back = { order: sold.orderNumber, till: "T1", fit: "yes", paidBy: "cash", reference: "", copies0: "1" };
  const taken = await owner.post(address, { intent: "counter.take-back", ...back, why: "A gift twice" });
  expect(taken.status).toBe(303);
  expect(await auditLogTexts(desk, 1)).toEqual([expect.stringContaining("through Razorpay")]);
  await processRefunds(desk.services);
  expect(await refundsOf(db, sold.orderNumber)).toEqual([
    { amount: sale.totalPaise, reason: "returned", state: "processed" },
  ]);
  expect(await stateOf(db, sold.orderNumber)).toBe("refunded");
  await issueDocuments(desk.services);
  expect(standIn.ledger().refunds.at(-1)).toMatchObject({ amount: sale.totalPaise, status: "processed" });
  const count = { intent: "counter.count", till: "T1", coins: "", left: "", note: "" };
  await bookseller.post("/counter/T1/day", count);
  expect(textOfPage(await (await bookseller.get("/counter/T1/day")).text())).not.toContain("₹-");
});
