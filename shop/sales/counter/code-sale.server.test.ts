/** Tests of sales at the counter that are paid by a QR code of Razorpay, over HTTP with its stand-in. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { payQrCode } from "#razorpay-stand-in/drive.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { closeCodes, openCode, tendCodes } from "#shop/sales/payments/qr-codes.server.ts";
import { expireReservations, processRefunds, reconcilePayments } from "#shop/sales/payments/reconcile.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import { addTestTill, counterSale } from "#tests/support/sales/counter-sale.ts";
import { alertsAbout, passRefundWait, refundsOf } from "#tests/support/sales/paid-order.ts";
import { readStock, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliveriesOf, receiveFromRazorpay } from "#tests/support/shop/webhooks.ts";
import { beginCodeSale, cancelCodeSale, checkCodeSale } from "./code-sale.server.ts";
import type { CounterSale } from "./counter-sale.ts";
import { sellAtCounter } from "./sell-at-counter.server.ts";

let ahead = 0;
const testServices = await openTestServices(
  { counter: { upiId: null, hasCodes: true, mostPercent: 20 } },
  { now: () => new Date(Date.now() + ahead) },
);
const { db, services, standIn } = testServices;
await addTestTill(db);
await setStock(db, "godan", 1000);
const seller = {
  staffId: await addStaff(testServices, "bookseller", "Ravi"),
  actor: "Ravi",
  till: "T1",
  mostPercent: 20,
};
const minutes = (count: number) => (ahead += count * 60_000);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

/** A sale of a book that is to be paid by a code. */
async function codeSale(change: Partial<Omit<CounterSale, "lines">> = {}): Promise<CounterSale> {
  const sale = await counterSale(db, { godan: 1 }, change);
  const payment = { cashPaise: 0, upiPaise: sale.totalPaise, cardPaise: 0, givenPaise: 0, reference: "" };
  return { ...sale, payment, ...change };
}

async function begun(sale: CounterSale) {
  const done = await beginCodeSale(services, sale, seller);
  if (!done.ok || !("waiting" in done)) throw new Error(`The sale of the test does not wait: ${JSON.stringify(done)}`);
  return done.waiting;
}

/** A sale whose code is shown; the code is the newest of the stand-in. */
async function shown() {
  const sale = await codeSale();
  const waiting = await begun(sale);
  expect(await openCode(services, waiting.orderId)).toMatchObject({ ok: true });
  return { sale, ...waiting, codeId: newestCode().id };
}

const codesOf = (number: string) => standIn.ledger().qrCodes.filter(({ notes }) => notes.shop_order === number);
const newestCode = () => standIn.ledger().qrCodes.at(-1)!;
const pay = (codeId: string) => payQrCode(testServices, codeId);
const sumOf = ({ totalPaise }: CounterSale) => totalPaise;

async function report(codeId: string) {
  for (const { body, signature, eventId } of deliveriesOf(testServices, codeId))
    await receiveFromRazorpay(services, body, signature, eventId);
  await processWebhooks(services);
}

async function quarantined(): Promise<string[]> {
  const { rows } = await db.execute<{ type: string }>(sql`select type from webhook_events where state <> 'done'`);
  return rows.map(({ type }) => type);
}

/** Sends the refunds that are due, and asks how they ended. */
async function sendRefunds() {
  await processRefunds(services);
  await passRefundWait(db);
  minutes(61);
  await processRefunds(services);
}

