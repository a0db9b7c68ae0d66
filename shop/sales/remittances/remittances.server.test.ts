/** Tests of what carriers pay: exact, short, over, twice, unknown, taken back, and of refunded or returned orders. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { closeRefund } from "#shop/sales/payments/close-refund.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { refundParcel, resendParcel } from "#shop/sales/returns/failed-parcels.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { openTerms, orderOnDelivery, trackingOf } from "#tests/support/sales/order-on-delivery.ts";
import { count, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { closeOddLine, listCarrierDebts, listOddLines, listRemittances } from "./owed-by-carriers.server.ts";
import { acceptLine, recordRemittance, type Remittance, type RemittanceLine } from "./record-remittance.server.ts";

const testServices = await openTestServices({ onDelivery: openTerms });
const { db, services } = testServices;
await setStock(db, "godan", 500);
const by = { actor: "Desk", staffId: await addStaff(testServices, "owner") };
afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

let sent = 0;
/** A remittance of these lines whose sum is right, with a UTR of its own. */
function remittance(lines: Partial<RemittanceLine>[], change: Partial<Remittance> = {}): Remittance {
  sent += 1;
  const whole = lines.map((line) => ({ trackingNumber: "", orderNumber: "", amountPaise: 1, ...line }));
  return {
    carrier: "Delhivery",
    utr: `UTR${String(sent).padStart(9, "0")}`,
    paidOn: isoDay(new Date()),
    amountPaise: whole.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
    deductedPaise: 0,
    lines: whole,
    ...change,
  };
}
const outcomes = async (given: Remittance) => {
  const recorded = await recordRemittance(services, given, by);
  return recorded.ok ? recorded.lines.map(({ outcome }) => outcome) : recorded.reason;
};
const totalOf = async (number: string) => (await findOrder(db, number, "link"))!.totalPaise;
const paymentStateOf = async (number: string) =>
  (await db.execute<{ state: string }>(sql`select payment_state as state from orders where number = ${number}`))
    .rows[0]!.state;
const owed = async () => (await listCarrierDebts(services)).debts.reduce((sum, { owedPaise }) => sum + owedPaise, 0);

test("a remittance settles its orders to the paisa, once, and the carrier owes nothing of them any more", async () => {
  const numbers = [];
  for (const reader of ["a", "b", "c"])
    numbers.push(await orderOnDelivery(services, reader, { godan: 1 }, "delivered"));
  const totals = await Promise.all(numbers.map(totalOf));
  expect(await owed()).toBe(totals[0]! + totals[1]! + totals[2]!);
  const lines = numbers.map((number, at) => ({ trackingNumber: trackingOf(number), amountPaise: totals[at]! }));
  const given = remittance(lines, { deductedPaise: 100_00 });
  expect(await recordRemittance(services, given, by)).toMatchObject({ ok: false, reason: "sum" });
  const right = { ...given, amountPaise: given.amountPaise - 100_00 };
  // A trial says the same and changes nothing.
  expect(await recordRemittance(services, right, by, true)).toMatchObject({ ok: true });
  expect(await owed()).toBe(totals[0]! + totals[1]! + totals[2]!);
  expect(await outcomes(right)).toEqual(["settled", "settled", "settled"]);
  expect(await outcomes(right)).toBe("recorded-before");
  for (const number of numbers) expect(await paymentStateOf(number)).toBe("paid");
  expect(await owed()).toBe(0);
  expect(await listRemittances(db)).toMatchObject([{ parcels: 3, deductedPaise: 100_00 }]);
});

test("a parcel that was booked with an aggregator is owed by it, whatever courier takes it", async () => {
  const number = await orderOnDelivery(services, "aggregated", { godan: 1 }, "delivered");
  await db.execute(
    sql`update shipments set carrier = 'Xpressbees Surface' where tracking_number = ${trackingOf(number)}`,
  );
  await db.execute(sql`
    insert into parcel_bookings (order_id, reference, carrier, state, contents, grams, length_mm, width_mm, height_mm,
      asked_at, tracking_number, sent_place)
    select id, number || '-P1', 'shiprocket', 'booked', '[]', 400, 240, 180, 50, now(), ${trackingOf(number)}, 1
    from orders where number = ${number}`);
  const { debts, parcels } = await listCarrierDebts(services);
  expect(debts.map(({ carrier }) => carrier)).toEqual(["Shiprocket"]);
  expect(parcels.map(({ carrier }) => carrier)).toEqual(["Shiprocket"]);
  const line = { trackingNumber: trackingOf(number), amountPaise: await totalOf(number) };
  expect(await outcomes(remittance([line], { carrier: "Shiprocket" }))).toEqual(["settled"]);
  expect(await owed()).toBe(0);
});

