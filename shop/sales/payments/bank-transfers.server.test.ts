/** Tests bank transfers of buyers: in advance and on credit, in parts, twice, too much, and money that goes back. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { listDocuments } from "#shop/sales/documents/find-documents.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { openPaymentBeforeDelivery } from "#shop/sales/orders/placing/open-payment.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { addStaff } from "#tests/support/desk/staff-rows.ts";
import { alertsAbout, lettersOf, orderIdOf, payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { orderOfQuotation } from "#tests/support/sales/quoted.ts";
import { readStock, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { recordTransfer, type BankTransfer } from "./bank-transfers.server.ts";
import { closeRefund } from "./close-refund.server.ts";
import { ages, listReceivables, sumByAge } from "./receivables.server.ts";
import { expireReservations } from "./reconcile.server.ts";
import { listTaxWithheld, noteCertificate } from "./tax-withheld.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const testServices = await openTestServices({}, { connections: 10 });
const { db, services } = testServices;
const staffId = await addStaff({ db }, "owner");
await setStock(db, "godan", 500);
await db.execute(sql`update books set mrp_paise = 50000, price_paise = 50000 where id = 'godan'`);

/** The total of an order of ten copies, with delivery. */
const total = 5_049_00;

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const inAdvance = () => orderOfQuotation(services, staffId, { godan: 10 });
const onCredit = () => orderOfQuotation(services, staffId, { godan: 10 }, { creditDays: 30 });
let transfers = 0;
const record = (number: string, amountPaise: number, changes: Partial<BankTransfer> = {}) => {
  const transfer = { utr: `UTR${String((transfers += 1)).padStart(8, "0")}`, paidOn: "2026-01-05", amountPaise };
  return recordTransfer(services, number, { ...transfer, ...changes }, { actor: "Asha", staffId });
};

/** The payment state of an order, and what is still to be transferred for it. */
async function money(number: string) {
  const { rows } = await db.execute<{ state: string }>(
    sql`select payment_state as state from orders where number = ${number}`,
  );
  const order = await findOrder(db, number, "link");
  return [rows[0]!.state, order?.transferPaise];
}

test("transfers in parts pay an order that waits for them, which is then packed, once", async () => {
  const number = await inAdvance();
  expect(await record(number, 5_000_00, { utr: "PART000001" })).toEqual({ ok: true, leftPaise: 49_00, backPaise: 0 });
  expect(await record(number, 5_000_00, { utr: "PART000001" })).toEqual({ ok: false, reason: "recorded-before" });
  expect(await money(number)).toEqual(["awaited", 49_00]);
  // A part came: the order waits for staff, and cannot be paid a second time online.
  await db.execute(sql`update orders set reserved_until = now() - interval '1 day' where number = ${number}`);
  await expireReservations(services);
  expect(await stateOf(db, number)).toBe("pending_payment");
  expect(await openPaymentBeforeDelivery(services, number, { linkVersion: 0 })).toBeNull();
  expect(await record(number, 49_00)).toEqual({ ok: true, leftPaise: 0, backPaise: 0 });
  expect([await stateOf(db, number), await money(number)]).toEqual(["paid", ["paid", null]]);
  await sendDueLetters(services);
  expect(await lettersOf(db, number)).toEqual(expect.arrayContaining(["order-confirmed"]));
});

test("what is too much, and what comes again, is to be paid back, and nothing is lost", async () => {
  const number = await inAdvance();
  expect(await record(number, total + 1_00)).toEqual({ ok: true, leftPaise: 0, backPaise: 1_00 });
  expect(await record(number, 2_00)).toEqual({ ok: true, leftPaise: 0, backPaise: 2_00 });
  expect(await money(number)).toEqual(["paid", null]);
  const refunds = await refundsOf(db, number);
  expect(refunds.map(({ amount }) => Number(amount))).toEqual([1_00, 2_00]);
  expect((await alertsAbout(db, number)).join(" ")).toContain("is to be paid by bank transfer or UPI");
  for (const id of ["no-order", "EP-0000000000"])
    expect(await record(id, 1_00)).toMatchObject({ reason: "no-such-order" });
  expect(await record(number, 1_00, { paidOn: "2999-01-01" })).toEqual({ ok: false, reason: "future" });
});

