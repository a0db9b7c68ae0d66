/** Tests of returns: requests, answers, refunds to the paisa, stock, letters and simultaneous answers. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { lettersOf, paidOrder, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, setStock, readStock, stateOf } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { acceptReturn, receiveReturn, refuseReturn } from "./answer-return.server.ts";
import { askReturn, type ReturnInput } from "./ask-return.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { listReturnsOf } from "#shop/office/back-office/list-returns.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";

const testServices = await openTestServices(
  { shippingFeePaise: 4900, freeShippingFromPaise: null },
  { connections: 10 },
);
const { db, services } = testServices;
for (const bookId of ["godan", "indica", "the-anarchy", "the-last-mughal"]) await setStock(db, bookId, 100);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const parcel = { carrier: "Blue Dart", trackingNumber: "BD1", trackingUrl: "" };
const torn: ReturnInput = { bookId: "godan", quantity: 1, reason: "damaged", words: "A torn cover" };
const ask = (number: string, change: Partial<ReturnInput> = {}, by: Parameters<typeof askReturn>[1]["by"] = "link") =>
  askReturn(services, { number, by, input: { ...torn, ...change } });

/** A shipped order. */
async function shippedOrder(reader: string, books: Record<string, number>) {
  const placed = await paidOrder(testServices, reader, books);
  expect(await shipOrder(services, placed.number, parcel)).toEqual({ ok: true });
  return placed;
}

/** Requests a return, which must succeed; returns its id. */
async function asked(number: string, change: Partial<ReturnInput> = {}): Promise<number> {
  const answer = await ask(number, change);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.returnId;
}

/** The letters about an order with their recipients, oldest first. */
async function addressedLetters(number: string) {
  const { rows } = await db.execute<{ kind: string; to: string }>(sql`
    select b.kind, b.to_address as to from outbox b join orders o on o.id = b.order_id
    where o.number = ${number} order by b.id`);
  return rows.map(({ kind, to }) => [kind, to]);
}

/** The row of a return, and whether it has a refund. */
async function recordOf(id: number) {
  const { rows } = await db.execute(sql`
    select line_position as position, quantity, reason, words, state, answer, refund_id is not null as is_paid,
      restocked_quantity as restocked, answered_at is not null as is_answered, received_at is not null as is_received
    from returns where id = ${id}`);
  return rows[0];
}

const yes = { isKept: false, answer: "" };

test("a book that comes back is paid back to the paisa, goes on the shelf, and both sides have their letters", async () => {
  const { number } = await shippedOrder("back", { godan: 3, indica: 1 });
  expect(await deliverOrder(services, number)).toEqual({ ok: true });
  const before = await readStock(db, "godan");
  const price = (await findOrder(db, number, "link"))!.lines[0]!.unitPricePaise;

  const id = await asked(number, { quantity: 2 });
  const openOnes = async () =>
    (await listReturnsOf(db, "open", { after: null, limit: 50 })).returns.filter((one) => one.orderNumber === number);
  expect((await openOnes()).map((one) => [one.id, one.title, one.words])).toEqual([
    [id, expect.any(String), "A torn cover"],
  ]);
  expect(await acceptReturn(services, id, yes)).toEqual({
    ok: true,
    orderNumber: number,
    title: "गोदान",
    refundPaise: 0,
    refundId: null,
  });
  expect(await refundsOf(db, number)).toEqual([]);
  expect(await receiveReturn(services, id, { isFit: true })).toEqual({
    ok: true,
    orderNumber: number,
    title: "गोदान",
    refundPaise: 2 * price,
    refundId: expect.any(Number),
  });
  expect(await readStock(db, "godan")).toEqual({ ...before, onHand: before.onHand + 2 });
  await issueDocuments(services);
  await processRefunds(services);
  await issueDocuments(services);
  expect(await refundsOf(db, number)).toEqual([{ amount: 2 * price, reason: "returned", state: "processed" }]);
  expect(await stateOf(db, number)).toBe("delivered");
  expect((await findOrder(db, number, "link"))!.documents.map(({ kind }) => kind)).toEqual(["bill", "credit-note"]);
  expect(await lettersOf(db, number)).toEqual([
    "order-confirmed",
    "order-shipped",
    "return-asked",
    "return-for-shop",
    "return-accepted",
    "order-refunded",
  ]);
  await sendDueLetters(services, 500);
  expect(await count(db, sql`select count(*) as count from outbox where state <> 'sent'`)).toBe(0);
  expect(await openOnes()).toEqual([]);
});