test("ten processes that record the same remittance settle it once", async () => {
  const number = await orderOnDelivery(services, "same", { godan: 1 }, "delivered");
  const given = remittance([{ trackingNumber: trackingOf(number), amountPaise: await totalOf(number) }]);
  const all = await Promise.all(Array.from({ length: 10 }, () => outcomes(given)));
  expect(all.filter((one) => one !== "recorded-before")).toEqual([["settled"]]);
});

test("short, over, twice and unknown lines are listed until somebody closes them; the rest that comes later settles", async () => {
  const [short, over] = [
    await orderOnDelivery(services, "short", { godan: 1 }, "delivered"),
    await orderOnDelivery(services, "over", { godan: 1 }, "delivered"),
  ];
  const [a, b] = [await totalOf(short), await totalOf(over)];
  const first = remittance([
    { trackingNumber: trackingOf(short), amountPaise: a - 1 },
    { trackingNumber: trackingOf(over), amountPaise: b + 1 },
    { trackingNumber: "NOBODYS", amountPaise: 5_00 },
  ]);
  expect(await outcomes(first)).toEqual(["short", "over", "unknown"]);
  expect(await paymentStateOf(short)).toBe("collected");
  expect(await paymentStateOf(over)).toBe("paid");
  expect((await listOddLines(db)).map(({ outcome }) => outcome)).toEqual(["short", "over", "unknown"]);
  const second = remittance([
    { trackingNumber: trackingOf(short), amountPaise: 1 },
    { trackingNumber: trackingOf(over), amountPaise: b },
    { trackingNumber: trackingOf(over), amountPaise: -b },
  ]);
  expect(await outcomes(second)).toEqual(["settled", "twice", "reversed"]);
  expect(await paymentStateOf(short)).toBe("paid");
  const odd = await listOddLines(db);
  expect(odd.map(({ outcome }) => outcome)).toEqual(["over", "unknown", "twice", "reversed"]);
  for (const { remittanceId, position } of odd) {
    expect(await closeOddLine(services, remittanceId, position)).toBe(true);
    expect(await closeOddLine(services, remittanceId, position)).toBe(false);
  }
  expect(await listOddLines(db)).toEqual([]);
});

test("a line that stays short is accepted as paid by a person, once", async () => {
  const number = await orderOnDelivery(services, "accepted", { godan: 1 }, "delivered");
  const line = { trackingNumber: trackingOf(number), amountPaise: (await totalOf(number)) - 100 };
  expect(await outcomes(remittance([line, { trackingNumber: "NOBODYS-2", amountPaise: 1 }]))).toEqual([
    "short",
    "unknown",
  ]);
  const [short, unknown] = await listOddLines(db);
  expect(await acceptLine(services, unknown!, "Desk")).toBe(false);
  expect(await acceptLine(services, short!, "Desk")).toBe(true);
  expect(await acceptLine(services, short!, "Desk")).toBe(false);
  expect(await paymentStateOf(number)).toBe("paid");
  await closeOddLine(services, unknown!.remittanceId, unknown!.position);
});

test("money for a parcel that was not marked as delivered delivers it; an order without a tracking number is named itself", async () => {
  const sentOrder = await orderOnDelivery(services, "unmarked", { godan: 1 }, "shipped");
  const byNumber = await orderOnDelivery(services, "bynumber", { godan: 1 }, "delivered");
  const lines = [
    { trackingNumber: trackingOf(sentOrder), amountPaise: await totalOf(sentOrder) },
    { orderNumber: byNumber, amountPaise: await totalOf(byNumber) },
  ];
  expect(await outcomes(remittance(lines))).toEqual(["settled", "settled"]);
  expect(await stateOf(db, sentOrder)).toBe("delivered");
  expect(await paymentStateOf(byNumber)).toBe("paid");
});

