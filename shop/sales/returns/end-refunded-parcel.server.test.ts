/** Tests of parcels whose order was refunded in full while they were on their way. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findOrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { listParcelsOnTheirWay } from "#shop/office/back-office/parcels/parcels.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { handOver } from "#shop/sales/orders/collection/hand-over.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { lettersOf, paidOrder } from "#tests/support/sales/paid-order.ts";
import { readStock, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { endRefundedParcel, type RefundedParcelEnd } from "./end-refunded-parcel.server.ts";

const testServices = await openTestServices({ shippingFeePaise: 49_00 });
const { db, services } = testServices;
await setStock(db, "godan", 100);
await setStock(db, "indica", 100);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const post = { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" };
let orders = 0;
/** An order of three books, sent in parcels with these books, and then refunded in full. */
async function refundedOnItsWay(...parcels: string[][]): Promise<string> {
  const { number } = await paidOrder(testServices, `refunded-${(orders += 1)}`, { godan: 2, indica: 1 });
  const quantities: Record<string, number> = { godan: 2, indica: 1 };
  for (const books of parcels) {
    const copies = books.map((bookId) => ({ bookId, quantity: quantities[bookId]! }));
    expect(await shipOrder(services, number, post, undefined, { copies })).toMatchObject({ ok: true });
  }
  expect(await refundOrder(services, number, undefined, "")).toMatchObject({ ok: true });
  await processRefunds(services);
  expect((await recordOf(number)).state).toBe("refunded");
  return number;
}
const recordOf = async (number: string) => (await findOrderRecord(db, number))!;
async function fulfilmentOf(number: string): Promise<string> {
  const { rows } = await db.execute<{ state: string }>(
    sql`select coalesce(fulfilment_state, '') as state from orders where number = ${number}`,
  );
  return rows[0]!.state;
}
const onHand = async () => [(await readStock(db, "godan")).onHand, (await readStock(db, "indica")).onHand] as const;
const end = (number: string, how: RefundedParcelEnd, change: { place?: number; isFit?: boolean } = {}) =>
  endRefundedParcel(services, { number, place: 1, end: how, isFit: true, actor: "Ravi", ...change });
const openAlerts = async (number: string) =>
  (await recordOf(number)).alerts.filter(({ kind, isSeen }) => kind === "parcel" && !isSeen);

test("its copies come back to the shelf, or are written off, and the order has ended", async () => {
  for (const [how, isFit] of [
    ["came-back", true],
    ["came-back", false],
    ["lost", true],
  ] as const) {
    const number = await refundedOnItsWay(["godan", "indica"]);
    const before = await onHand();
    expect(await end(number, how, { isFit })).toMatchObject({ ok: true, copies: 3 });
    const back = how === "came-back" && isFit;
    expect(await onHand()).toEqual(back ? [before[0] + 2, before[1] + 1] : before);
    expect(await recordOf(number)).toMatchObject({ state: "refunded", parcels: [{ failure: how }] });
    expect(await fulfilmentOf(number)).toBe("returned");
    expect(await end(number, how)).toEqual({ ok: false, reason: "no-such-parcel" });
    expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-shipped", "order-refunded"]);
  }
});

test("it is listed as on its way, with its refund, until it has ended", async () => {
  const number = await refundedOnItsWay(["godan", "indica"]);
  const listed = async () => (await listParcelsOnTheirWay(db)).filter((one) => one.number === number);
  expect(await listed()).toMatchObject([{ isRefunded: true, part: null }]);
  await end(number, "came-back");
  expect(await listed()).toEqual([]);
});

test("an arrival that is reported asks for a decision once: the money or the books, which may still come back", async () => {
  const number = await refundedOnItsWay(["godan", "indica"]);
  const before = await onHand();
  expect(await deliverOrder(services, number, "Delhivery")).toEqual({ ok: true, isRefunded: true });
  expect(await deliverOrder(services, number)).toEqual({ ok: false, reason: "not-on-its-way" });
  expect(await recordOf(number)).toMatchObject({ state: "refunded", isDelivered: true });
  expect(await openAlerts(number)).toHaveLength(1);
  expect(await end(number, "lost")).toEqual({ ok: false, reason: "no-such-parcel" });

  const asked = await end(number, "ask");
  const { rows } = await db.execute<{ paise: number }>(
    sql`select (total_paise - shipping_paise)::int as paise from orders where number = ${number}`,
  );
  expect(asked).toMatchObject({ ok: true, booksPaise: rows[0]!.paise });
  expect(await lettersOf(db, number)).toContain("refunded-order-arrived");
  expect(await openAlerts(number)).toHaveLength(1);
  expect(await end(number, "came-back")).toMatchObject({ ok: true, copies: 3 });
  expect(await onHand()).toEqual([before[0] + 2, before[1] + 1]);
  expect(await openAlerts(number)).toEqual([]);
  expect(await end(number, "came-back")).toEqual({ ok: false, reason: "no-such-parcel" });
});

test("what arrived is written off without an e-mail, and then nothing is open", async () => {
  const number = await refundedOnItsWay(["godan", "indica"]);
  expect(await end(number, "write-off")).toMatchObject({ ok: true, copies: 3 });
  expect(await fulfilmentOf(number)).toBe("delivered");
  expect(await openAlerts(number)).toEqual([]);
  expect(await end(number, "ask")).toEqual({ ok: false, reason: "no-such-parcel" });
});

test("of several parcels each has its own end; the order ends with the last one", async () => {
  const number = await refundedOnItsWay(["godan"], ["indica"]);
  const before = await onHand();
  expect(await deliverOrder(services, number)).toEqual({ ok: false, reason: "which-parcel", parcels: [1, 2] });
  expect(await deliverOrder(services, number, undefined, 1)).toEqual({ ok: true, isRefunded: true, parcel: 1 });
  expect(await fulfilmentOf(number)).toBe("shipped");
  expect(await end(number, "came-back", { place: 2 })).toMatchObject({ ok: true, copies: 1 });
  expect(await onHand()).toEqual([before[0], before[1] + 1]);
  expect(await fulfilmentOf(number)).toBe("delivered");
});

test("a part that left before the rest was refunded comes back too", async () => {
  const number = await refundedOnItsWay(["godan"]);
  expect(await fulfilmentOf(number)).toBe("cancelled");
  const before = await onHand();
  expect(await end(number, "came-back")).toMatchObject({ ok: true, copies: 2 });
  expect(await onHand()).toEqual([before[0] + 2, before[1]]);
});

test("two people who record the same end do it once, and an order that has its money is refused", async () => {
  const number = await refundedOnItsWay(["godan", "indica"]);
  const before = await onHand();
  const both = await Promise.all([end(number, "came-back"), end(number, "came-back")]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await onHand()).toEqual([before[0] + 2, before[1] + 1]);
  const paid = await paidOrder(testServices, "not-refunded", { godan: 1 });
  await shipOrder(services, paid.number, post);
  expect(await end(paid.number, "came-back")).toEqual({ ok: false, reason: "no-such-order" });
});

test("a refunded order is not handed over at the shop as if it were paid", async () => {
  const number = await refundedOnItsWay(["godan", "indica"]);
  await db.execute(sql`update orders set delivery_method = 'collection' where number = ${number}`);
  expect(await handOver(services, number, { duePaise: 0, payment: null, actor: "Ravi" })).toMatchObject({ ok: false });
  await db.execute(sql`update orders set delivery_method = 'parcel' where number = ${number}`);
  await end(number, "came-back");
});
