/** Tests of books that come back at the counter, and of the count of a till's cash. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { addTestTill, counterSale } from "#tests/support/sales/counter-sale.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { readStock, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { AboveRefundLimit } from "#shop/sales/payments/refund-limit.server.ts";
import { countTill, listTillCounts } from "./count-till.server.ts";
import type { CounterSale } from "./counter-sale.ts";
import { listCashMoves, moveCash, undoCashMove } from "./move-cash.server.ts";
import {
  findSaleByBill,
  listReturnable,
  takeBack,
  type CounterReturn,
  type Taker,
} from "./return-at-counter.server.ts";
import { sellAtCounter } from "./sell-at-counter.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await addTestTill(db);
await setStock(db, "godan", 100);
const staffId = await addStaff(testServices, "bookseller", "Ravi");
const taker: Taker = { staffId, till: "T1", limits: undefined };

async function sold(books: Record<string, number>, change: Partial<Omit<CounterSale, "lines">> = {}) {
  const sale = await counterSale(db, books, change);
  const done = await sellAtCounter(services, sale, { staffId, actor: "Ravi", till: "T1", mostPercent: null });
  if (!done.ok) throw new Error(`The sale of the test was refused: ${done.reason}`);
  return { ...done.sale, totalPaise: sale.totalPaise };
}

function back(orderNumber: string, copies: number, change: Partial<CounterReturn> = {}): CounterReturn {
  const lines = [{ position: 0, copies }];
  return { orderNumber, lines, isFit: true, why: "A gift twice", paidBy: "cash", reference: "", ...change };
}

async function creditNotesOf(orderNumber: string): Promise<number> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    select coalesce(sum((d.content ->> 'totalPaise')::bigint), 0) as sum from documents d join orders o on o.id = d.order_id
    where o.number = ${orderNumber} and d.kind = 'credit-note'`);
  return Number(rows[0]!.sum);
}

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("a copy comes back by its bill: to the shelf, with its money and a credit note; the last one ends the order", async () => {
  const { orderNumber, bill, totalPaise } = await sold({ godan: 2 }, { discount: { percent: 10 } });
  const { onHand } = await readStock(db, "godan");
  expect(await findSaleByBill(db, bill.number)).toMatchObject({ orderNumber, till: "T1", soldBy: "Ravi" });
  const first = await takeBack(services, back(orderNumber, 1), taker);
  expect(first).toMatchObject({ ok: true, notes: [expect.stringMatching(/^CN/)] });
  expect((await readStock(db, "godan")).onHand).toBe(onHand + 1);
  expect(await stateOf(db, orderNumber)).toBe("delivered");
  expect(await listReturnable(db, orderNumber)).toMatchObject([{ left: 1 }]);

  expect(await takeBack(services, back(orderNumber, 2), taker)).toMatchObject({ reason: "too-many" });
  expect(await takeBack(services, back(orderNumber, 1, { isFit: false }), taker)).toMatchObject({ ok: true });
  expect((await readStock(db, "godan")).onHand).toBe(onHand + 1);
  expect(await stateOf(db, orderNumber)).toBe("refunded");
  expect(await creditNotesOf(orderNumber)).toBe(totalPaise);
});

test("two people take the last copy back at once: the money is given once", async () => {
  const { orderNumber } = await sold({ godan: 1 });
  const both = await Promise.all([
    takeBack(services, back(orderNumber, 1), taker),
    takeBack(services, back(orderNumber, 1), taker),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

test("no book comes back of an order from online, none at all, and none above the limit of the person", async () => {
  const online = (await paidOrder(testServices, "not-at-the-counter", { godan: 1 })).number;
  expect(await takeBack(services, back(online, 1), taker)).toEqual({ ok: false, reason: "no-such-sale" });
  const { orderNumber } = await sold({ godan: 1 });
  expect(await takeBack(services, back(orderNumber, 0), taker)).toEqual({ ok: false, reason: "nothing" });
  const limits = { staffId, ofOrderPaise: 100, ofDayPaise: 100_000 };
  await expect(takeBack(services, back(orderNumber, 1), { ...taker, limits })).rejects.toThrow(AboveRefundLimit);
  expect(await listReturnable(db, orderNumber)).toMatchObject([{ left: 1 }]);
});

test("cash that is put in and taken out is counted, unless it was undone before the count", async () => {
  const count = (countedPaise: number) =>
    countTill(services, { till: "T1", countedPaise, leftPaise: countedPaise, note: "", staffId });
  const move = async (paise: number, till = "T1") => {
    const isMoved = await moveCash(services, { till, paise, reason: "expense", note: "Tea", staffId });
    return isMoved ? Number((await listCashMoves(db, till))[0]!.id) : null;
  };
  await count(1000_00);
  await move(-50_00);
  await move(200_00);
  const wrong = (await move(-500_00))!;
  expect(await undoCashMove(services, "T1", wrong)).toEqual({ paise: -500_00 });
  expect(await undoCashMove(services, "T1", wrong)).toBeNull();
  expect(await count(1150_00)).toEqual({ expectedPaise: 1150_00 });
  expect((await listTillCounts(db, "T1"))[0]).toMatchObject({ movedPaise: 150_00 });
  const [undone, putIn] = await listCashMoves(db, "T1");
  expect(undone).toMatchObject({ by: "Ravi", note: "Tea", isUndone: true });
  expect(await undoCashMove(services, "T1", Number(putIn!.id))).toBeNull();
  expect(await count(1150_00)).toEqual({ expectedPaise: 1150_00 });
  expect(await move(-50_00, "T9")).toBeNull();
});

test("cash is expected from the last count, sales in cash and what was given back; each sale belongs to one count", async () => {
  const count = (countedPaise: number, leftPaise: number) =>
    countTill(services, { till: "T1", countedPaise, leftPaise, note: "", staffId });
  await count(1000_00, 1000_00);
  const byCash = await sold({ godan: 1 });
  const upi = await counterSale(db, { godan: 1 });
  await sold({ godan: 1 }, { payment: { ...upi.payment, cashPaise: 0, givenPaise: 0, upiPaise: upi.totalPaise } });
  const other = await sold({ godan: 1 });
  await takeBack(services, back(other.orderNumber, 1), taker);
  await takeBack(services, back((await sold({ godan: 1 })).orderNumber, 1, { paidBy: "upi" }), taker);
  const expected = 1000_00 + 2 * byCash.totalPaise;
  expect(await count(expected - 50_00, 500_00)).toEqual({ expectedPaise: expected });
  expect(await count(500_00, 0)).toEqual({ expectedPaise: 500_00 });
  const [last, second] = await listTillCounts(db, "T1");
  expect(last).toMatchObject({ sales: 0, expectedPaise: 500_00, countedPaise: 500_00 });
  expect(second).toMatchObject({ sales: 4, upiPaise: upi.totalPaise, givenBackPaise: byCash.totalPaise });
  expect(await countTill(services, { till: "T9", countedPaise: 0, leftPaise: 0, note: "", staffId })).toBeNull();
});