test("nothing is owed for a parcel that came back; what was refunded by hand is still owed by the carrier", async () => {
  const back = await orderOnDelivery(services, "back", { godan: 1 }, "shipped");
  await refundParcel(services, { number: back, failure: "came-back", isFit: true, withDelivery: false, actor: "Desk" });
  const refunded = await orderOnDelivery(services, "refunded", { godan: 1 }, "delivered");
  const total = await totalOf(refunded);
  const refund = await refundOrder(services, refunded, undefined, "torn");
  const paid = { by: "upi", on: isoDay(new Date()), reference: "1" } as const;
  await closeRefund(services, refunded, { refundId: refund.ok ? refund.refundId : 0, closedBy: by.staffId, paid });
  expect(await stateOf(db, refunded)).toBe("refunded");
  expect(await owed()).toBe(total);
  const lines = [
    { trackingNumber: trackingOf(back), amountPaise: total },
    { trackingNumber: trackingOf(refunded), amountPaise: total },
  ];
  expect(await outcomes(remittance(lines))).toEqual(["not-owed", "settled"]);
  expect(await stateOf(db, refunded)).toBe("refunded");
  expect(await owed()).toBe(0);
  expect(
    await count(
      db,
      sql`select count(*) from payments where status = 'due' and order_id = (select id from orders where number = ${refunded})`,
    ),
  ).toBe(0);
});

test("of two carriers with the same number the payer's parcel is meant; who pays for another carrier names it alone", async () => {
  const [one, other] = [
    await orderOnDelivery(services, "same-number", { godan: 1 }, "delivered"),
    await orderOnDelivery(services, "other-carrier", { godan: 1 }, "delivered"),
  ];
  await db.execute(sql`
    update shipments set tracking_number = ${trackingOf(one)}, carrier = 'DTDC'
    where order_id = (select id from orders where number = ${other})`);
  const line = { trackingNumber: trackingOf(one), amountPaise: await totalOf(one) };
  expect(await outcomes(remittance([line], { carrier: "dtdc" }))).toEqual(["settled"]);
  expect([await paymentStateOf(one), await paymentStateOf(other)]).toEqual(["collected", "paid"]);
  expect(await outcomes(remittance([line]))).toEqual(["settled"]);
  const third = await orderOnDelivery(services, "by-aggregator", { godan: 1 }, "delivered");
  const named = { trackingNumber: trackingOf(third), amountPaise: await totalOf(third) };
  expect(await outcomes(remittance([named], { carrier: "Shiprocket" }))).toEqual(["settled"]);
});

test("two lines that name one order, by its parcel and by its number, pay it once", async () => {
  const number = await orderOnDelivery(services, "named-twice", { godan: 1 }, "delivered");
  const amountPaise = await totalOf(number);
  const lines = [
    { trackingNumber: trackingOf(number), amountPaise },
    { orderNumber: number, amountPaise },
  ];
  expect(await outcomes(remittance(lines))).toEqual(["settled", "twice"]);
  for (const { remittanceId, position } of await listOddLines(db)) await closeOddLine(services, remittanceId, position);
});

test("a parcel that was lost and turns up pays nothing; the one that replaces it does", async () => {
  const number = await orderOnDelivery(services, "replaced", { godan: 1 }, "shipped");
  const parcel = { carrier: "Delhivery", trackingNumber: `${trackingOf(number)}B`, trackingUrl: "" };
  await resendParcel(services, { number, trouble: "lost", isFit: false, parcel, actor: "Desk" });
  const amountPaise = await totalOf(number);
  expect(await outcomes(remittance([{ trackingNumber: trackingOf(number), amountPaise }]))).toEqual(["not-owed"]);
  expect(await outcomes(remittance([{ trackingNumber: parcel.trackingNumber, amountPaise }]))).toEqual(["settled"]);
  expect(await paymentStateOf(number)).toBe("paid");
});