test("a code is for the sum of its sale and one use; once it is paid, the till finds the sale with its bill", async () => {
  const { onHand, reserved } = await readStock(db, "godan");
  expect(reserved).toBe(0);
  const { sale, orderNumber, codeId } = await shown();
  expect(newestCode()).toMatchObject({
    usage: "single_use",
    fixed_amount: true,
    payment_amount: sumOf(sale),
    notes: { shop_order: orderNumber },
  });
  // The copy is not sold to others meanwhile.
  expect(await readStock(db, "godan")).toMatchObject({ onHand, reserved: 1 });
  expect(await checkCodeSale(services, sale.id)).toEqual({ kind: "waiting", isSilent: false });
  minutes(1);
  await pay(codeId);
  const state = await checkCodeSale(services, sale.id);
  expect(state).toMatchObject({
    kind: "sold",
    sale: {
      orderNumber,
      bill: { number: expect.stringMatching(/^T1\//), totalPaise: sumOf(sale) },
      payment: { upiPaise: sumOf(sale), cashPaise: 0, reference: expect.stringMatching(/^pay_/) },
    },
  });
  expect(await stateOf(db, orderNumber)).toBe("delivered");
  expect(await readStock(db, "godan")).toMatchObject({ onHand: onHand - 1, reserved: 0 });
  // Sent again, also as cash, it is the same sale.
  expect(await beginCodeSale(services, sale, seller)).toMatchObject({ ok: true, sale: { orderNumber } });
  expect(await sellAtCounter(services, sale, seller)).toMatchObject({ isNew: false, sale: { orderNumber } });
  await report(codeId);
  expect(await quarantined()).toEqual([]);
});

test("Razorpay's report alone makes the sale, without the till, and its other events are of the same payment", async () => {
  const { sale, orderNumber, codeId } = await shown();
  await pay(codeId);
  await report(codeId);
  expect(await quarantined()).toEqual([]);
  expect(await stateOf(db, orderNumber)).toBe("delivered");
  expect(await checkCodeSale(services, sale.id)).toMatchObject({ kind: "sold" });
});

test("a report that nobody can forge into a sale: Razorpay is asked, and says that the code is not paid", async () => {
  const { sale, codeId } = await shown();
  const other = await shown();
  await pay(other.codeId);
  const { body, signature } = deliveriesOf(testServices, other.codeId).at(-1)!;
  const forged = Buffer.from(body.toString().replaceAll(other.codeId, codeId));
  expect(await receiveFromRazorpay(services, forged, signature, "evt_forged")).toBe("forged");
  await report(codeId);
  expect(await checkCodeSale(services, sale.id)).toMatchObject({ kind: "waiting" });
  await cancelCodeSale(services, sale.id, { note: "test" });
  await checkCodeSale(services, other.sale.id);
});

test("an answer that is lost makes one code: the next try finds it", async () => {
  const sale = await codeSale();
  const waiting = await begun(sale);
  standIn.setFault("lostQrCode", {});
  expect(await openCode(services, waiting.orderId)).toMatchObject({ ok: false, reason: "unanswered" });
  expect(await openCode(services, waiting.orderId)).toMatchObject({ ok: true });
  expect(await openCode(services, waiting.orderId)).toMatchObject({ ok: true });
  expect(codesOf(waiting.orderNumber)).toHaveLength(1);
  await cancelCodeSale(services, sale.id, { note: "test" });
});

test("a code that Razorpay made without an answer is paid, and found by its report before the shop knows it", async () => {
  const sale = await codeSale();
  const waiting = await begun(sale);
  standIn.setFault("lostQrCode", {});
  await openCode(services, waiting.orderId);
  const { id } = newestCode();
  await pay(id);
  await report(id);
  expect(await quarantined()).toEqual([]);
  expect(await checkCodeSale(services, sale.id)).toMatchObject({ kind: "sold" });
});

test("a lost code of a sale that was then paid in cash is found and closed; what it took is refunded", async () => {
  const sale = await codeSale();
  const waiting = await begun(sale);
  standIn.setFault("lostQrCode", {});
  await openCode(services, waiting.orderId);
  const { id } = newestCode();
  const cash = { ...sale, payment: { ...sale.payment, upiPaise: 0, cashPaise: sumOf(sale), givenPaise: sumOf(sale) } };
  expect(await sellAtCounter(services, cash, seller)).toMatchObject({ ok: true, isNew: true });
  expect(await stateOf(db, waiting.orderNumber)).toBe("cancelled");
  await pay(id);
  minutes(2);
  await tendCodes(services);
  expect(await alertsAbout(db, waiting.orderNumber)).toEqual([
    expect.stringContaining("of a QR code came when its sale was cancelled. It is refunded in full."),
  ]);
  await sendRefunds();
  expect(await refundsOf(db, waiting.orderNumber)).toEqual([
    { amount: sumOf(sale), reason: "cancelled", state: "processed" },
  ]);
});

test("a cancelled code is closed at Razorpay, its copy is free, and a payment that gets through is refunded", async () => {
  const { sale, orderId, orderNumber, codeId } = await shown();
  expect(await cancelCodeSale(services, sale.id, { actor: "Ravi", note: "code cancelled" })).toBe(orderNumber);
  expect(await cancelCodeSale(services, sale.id, { note: "again" })).toBeNull();
  await closeCodes(services, orderId);
  expect(newestCode()).toMatchObject({ status: "closed", close_reason: "on_demand" });
  expect((await readStock(db, "godan")).reserved).toBe(0);
  expect(await checkCodeSale(services, sale.id)).toEqual({ kind: "closed" });
  standIn.setFault("paidAfterClose", {});
  await pay(codeId);
  await report(codeId);
  await sendRefunds();
  expect(await refundsOf(db, orderNumber)).toEqual([{ amount: sumOf(sale), reason: "cancelled", state: "processed" }]);
  expect(await stateOf(db, orderNumber)).toBe("refunded");
  // A new code of the same sale is another order.
  const again = await begun(sale);
  expect(again.orderNumber).not.toBe(orderNumber);
  await cancelCodeSale(services, sale.id, { note: "test" });
});

test("a payment of a closed code that Razorpay pays back by itself leaves nothing to do", async () => {
  const { sale, orderId, orderNumber, codeId } = await shown();
  await cancelCodeSale(services, sale.id, { note: "test" });
  await closeCodes(services, orderId);
  await pay(codeId);
  await report(codeId);
  expect(await quarantined()).toEqual([]);
  expect(await stateOf(db, orderNumber)).toBe("refunded");
  expect(await alertsAbout(db, orderNumber)).toEqual([]);
});

test("closing that fails is tried again, and a code whose time is over ends its sale", async () => {
  const { sale, orderId, codeId } = await shown();
  await cancelCodeSale(services, sale.id, { note: "test" });
  expectErrors();
  standIn.setFault("serverError", { path: `/v1/payments/qr_codes/${codeId}/close` });
  await closeCodes(services, orderId);
  expect(newestCode().status).toBe("active");
  minutes(1);
  await tendCodes(services);
  expect(newestCode().status).toBe("closed");

  const late = await shown();
  minutes(17);
  await expireReservations(services);
  expect(await stateOf(db, late.orderNumber)).toBe("expired");
  expect(await checkCodeSale(services, late.sale.id)).toEqual({ kind: "closed" });
  standIn.setFault("paidAfterClose", {});
  await pay(late.codeId);
  minutes(20);
  await reconcilePayments(services);
  await sendRefunds();
  expect(await refundsOf(db, late.orderNumber)).toMatchObject([{ state: "processed" }]);
});

test("a code that takes two payments pays one sale, and the second goes back also if Razorpay does not report it", async () => {
  const { sale, orderNumber, codeId } = await shown();
  standIn.setFault("codePaidTwice", {});
  await pay(codeId);
  await checkCodeSale(services, sale.id);
  await sendRefunds();
  expect(await refundsOf(db, orderNumber)).toEqual([{ amount: sumOf(sale), reason: "duplicate", state: "processed" }]);
  expect(await stateOf(db, orderNumber)).toBe("delivered");

  const quiet = await shown();
  await pay(quiet.codeId);
  await checkCodeSale(services, quiet.sale.id);
  standIn.setFault("paidAfterClose", {});
  await pay(quiet.codeId);
  minutes(20);
  await reconcilePayments(services);
  await sendRefunds();
  expect(await refundsOf(db, quiet.orderNumber)).toMatchObject([{ reason: "duplicate", state: "processed" }]);
  const asked = async () =>
    (await db.execute(sql`select max(checked_at) from payment_attempts where id = ${quiet.codeId}`)).rows;
  const before = await asked();
  minutes(60);
  await reconcilePayments(services);
  expect(await asked()).toEqual(before);
});

test("money that is not listed yet, and Razorpay's silence, leave the sale waiting", async () => {
  const { sale, codeId } = await shown();
  await pay(codeId);
  standIn.setFault("unlistedCodePayment", {});
  expect(await checkCodeSale(services, sale.id)).toEqual({ kind: "waiting", isSilent: false });
  minutes(1);
  standIn.setFault("serverError", { path: "/v1/payments/qr_codes", status: 503 });
  expect(await checkCodeSale(services, sale.id)).toEqual({ kind: "waiting", isSilent: true });
  minutes(1);
  expect(await checkCodeSale(services, sale.id)).toMatchObject({ kind: "sold" });
});

test("two tills cannot take the last copy, by a code and in cash", async () => {
  await setStock(db, "malgudi-days", 1);
  const [first, second] = [await counterSale(db, { "malgudi-days": 1 }), await counterSale(db, { "malgudi-days": 1 })];
  const upi = { cashPaise: 0, upiPaise: first.totalPaise, cardPaise: 0, givenPaise: 0, reference: "" };
  const waiting = await begun({ ...first, payment: upi });
  expect(await sellAtCounter(services, second, seller)).toMatchObject({ ok: false, reason: "short" });
  // What another till waits for is not taken away from it.
  const held = { ...second, short: { "malgudi-days": "held" as const } };
  expect(await sellAtCounter(services, held, seller)).toMatchObject({
    reason: "short",
    books: [{ held: 0, orders: [waiting.orderNumber] }],
  });
  await cancelCodeSale(services, first.id, { note: "test" });
  expect(await sellAtCounter(services, second, seller)).toMatchObject({ ok: true });
});

test("no code is shown for a sale that cannot be made, nor where codes are switched off or not enabled", async () => {
  const sale = await codeSale();
  expect(await beginCodeSale(services, { ...sale, totalPaise: 1 }, seller)).toEqual({ ok: false, reason: "sum" });
  const off = {
    ...services,
    settings: { ...services.settings, counter: { ...services.settings.counter, hasCodes: false } },
  };
  expect(await beginCodeSale(off, sale, seller)).toEqual({ ok: false, reason: "no-codes" });
  const waiting = await begun(sale);
  standIn.setFault("noQrCodes", {});
  expect(await openCode(services, waiting.orderId)).toMatchObject({ ok: false, reason: "refused" });
  await cancelCodeSale(services, sale.id, { note: "test" });
  expect(await openCode(services, waiting.orderId)).toMatchObject({ ok: false, reason: "closed" });
});

test("accounts with the feature get the link of the code, others its picture", async () => {
  const first = await begun(await codeSale());
  expect(await openCode(services, first.orderId)).toEqual({
    ok: true,
    code: { picture: expect.stringMatching(/^data:image\/png;base64,/) },
  });
  const second = await begun(await codeSale());
  standIn.setFault("qrImageContent", {});
  expect(await openCode(services, second.orderId)).toEqual({
    ok: true,
    code: { link: expect.stringMatching(/^upi:\/\/pay\?/) },
  });
});