test("of two people who record the last part at once, one pays the order and the other's money goes back", async () => {
  const number = await inAdvance();
  const both = await Promise.all([record(number, total), record(number, total)]);
  expect(both.map((one) => (one.ok ? one.backPaise : null)).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([
    0,
    total,
  ]);
  expect(await money(number)).toEqual(["paid", null]);
});

test("the transfers of a cancelled order go back, and so do those of one that was paid online meanwhile", async () => {
  const before = await readStock(db, "godan");
  const cancelled = await inAdvance();
  await record(cancelled, 1_000_00);
  expect(await cancelOrder(services, { number: cancelled, by: { actor: "Asha" }, cause: "bookseller" })).toMatchObject({
    ok: true,
  });
  expect(await readStock(db, "godan")).toEqual(before);
  expect(await money(cancelled)).toEqual(["refund_pending", null]);
  const [refund] = await refundsOf(db, cancelled);
  const { rows } = await db.execute<{ id: number }>(
    sql`select r.id::int as id from refunds r join orders o on o.id = r.order_id where o.number = ${cancelled}`,
  );
  expect(Number(refund?.amount)).toBe(1_000_00);
  const paid = { by: "bank-transfer", on: isoDay(new Date()), reference: "BACK1" } as const;
  expect(await closeRefund(services, cancelled, { refundId: rows[0]!.id, closedBy: staffId, paid })).toMatchObject({
    ok: true,
  });
  expect(await money(cancelled)).toEqual(["refunded", null]);

  const online = await inAdvance();
  const opened = await openPaymentBeforeDelivery(services, online, { linkVersion: 0 });
  await record(online, 1_000_00);
  await payAtRazorpay(testServices, opened!.order.providerOrderId);
  expect(await settlePayment(services, opened!.order.providerOrderId, "browser")).toMatchObject({ outcome: "paid" });
  expect((await refundsOf(db, online)).map(({ amount }) => Number(amount))).toEqual([1_000_00]);
});

test("an order on credit is packed, billed with its day, and paid by parts after it was delivered", async () => {
  const number = await onCredit();
  expect([await stateOf(db, number), await money(number)]).toEqual(["to_pack", ["owed", total]]);
  await issueDocuments(services);
  const [bill] = await listDocuments(db, await orderIdOf(db, number));
  expect(bill?.content.payBy).toMatch(/^\d{4}-\d\d-\d\d$/);
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EX9", trackingUrl: "" });
  await deliverOrder(services, number);
  expect(await money(number)).toEqual(["owed", total]);
  expect((await findOrder(db, number, "link"))?.paidPaise).toBe(0);
  await sendDueLetters(services);
  await record(number, 1_000_00);
  const owed = (await listReceivables(services)).find((one) => one.number === number);
  expect(owed).toMatchObject({ leftPaise: total - 1_000_00, receivedPaise: 1_000_00, age: 0, isLate: false });
  expect(await record(number, total - 1_000_00)).toEqual({ ok: true, leftPaise: 0, backPaise: 0 });
  expect([await stateOf(db, number), await money(number)]).toEqual(["delivered", ["paid", null]]);
});

test("an order on credit is paid online as a whole, also once it is sent, and transfers that came too go back", async () => {
  const number = await onCredit();
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EX9", trackingUrl: "" });
  const open = async () => (await openPaymentBeforeDelivery(services, number, { linkVersion: 0 }))?.order;
  const { providerOrderId } = (await open())!;
  await record(number, 1_000_00);
  expect(await open()).toBeUndefined();
  await payAtRazorpay(testServices, providerOrderId);
  expect(await settlePayment(services, providerOrderId, "browser")).toMatchObject({ outcome: "paid" });
  expect([await stateOf(db, number), await money(number)]).toEqual(["shipped", ["paid", null]]);
  expect((await refundsOf(db, number)).map(({ amount }) => Number(amount))).toEqual([1_000_00]);

  // Of an order with cancelled copies, the rest is not paid online: the payment goes back.
  const lowered = await onCredit();
  const opened = (await openPaymentBeforeDelivery(services, lowered, { linkVersion: 0 }))!.order;
  await cancelOrder(services, {
    number: lowered,
    by: { actor: "Asha" },
    cause: "bookseller",
    copies: [{ bookId: "godan", quantity: 1 }],
  });
  expect(await openPaymentBeforeDelivery(services, lowered, { linkVersion: 0 })).toBeNull();
  await payAtRazorpay(testServices, opened.providerOrderId);
  expect(await settlePayment(services, opened.providerOrderId, "browser")).toMatchObject({ outcome: "review" });
  expect(await money(lowered)).toEqual(["owed", total - 500_00]);
});

test("tax that the buyer keeps back pays the order with the transfer, and is listed until its certificate comes", async () => {
  const number = await onCredit();
  const tdsPaise = 5_05;
  const amountPaise = total - tdsPaise;
  expect(await record(number, amountPaise + 1, { tdsPaise })).toEqual({
    ok: false,
    reason: "tds-too-much",
    leftPaise: total,
  });
  expect(await record(number, 49_00, { tdsPaise: 5_00, utr: "TDSPART001" })).toMatchObject({
    leftPaise: total - 54_00,
  });
  expect(await record(number, total - 54_00)).toEqual({ ok: true, leftPaise: 0, backPaise: 0 });
  expect(await money(number)).toEqual(["paid", null]);
  const listed = await listTaxWithheld(db);
  expect(listed).toMatchObject([{ order: number, buyer: "St. Anne’s School", utr: "TDSPART001", tdsPaise: 5_00 }]);
  expect(await noteCertificate(db, listed[0]!.id, "ABCDEFG")).toBe(number);
  expect(await noteCertificate(db, listed[0]!.id, "ABCDEFG")).toBeNull();
  expect(await listTaxWithheld(db)).toEqual([]);
});

test("cancelled copies lower what is owed, and what was paid of a cancelled order on credit goes back", async () => {
  const number = await onCredit();
  const cancel = (quantity?: number) =>
    cancelOrder(services, {
      number,
      by: { actor: "Asha" },
      cause: "bookseller",
      ...(quantity && { copies: [{ bookId: "godan", quantity }] }),
    });
  await cancel(4);
  expect(await money(number)).toEqual(["owed", total - 2_000_00]);
  await record(number, 3_000_00);
  expect(await money(number)).toEqual(["owed", 49_00]);
  await issueDocuments(services);
  expect(await cancel()).toMatchObject({ ok: true, isWhole: true });
  expect(await money(number)).toEqual(["refund_pending", null]);
  await issueDocuments(services);

  const unpaid = await onCredit();
  await cancelOrder(services, { number: unpaid, by: { actor: "Asha" }, cause: "bookseller" });
  expect([await stateOf(db, unpaid), await money(unpaid)]).toEqual(["cancelled", ["none", null]]);
  expect(await record(unpaid, 5_00)).toEqual({ ok: true, leftPaise: 0, backPaise: 5_00 });
});

test("what is owed on credit is added up by age", () => {
  const of = (age: number, isOnCredit = true) => ({ age, leftPaise: 1_00, dueOn: isOnCredit ? "2026-01-01" : null });
  const sums = sumByAge([0, 30, 31, 60, 61, 90, 91, 900].map((age) => of(age)).concat(of(10, false)));
  expect(ages.map(({ label }, place) => [label, sums[place]])).toEqual([
    ["0–30 days", 2_00],
    ["31–60 days", 2_00],
    ["61–90 days", 2_00],
    ["Over 90 days", 2_00],
  ]);
});
