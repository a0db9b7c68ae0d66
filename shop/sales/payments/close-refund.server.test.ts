import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { listMoneyConcerns } from "#shop/office/back-office/money-concerns.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { listDocuments } from "#shop/sales/documents/find-documents.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { compareWithLedger } from "#shop/office/invariants/ledger.ts";
import { readMoneyRecords } from "#shop/office/invariants/money-records.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { lettersOf, paidOrder, refundsOf } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { closeRefund } from "./close-refund.server.ts";
import { processRefunds } from "./reconcile.server.ts";
import { requestRefund } from "./refunds.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const testServices = await openTestServices({}, { connections: 10 });
const { db, services, standIn } = testServices;
await setStock(db, "godan", 20);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const ask = (paymentId: string, amountPaise?: number) =>
  inTransaction(db, (tx) => requestRefund(tx, { paymentId, amountPaise, reason: "bookseller", at: new Date() }));

/** The id of the order at Razorpay. */
async function attemptOf(number: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id from payment_attempts a join orders o on o.id = a.order_id where o.number = ${number}`);
  return rows[0]!.id;
}

test("a refund that the bank refuses is closed when the shop has paid it otherwise: letter, credit note, no concern left", async () => {
  const { number, paymentId, id } = await paidOrder(testServices, "otherwise", { godan: 1 });
  await ask(paymentId, 2468);
  await processRefunds(services);
  await standIn.settled();
  await settlePayment(services, await attemptOf(number), "webhook");
  const { rows } = await db.execute<{ id: string }>(sql`select id from refunds where payment_id = ${paymentId}`);
  const refundId = Number(rows[0]!.id);
  const closedBy = await addStaff(testServices, "owner");
  const today = isoDay(new Date());
  const close = (on: string, more = {}) =>
    closeRefund(services, number, { refundId, closedBy, paid: { by: "upi", on, reference: "4711" }, ...more });
  expect(await close("2999-01-01")).toEqual({ ok: false, reason: "future" });
  expect(await close("2020-01-01")).toEqual({ ok: false, reason: "too-early" });
  expect(await close(today, { refundId: refundId + 999 })).toEqual({ ok: false, reason: "no-such-refund" });
  const both = await Promise.all([close(today), close(today)]);
  expect(both.map((one) => (one.ok ? one.amountPaise : one.reason)).sort()).toEqual([2468, "not-failed"]);
  expect(await refundsOf(db, number)).toEqual([{ amount: 2468, reason: "bookseller", state: "processed" }]);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-refunded"]);
  const concerns = await listMoneyConcerns(services);
  expect(concerns.filter(({ order }) => order === number)).toEqual([]);
  await issueDocuments(services);
  expect((await listDocuments(db, id)).map(({ content }) => content.totalPaise).at(-1)).toBe(2468);
  // Money that was returned by other means is not refunded again.
  expect(await ask(paymentId)).toMatchObject({ ok: true });
  await db.execute(sql`delete from refunds where payment_id = ${paymentId} and state = 'requested'`);
  expect(
    compareWithLedger({
      ledger: standIn.ledger(),
      records: await readMoneyRecords(db),
      now: new Date(),
    }).breaches.filter(({ what }) => what.includes(number)),
  ).toEqual([]);
});

test("a refund that another one has covered since is not closed too", async () => {
  const { number, paymentId, totalPaise } = await paidOrder(testServices, "covered", { godan: 1 });
  await ask(paymentId, 2468);
  await processRefunds(services);
  await standIn.settled();
  await settlePayment(services, await attemptOf(number), "webhook");
  await ask(paymentId, totalPaise);
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from refunds where payment_id = ${paymentId} and state = 'failed'`);
  const closing = { refundId: Number(rows[0]!.id), closedBy: await addStaff(testServices, "owner") };
  const paid = { by: "cash", on: isoDay(new Date()), reference: "" } as const;
  expect(await closeRefund(services, number, { ...closing, paid })).toMatchObject({ reason: "nothing-left" });
});