test("copies sent back one by one come to what was paid for the line, and the last of an order ends it", async () => {
  // Seven copies, one of them discounted by a bundle: a seventh of the line is no whole paisa, and four are cancelled.
  const placed = await paidOrder(testServices, "one-by-one", { "the-anarchy": 7, "the-last-mughal": 1 });
  const { number, totalPaise } = placed;
  const linePaise = (await findOrder(db, number, "link"))!.lines[0]!.totalPaise;
  expect(linePaise % 7).not.toBe(0);
  const upTo = (copies: number) => Math.round((linePaise * copies) / 7);
  expect(3 * upTo(1)).not.toBe(upTo(3));
  const cancelled = [{ bookId: "the-anarchy", quantity: 1 }];
  await cancelOrder(services, { number, by: "link", copies: cancelled, cause: "reader" });
  await shipOrder(services, number, parcel);
  const other = await asked(number, { bookId: "the-last-mughal" });
  await acceptReturn(services, other, { isKept: true, answer: "" });
  for (let copy = 0; copy < 6; copy += 1) {
    const id = await asked(number, { bookId: "the-anarchy" });
    await acceptReturn(services, id, { isKept: copy % 2 === 1, answer: "" });
    if (copy % 2 === 0) await receiveReturn(services, id, { isFit: false });
  }
  const refunds = await refundsOf(db, number);
  const [first, , ...rest] = refunds.map(({ amount }) => amount);
  expect([first, ...rest]).toEqual(Array.from({ length: 7 }, (_, copy) => upTo(copy + 1) - upTo(copy)));
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalPaise - 4900); // without the delivery fee
  await refundOrder(services, number, undefined, "The delivery fee too");
  await processRefunds(services);
  expect(await stateOf(db, number)).toBe("refunded");
  expect(await ask(number)).toMatchObject({ ok: false, reason: "too-late" });
});

test("a book the reader may keep is paid back at once, and one that is not fit stays off the shelf", async () => {
  const { number } = await shippedOrder("keep", { indica: 2 });
  const before = await readStock(db, "indica");
  const kept = await asked(number, { bookId: "indica" });
  expect(await acceptReturn(services, kept, { isKept: true, answer: "Our fault" })).toMatchObject({ ok: true });
  const sent = await asked(number, { bookId: "indica" });
  await acceptReturn(services, sent, yes);
  await receiveReturn(services, sent, { isFit: false });
  expect(await refundsOf(db, number)).toHaveLength(2);
  expect(await readStock(db, "indica")).toEqual(before);
});

test("what is written down of a return is that return's: two of one order and one of another stay apart", async () => {
  const { number } = await shippedOrder("apart", { godan: 2, indica: 2 });
  const beside = await shippedOrder("beside", { indica: 1 });
  const [torn, wrong, other] = [
    await asked(number, { quantity: 2 }),
    await asked(number, { bookId: "indica", reason: "wrong-book", words: "Not this" }),
    await asked(beside.number, { bookId: "indica" }),
  ];
  const waiting = { state: "asked", answer: "", isPaid: false, restocked: 0, isAnswered: false, isReceived: false };
  const first = { position: 0, quantity: 2, reason: "damaged", words: "A torn cover", ...waiting };
  const second = { position: 1, quantity: 1, reason: "wrong-book", words: "Not this", ...waiting };
  const third = { position: 0, quantity: 1, reason: "damaged", words: "A torn cover", ...waiting };
  expect([await recordOf(torn), await recordOf(wrong), await recordOf(other)]).toEqual([first, second, third]);
  await acceptReturn(services, torn, { isKept: false, answer: "Send it" });
  await acceptReturn(services, wrong, { isKept: true, answer: "Keep it" });
  const answered = { isAnswered: true };
  expect([await recordOf(torn), await recordOf(wrong), await recordOf(other)]).toEqual([
    { ...first, ...answered, state: "accepted", answer: "Send it" },
    { ...second, ...answered, state: "kept", answer: "Keep it", isPaid: true },
    third,
  ]);
  await receiveReturn(services, torn, { isFit: true });
  await refuseReturn(services, other, "Not ours");
  const here = { state: "received", answer: "Send it", isPaid: true, restocked: 2, isReceived: true };
  expect([await recordOf(torn), await recordOf(wrong), await recordOf(other)]).toEqual([
    { ...first, ...answered, ...here },
    { ...second, ...answered, state: "kept", answer: "Keep it", isPaid: true },
    { ...third, ...answered, state: "refused", answer: "Not ours" },
  ]);
  expect(await receiveReturn(services, wrong, { isFit: true })).toEqual({
    ok: false,
    reason: "wrong-state",
    state: "kept",
  });
  expect(await acceptReturn(services, other, yes)).toEqual({ ok: false, reason: "wrong-state", state: "refused" });
});

