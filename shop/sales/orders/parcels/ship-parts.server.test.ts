/** Tests of orders in several parcels: choice of copies, concurrency, letters and cancellation of the rest. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { readParcelPapers } from "#shop/office/back-office/parcels/parcel-papers.server.ts";
import { listParcelsOnTheirWay, listParcelsToPack } from "#shop/office/back-office/parcels/parcels.server.ts";
import { applyPromotion } from "#shop/sales/cart/cart.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { letterTypeOf } from "#shop/office/letters/registry.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { acceptReturn, receiveReturn } from "#shop/sales/returns/answer-return.server.ts";
import { askReturn } from "#shop/sales/returns/ask-return.server.ts";
import { lettersOf, paidOrder, payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, fillCart, order, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { deliverOrder } from "./deliver-order.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { copiesToSend, formatCopiesLeft } from "./parcel-copies.ts";
import { packCopy } from "./pack-order.server.ts";
import { shipOrder, type ParcelChoice } from "./ship-order.server.ts";

const testServices = await openTestServices(
  { shippingFeePaise: 4900, freeShippingFromPaise: null },
  { connections: 10 },
);
const { db, services, mailbox } = testServices;
await setStock(db, "godan", 400);
await setStock(db, "indica", 400);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const first = { carrier: "India Post", trackingNumber: "EK1IN", trackingUrl: "" };
const second = { carrier: "Blue Dart", trackingNumber: "BD2", trackingUrl: "https://track.example/BD2" };
const of = (books: Record<string, number>): ParcelChoice => ({
  copies: Object.entries(books).map(([bookId, quantity]) => ({ bookId, quantity })),
});
const ship = (number: string, parcel = first, choice: ParcelChoice = {}) =>
  shipOrder(services, number, parcel, "Asha", choice);
const orderPage = async (number: string) => (await findOrder(db, number, "link"))!;

test("an order goes in two parcels: it is shipped with the last, and delivered when both have come", async () => {
  const { number } = await paidOrder(testServices, "two", { godan: 2, indica: 1 });
  expect(await ship(number, first, of({ godan: 1 }))).toEqual({ ok: true, waiting: 2 });
  expect(await stateOf(db, number)).toBe("paid");
  expect(copiesToSend(await orderPage(number))).toEqual([
    { position: 0, quantity: 1 },
    { position: 1, quantity: 1 },
  ]);
  // The rest waits to be packed while the first part is on its way.
  expect((await listParcelsToPack(services)).parcels.find((one) => one.number === number)).toMatchObject({
    sent: 1,
    books: [
      { bookId: "godan", copies: 1 },
      { bookId: "indica", copies: 1 },
    ],
  });
  const onTheirWay = async () =>
    (await listParcelsOnTheirWay(db)).filter((one) => one.number === number).map(({ part }) => part);
  expect(await onTheirWay()).toEqual([1]);
  expect(await ship(number, second)).toEqual({ ok: true });
  expect(await stateOf(db, number)).toBe("shipped");
  expect((await orderPage(number)).parcels).toMatchObject([
    { ...first, place: 1, deliveredAt: null, copies: [{ position: 0, quantity: 1 }] },
    {
      ...second,
      place: 2,
      copies: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 1 },
      ],
    },
  ]);
  expect(await onTheirWay()).toEqual([1, 2]);
  expect(await lettersOf(db, number)).toEqual(["order-confirmed", "order-shipped", "order-shipped"]);
  expect(await ship(number)).toEqual({ ok: false, reason: "not-paid" });

  expect(await deliverOrder(services, number)).toEqual({ ok: false, reason: "which-parcel", parcels: [1, 2] });
  expect(await deliverOrder(services, number, "Asha", 2)).toEqual({ ok: true, parcel: 2 });
  expect(await deliverOrder(services, number, "Asha", 2)).toEqual({ ok: false, reason: "not-on-its-way" });
  expect(await onTheirWay()).toEqual([1]);
  expect(await stateOf(db, number)).toBe("shipped");
  expect(await deliverOrder(services, number)).toEqual({ ok: true, parcel: 1 });
  expect(await stateOf(db, number)).toBe("delivered");
  expect(await onTheirWay()).toEqual([]);
});

test("a part that comes before the rest is sent leaves the order waiting for its rest", async () => {
  const { number } = await paidOrder(testServices, "early", { godan: 2 });
  await ship(number, first, of({ godan: 1 }));
  expect(await deliverOrder(services, number)).toEqual({ ok: true, parcel: 1 });
  expect(await stateOf(db, number)).toBe("paid");
  await ship(number, second);
  expect(await deliverOrder(services, number)).toEqual({ ok: true, parcel: 2 });
  expect(await stateOf(db, number)).toBe("delivered");
});

test("all that waits, chosen by hand, is one parcel as ever", async () => {
  const { number, id } = await paidOrder(testServices, "byhand", { godan: 2, indica: 1 });
  expect(await ship(number, first, of({ godan: 2, indica: 1 }))).toEqual({ ok: true });
  expect(await stateOf(db, number)).toBe("shipped");
  expect((await orderPage(number)).parcels).toMatchObject([{ place: 1, copies: null }]);
  expect(await count(db, sql`select count(*) from shipment_lines where order_id = ${id}`)).toBe(0);
  expect(await deliverOrder(services, number)).toEqual({ ok: true });
});

test("nothing is sent that does not wait: another book, too many copies, none", async () => {
  const { number } = await paidOrder(testServices, "toomany", { godan: 3 });
  await ship(number, first, of({ godan: 1 }));
  await cancelOrder(services, { number, by: "link", copies: [{ bookId: "godan", quantity: 1 }], cause: "reader" });
  for (const choice of [of({ godan: 2 }), of({ indica: 1 }), of({ godan: 1, indica: 1 }), of({ godan: 0 }), of({})])
    expect(await ship(number, second, choice)).toEqual({ ok: false, reason: "not-in-order" });
  expect(await ship(number, second, of({ godan: 1 }))).toEqual({ ok: true });
});

test("whoever sends what somebody else sent or cancelled meanwhile is told, and nothing is sent", async () => {
  const { number } = await paidOrder(testServices, "changed", { godan: 3 });
  const left = formatCopiesLeft([{ bookId: "godan", left: 3 }]);
  expect(await ship(number, first, { ...of({ godan: 1 }), left })).toEqual({ ok: true, waiting: 2 });
  expect(await ship(number, second, { ...of({ godan: 1 }), left })).toEqual({ ok: false, reason: "changed" });
  expect(await ship(number, second, { left })).toEqual({ ok: false, reason: "changed" });
  expect(await ship(number, second, { left: "godan:2" })).toEqual({ ok: true });
});

test("two people send at once, in both orders of arrival and by all roads: no copy goes twice", async () => {
  await warm(testServices.pool, 10);
  for (let round = 0; round < 20; round += 1) {
    const { number, id } = await paidOrder(testServices, `race-${round}`, { godan: 2, indica: 1 });
    const left = "godan:2 indica:1";
    // Two equal forms, two overlapping parts, and a part at the same time as the whole order.
    const choices: [ParcelChoice, ParcelChoice] =
      round % 4 === 0
        ? [{ left }, { left }]
        : round % 4 === 1
          ? [
              { ...of({ godan: 1 }), left },
              { ...of({ godan: 1 }), left },
            ]
          : round % 4 === 2
            ? [of({ godan: 2 }), of({ godan: 2, indica: 1 })]
            : [{ left }, { ...of({ indica: 1 }), left }];
    if (round % 8 > 3) choices.reverse();
    const answers = await Promise.all(choices.map((choice, at) => ship(number, at === 0 ? first : second, choice)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await count(db, sql`select count(*) from shipments where order_id = ${id}`)).toBe(1);
    expect(await findBreaches(db)).toEqual([]);
  }
}, 120_000);

test("the letter of a part names its books and what still comes, and that of the rest says so", async () => {
  const { number } = await paidOrder(testServices, "letters", { godan: 2, indica: 1 });
  const newest = async () => {
    await sendDueLetters(services, 500);
    return mailbox.letters().findLast(({ subject }) => subject.includes(number));
  };
  await ship(number, first, of({ godan: 1 }));
  const part = await newest();
  expect(part!.subject).toBe(`Part of your order ${number} is on its way`);
  expect(part!.text).toContain("EK1IN");
  expect(part!.text).toMatch(/Not in this parcel: 1 copy of गोदान and 1 copy of [^.]*Indica[^.]*\./);
  await ship(number, second);
  const rest = await newest();
  expect(rest!.subject).toBe(`The rest of your order ${number} is on its way`);
  expect(rest!.text).toContain("BD2");
  expect(rest!.text).not.toContain("Not in this parcel");
  // The first letter, sent again, describes its own parcel.
  const again = await letterTypeOf("order-shipped").load(services, {
    kind: "order-shipped",
    orderNumber: number,
    facts: { parcel: 1 },
  });
  expect(again).toMatchObject({
    trackingNumber: "EK1IN",
    order: { lines: [{ quantity: 1 }] },
    toFollow: [{ quantity: 1 }, { quantity: 1 }],
  });
});

test("what was not sent is cancelled and paid back without the delivery; then nothing of the order waits", async () => {
  const { number } = await paidOrder(testServices, "rest", { godan: 2, indica: 1 });
  await ship(number, first, of({ godan: 1 }));
  const sentCopy = cancelOrder(services, {
    number,
    by: "link",
    copies: [{ bookId: "godan", quantity: 2 }],
    cause: "reader",
  });
  expect(await sentCopy).toEqual({ ok: false, reason: "not-in-order" });
  const { lines } = await orderPage(number);
  const restPaise = lines[0]!.unitPricePaise + lines[1]!.unitPricePaise;
  const rest = await cancelOrder(services, { number, by: { actor: "Asha" }, cause: "bookseller" });
  expect(rest).toEqual({ ok: true, refundPaise: restPaise, isWhole: false, refundId: expect.any(Number) });
  expect(await stateOf(db, number)).toBe("shipped");
  expect(await ship(number)).toEqual({ ok: false, reason: "not-paid" });
  expect((await listParcelsToPack(services)).parcels.map((one) => one.number)).not.toContain(number);
  expect(await deliverOrder(services, number)).toEqual({ ok: true, parcel: 1 });
  expect(await stateOf(db, number)).toBe("delivered");
  expect(await refundsOf(db, number)).toEqual([{ amount: restPaise, reason: "cancelled", state: "requested" }]);
});

test("when what is left is cancelled after the parcel came, the order is delivered", async () => {
  const { number } = await paidOrder(testServices, "came", { godan: 2 });
  await ship(number, first, of({ godan: 1 }));
  await deliverOrder(services, number);
  expect(await stateOf(db, number)).toBe("paid");
  await cancelOrder(services, { number, by: "link", cause: "reader" });
  expect(await stateOf(db, number)).toBe("delivered");
});

test.each([
  ["comes back", false],
  ["is kept", true],
])(
  "a book of the first parcel %s while the rest waits; what is cancelled then comes out to the paisa",
  async (_, isKept) => {
    // A quarter of this line is not a whole number of paise: it ends in half a paisa.
    await db.execute(sql`update books set price_paise = 9999, mrp_paise = 9999 where id = 'indica'`);
    await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off) values ('HALF', 'Half', 'everything', 50)
    on conflict do nothing`);
    const cart = cartOf(isKept ? "kept" : "returned");
    await fillCart(db, cart, { indica: 4 });
    await applyPromotion(services, cart, "HALF");
    const { number, totalPaise, providerOrderId } = await order(services, cart);
    expect((totalPaise - 4900) % 4).toBe(2);
    await payAtRazorpay(testServices, providerOrderId);
    await settlePayment(services, providerOrderId, "browser");
    const torn = { bookId: "indica", reason: "damaged", words: "" } as const;
    const ask = (quantity: number) => askReturn(services, { number, by: "link", input: { ...torn, quantity } });
    expect(await ask(1)).toEqual({ ok: false, reason: "not-sent" });
    await ship(number, first, of({ indica: 1 }));
    expect(await ask(2)).toEqual({ ok: false, reason: "not-in-order" });
    const asked = await ask(1);
    if (!asked.ok) throw new Error(asked.reason);
    await acceptReturn(services, asked.returnId, { isKept, answer: "" });
    if (!isKept) await receiveReturn(services, asked.returnId, { isFit: true });
    await cancelOrder(services, { number, by: "link", copies: [{ bookId: "indica", quantity: 1 }], cause: "reader" });
    await cancelOrder(services, { number, by: "link", cause: "reader" });
    const back = (await refundsOf(db, number)).reduce((sum, { amount }) => sum + amount, 0);
    expect(back).toBe(totalPaise - 4900);
    expect(await stateOf(db, number)).toBe("shipped");
  },
);

test("an order of which all the money goes back sends no rest", async () => {
  const { number } = await paidOrder(testServices, "allback", { godan: 2 });
  await ship(number, first, of({ godan: 1 }));
  await refundOrder(services, number, undefined, "lost");
  expect(await ship(number, second)).toEqual({ ok: false, reason: "refunded" });
});

test("what is scanned is packed for the next parcel; what was sent is no longer asked for", async () => {
  const { number } = await paidOrder(testServices, "scans", { godan: 2, indica: 1 });
  const pack = (position: number) => packCopy(services, number, { position });
  await pack(0);
  await pack(1);
  await ship(number, first, of({ godan: 1 }));
  expect(await pack(1)).toMatchObject({ ok: false, reason: "too-often" });
  expect(await pack(0)).toMatchObject({ ok: true, wanted: 1, packed: 1, isComplete: true, isRest: true });
  await ship(number, second, of({ godan: 1 }));
  expect(await pack(0)).toMatchObject({ ok: false, reason: "none-left" });
  expect((await readParcelPapers(db, [number]))[0]!.books).toMatchObject([{ copies: 1 }]);
});

test("papers are those of a parcel: what is packed now, each that is on its way, or the rest", async () => {
  const { number } = await paidOrder(testServices, "papers", { godan: 2, indica: 1 });
  const papers = async (choice = {}) =>
    (await readParcelPapers(db, [number], choice)).map(({ part, following, books }) => ({
      part,
      following,
      copies: books.map(({ copies }) => copies),
    }));
  expect(await papers()).toEqual([{ part: null, following: 0, copies: [2, 1] }]);
  await packCopy(services, number, { position: 0 });
  expect(await papers({ isPackedOnly: true })).toEqual([{ part: 1, following: 2, copies: [1] }]);
  await ship(number, first, of({ godan: 1 }));
  expect(await papers()).toEqual([{ part: 2, following: 0, copies: [1, 1] }]);
  expect(await papers({ part: 1 })).toEqual([{ part: 1, following: 2, copies: [1] }]);
  await ship(number, second);
  expect(await papers()).toEqual([
    { part: 1, following: 2, copies: [1] },
    { part: 2, following: 0, copies: [1, 1] },
  ]);
  await deliverOrder(services, number, undefined, 1);
  expect(await papers()).toEqual([{ part: 2, following: 0, copies: [1, 1] }]);
});
