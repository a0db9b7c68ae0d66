/** Tests of books that readers bring back to the shop: by the rules of returns, with money the way it was paid. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { AboveRefundLimit } from "#shop/sales/payments/refund-limit.server.ts";
import { askReturn } from "#shop/sales/returns/ask-return.server.ts";
import type { Services } from "#shop/services.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { addTestTill } from "#tests/support/sales/counter-sale.ts";
import { openTerms, orderOnDelivery } from "#tests/support/sales/order-on-delivery.ts";
import { paidOrder, refundsOf } from "#tests/support/sales/paid-order.ts";
import { readStock, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import type { Taker } from "./return-at-counter.server.ts";
import { readOnlineOrder, takeOnlineBack, type OnlineReturnInput } from "./return-from-online.server.ts";

const testServices = await openTestServices({ onDelivery: openTerms });
const { db, services } = testServices;
await addTestTill(db);
for (const bookId of ["godan", "malgudi-days"]) await setStock(db, bookId, 100);
const staffId = await addStaff(testServices, "bookseller", "Ravi");
const taker: Taker = { staffId, till: "T1", limits: undefined };

/** An order from online that was paid at Razorpay and sent. */
async function sent(reader: string, books: Record<string, number>): Promise<string> {
  const { number } = await paidOrder(testServices, reader, books);
  await shipOrder(services, number, { carrier: "Blue Dart", trackingNumber: "BD1", trackingUrl: "" });
  return number;
}

const takeBack = (
  orderNumber: string,
  change: Partial<OnlineReturnInput> = {},
  by = taker,
  from: Pick<Services, "db" | "now" | "settings"> = services,
) =>
  takeOnlineBack(
    from,
    {
      orderNumber,
      lines: [{ position: 0, copies: 1 }],
      asked: [],
      reason: "changed-mind",
      words: "",
      isFit: true,
      paidBy: "cash",
      reference: "",
      ...change,
    },
    by,
  );

async function cashGivenFor(number: string): Promise<number[]> {
  const { rows } = await db.execute<{ cashPaise: string }>(sql`
    select c.cash_paise from counter_refunds c join refunds r on r.id = c.refund_id join orders o on o.id = r.order_id
    where o.number = ${number} order by r.id`);
  return rows.map(({ cashPaise }) => Number(cashPaise));
}

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("a book that was paid online comes back: to the shelf, and its money the way it was paid, never in cash", async () => {
  const number = await sent("brings-one-back", { godan: 2 });
  const { onHand } = await readStock(db, "godan");
  expect(await readOnlineOrder(services, number)).toMatchObject({
    lines: [{ position: 0, left: 2 }],
    isPaidByHand: false,
    obstacle: null,
  });
  expect(await takeBack(number, { lines: [{ position: 0, copies: 3 }] })).toEqual({ ok: false, reason: "too-many" });
  expect(await takeBack(number, { lines: [] })).toEqual({ ok: false, reason: "nothing" });
  const taken = await takeBack(number);
  expect(taken).toMatchObject({ ok: true, atTillPaise: 0, copies: 1 });
  expect((await readStock(db, "godan")).onHand).toBe(onHand + 1);
  expect(await cashGivenFor(number)).toEqual([]);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "requested", reason: "returned" }]);
  await processRefunds(services);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "processed" }]);

  expect(await takeBack(number, { isFit: false })).toMatchObject({ ok: true });
  expect((await readStock(db, "godan")).onHand).toBe(onHand + 1);
  expect(await readOnlineOrder(services, number)).toMatchObject({ lines: [], obstacle: "all-back" });
  expect(await takeBack(number)).toEqual({ ok: false, reason: "all-back" });
});

test("money that a carrier collected is given back at the till, counts in its cash, and has a credit note", async () => {
  const number = await orderOnDelivery(services, "paid-the-carrier", { godan: 2 }, "delivered");
  expect(await readOnlineOrder(services, number)).toMatchObject({ isPaidByHand: true });
  const cash = await takeBack(number);
  expect(cash).toMatchObject({ ok: true });
  const { refundPaise, atTillPaise } = cash as { refundPaise: number; atTillPaise: number };
  expect(atTillPaise).toBe(refundPaise);
  await takeBack(number, { paidBy: "upi", reference: "UPI1" });
  expect(await cashGivenFor(number)).toEqual([refundPaise, 0]);
  expect(await refundsOf(db, number)).toMatchObject([{ state: "processed" }, { state: "processed" }]);
  await issueDocuments(services);
  const { rows } = await db.execute<{ kind: string }>(sql`
    select d.kind from documents d join orders o on o.id = d.order_id where o.number = ${number} order by d.id`);
  expect(rows.map(({ kind }) => kind)).toEqual(["bill", "credit-note", "credit-note"]);
});

test("a return that the reader has requested is received, and not counted twice", async () => {
  const number = await sent("asked-before", { godan: 2, "malgudi-days": 1 });
  const input = { bookId: "godan", quantity: 1, reason: "damaged", words: "Torn" } as const;
  const asked = await askReturn(services, { number, by: "link", input });
  if (!asked.ok) throw new Error(asked.reason);
  const order = await readOnlineOrder(services, number);
  expect(order).toMatchObject({ asked: [{ id: asked.returnId, copies: 1, reason: "damaged" }], lines: [{ left: 1 }] });
  expect(await takeBack(number, { lines: [], asked: [asked.returnId + 1000] })).toEqual({
    ok: false,
    reason: "too-many",
  });
  expect(await takeBack(number, { lines: [], asked: [asked.returnId], isFit: false })).toMatchObject({
    ok: true,
    copies: 1,
  });
  const { rows } = await db.execute(sql`select state, reason, words from returns where id = ${asked.returnId}`);
  expect(rows).toEqual([{ state: "received", reason: "damaged", words: "Torn" }]);
  expect(await takeBack(number, { lines: [], asked: [asked.returnId] })).toEqual({ ok: false, reason: "too-many" });
});

test("nothing comes back before it was sent, after the days to return, of a sale of a till, or above a limit", async () => {
  const { number: waiting } = await paidOrder(testServices, "not-sent-yet", { godan: 1 });
  expect(await takeBack(waiting)).toEqual({ ok: false, reason: "not-sent" });
  const number = await sent("brings-it-late", { godan: 1 });
  const inAYear = { ...services, now: () => new Date(Date.now() + 365 * 86_400_000) };
  expect(await readOnlineOrder(inAYear, number)).toMatchObject({ obstacle: "late", until: expect.any(String) });
  expect(await takeBack(number, {}, taker, inAYear)).toEqual({ ok: false, reason: "late" });
  expect(await takeBack("EP-0000000000")).toEqual({ ok: false, reason: "no-such-order" });
  const limits = { staffId, ofOrderPaise: 100, ofDayPaise: 100_000 };
  await expect(takeBack(number, {}, { ...taker, limits })).rejects.toThrow(AboveRefundLimit);
  expect(await readOnlineOrder(services, number)).toMatchObject({ lines: [{ left: 1 }] });
  expect(await stateOf(db, number)).toBe("shipped");
});

test("two people take the last copy back at once: it is refunded once", async () => {
  const number = await sent("brought-once", { godan: 1 });
  const both = await Promise.all([takeBack(number), takeBack(number)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});