test("a return is answered once, however many answer at the same time", async () => {
  const { number } = await shippedOrder("at-once", { godan: 1 });
  const id = await asked(number);
  await warm(testServices.pool, 4);
  const answers = await Promise.all([
    acceptReturn(services, id, { isKept: true, answer: "" }),
    acceptReturn(services, id, yes),
    refuseReturn(services, id, "No"),
    acceptReturn(services, id, { isKept: true, answer: "" }),
  ]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await receiveReturn(services, 999_999, { isFit: true })).toEqual({ ok: false, reason: "no-such-return" });
});

test("the same question asked twenty times at once is one return", async () => {
  const { number } = await shippedOrder("hasty", { godan: 20 });
  await warm(testServices.pool, 10);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(number)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.reason === "asked-already")).toHaveLength(19);
});

test("a refused book may be asked about again, and nothing moved", async () => {
  const { number } = await shippedOrder("refused", { godan: 1 });
  const before = await readStock(db, "godan");
  await refuseReturn(services, await asked(number), "Somebody has written in it.");
  expect((await findOrder(db, number, "link"))!.returns[0]).toMatchObject({
    state: "refused",
    answer: "Somebody has written in it.",
  });
  expect((await addressedLetters(number)).slice(-3)).toEqual([
    ["return-asked", "refused@example.com"],
    ["return-for-shop", "help@shop.test"],
    ["return-refused", "refused@example.com"],
  ]);
  expect([await refundsOf(db, number), await readStock(db, "godan")]).toEqual([[], before]);
  expect(await ask(number)).toMatchObject({ ok: true });
});

test("while the bookseller has not answered for one book, another of the same order may be asked about", async () => {
  const { number } = await shippedOrder("two-books", { godan: 1, indica: 1 });
  await asked(number);
  expect(await ask(number, { bookId: "indica" })).toMatchObject({ ok: true });
  expect(await ask(number, { bookId: "indica" })).toEqual({ ok: false, reason: "asked-already" });
});

test("what was given back by hand before is not paid twice", async () => {
  const { number } = await shippedOrder("by-hand", { godan: 1 });
  await refundOrder(services, number, undefined, "Sorry");
  const id = await asked(number);
  expect(await acceptReturn(services, id, { isKept: true, answer: "" })).toMatchObject({ ok: true, refundPaise: 0 });
  expect(await refundsOf(db, number)).toHaveLength(1);
});

test("of a book that costs more than is left, what is left goes back", async () => {
  const { number, totalPaise } = await shippedOrder("some-left", { godan: 2 });
  const price = (await findOrder(db, number, "link"))!.lines[0]!.unitPricePaise;
  const leftPaise = Math.round(price / 2);
  await refundOrder(services, number, totalPaise - leftPaise, "Both were damp");
  const id = await asked(number);
  await acceptReturn(services, id, yes);
  expect(await receiveReturn(services, id, { isFit: false })).toMatchObject({ ok: true, refundPaise: leftPaise });
  expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([totalPaise - leftPaise, leftPaise]);
});

test("a return is refused in words for what was not sent, is too late, is not there, or is somebody else's", async () => {
  const paid = await paidOrder(testServices, "not-sent", { godan: 2, indica: 1 });
  await cancelOrder(services, {
    number: paid.number,
    by: "link",
    copies: [{ bookId: "godan", quantity: 1 }],
    cause: "reader",
  });
  expect(await ask(paid.number)).toEqual({ ok: false, reason: "not-sent" });
  await shipOrder(services, paid.number, parcel);
  for (const input of [{ quantity: 2 }, { quantity: 0 }, { bookId: "the-anarchy" }])
    expect(await ask(paid.number, input)).toEqual({ ok: false, reason: "not-in-order" });
  expect(await ask(paid.number, {}, { cartToken: cartOf("stranger") })).toEqual({ ok: false, reason: "no-such-order" });
  expect(await ask("EP-0000000000")).toEqual({ ok: false, reason: "no-such-order" });
  await deliverOrder(services, paid.number);
  const later = { ...services, now: () => new Date(Date.now() + 11 * 24 * 60 * 60 * 1000) };
  expect(await askReturn(later, { number: paid.number, by: "link", input: torn })).toEqual({
    ok: false,
    reason: "too-late",
  });
  expect(await deliverOrder(services, paid.number)).toEqual({ ok: false, reason: "not-on-its-way" });
  expect(await deliverOrder(services, "EP-0000000000")).toEqual({ ok: false, reason: "no-such-order" });
});
