/** Tests of refund requests: approval by owners, limits of booksellers, and requests overtaken by other changes. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findOrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { eraseOrders } from "#shop/people/readers/erase-orders.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { acceptReturn, previewReturn, receiveReturn, refuseReturn } from "#shop/sales/returns/answer-return.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { paidOrder, refundsOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { doOrRequestApproval } from "./do-or-request-approval.server.ts";
import { approveRefund, askForRefund, declineRefund, type ReturnAnswer } from "./refund-requests.server.ts";

const testServices = await openTestServices({}, { connections: 20 });
const { db, services } = testServices;
await setStock(db, "godan", 300);
const [owner, other] = [await addStaff(testServices, "owner", "Asha"), await addStaff(testServices, "owner", "Meera")];
const asker = await addStaff(testServices, "bookseller", "Ravi");

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

let orders = 0;
/** A paid order, and a request by Ravi to refund it. */
async function asked(amountPaise = 10_000) {
  const order = await paidOrder(testServices, `asked-${(orders += 1)}`, { godan: 1 });
  const { number, paymentId } = order;
  const refund = { number, paymentId, amountPaise, note: "Torn", askedBy: asker };
  expect(await askForRefund(services, refund)).toEqual({ ok: true });
  return { ...order, refund, requestId: (await requestsOf(number)).at(-1)!.id };
}

async function requestsOf(number: string) {
  return (await findOrderRecord(db, number))!.refundRequests;
}

const refunded = { amount: 10_000, reason: "bookseller", state: "requested" };

test("a refund that is asked for waits, and every owner gets one letter; nothing goes back yet", async () => {
  const { number } = await asked();
  expect(await refundsOf(db, number)).toEqual([]);
  expect(await requestsOf(number)).toMatchObject([
    { amountPaise: 10_000, note: "Torn", askedById: asker, askedBy: "Ravi", answeredAt: null, isMade: false },
  ]);
  const { rows } = await db.execute(sql`
    select to_address as to from outbox where kind = 'refund-for-owner' order by id`);
  expect(rows).toEqual([{ to: "Asha@example.com" }, { to: "Meera@example.com" }]);
});

test("what cannot be refunded is not asked for, and a payment has one request that waits", async () => {
  const { refund, totalPaise, number } = await asked();
  expect(await askForRefund(services, refund)).toMatchObject({ reason: "waits-already", waitingPaise: 10_000 });
  const tooMuch = { ...refund, amountPaise: totalPaise + 1 };
  expect(await askForRefund(services, tooMuch)).toEqual({ ok: false, reason: "too-much", leftPaise: totalPaise });
  const elsewhere = await paidOrder(testServices, "elsewhere", { godan: 1 });
  const foreign = { ...refund, paymentId: elsewhere.paymentId };
  expect(await askForRefund(services, foreign)).toMatchObject({ reason: "no-such-payment" });
  const unpaid = await orderOf(services, cartOf("unpaid"), { godan: 1 });
  expect(await askForRefund(services, { ...refund, number: unpaid.number })).toMatchObject({
    reason: "no-such-payment",
  });
  expect(await askForRefund(services, { ...refund, number: "EP-0000000000" })).toMatchObject({
    reason: "no-such-order",
  });
  expect(await requestsOf(number)).toHaveLength(1);
});

test("of two who ask for the same at once one does", async () => {
  const { number, paymentId } = await paidOrder(testServices, "twice", { godan: 1 });
  const refund = { number, paymentId, amountPaise: 10_000, note: "Torn", askedBy: asker };
  const both = await Promise.all([askForRefund(services, refund), askForRefund(services, refund)]);
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

test("an owner approves: the refund is made as any other, with the reason that was asked for", async () => {
  const { number, requestId } = await asked();
  const approving = { number, requestId, answeredBy: owner };
  expect(await approveRefund(services, approving)).toMatchObject({ ok: true, amountPaise: 10_000, askedBy: "Ravi" });
  expect(await refundsOf(db, number)).toEqual([refunded]);
  const { rows } = await db.execute(sql`
    select r.note from refund_requests q join refunds r on r.id = q.refund_id where q.id = ${requestId}`);
  expect(rows).toEqual([{ note: "Torn" }]);
  expect(await requestsOf(number)).toMatchObject([{ answeredBy: "Asha", isMade: true }]);
  expect(await approveRefund(services, approving)).toMatchObject({ reason: "answered-already" });
  expect(await declineRefund(services, { ...approving, answer: "No" })).toMatchObject({ reason: "answered-already" });
});

test("two owners at once, one or both approving, 50 rounds: one refund at most, and one answer", async () => {
  for (let round = 0; round < 50; round += 1) {
    const { number, requestId } = await asked();
    const first = { number, requestId, answeredBy: owner };
    const second = { number, requestId, answeredBy: other, answer: "No" };
    const declines = round % 2 === 1;
    const answers = await Promise.all([
      approveRefund(services, first),
      declines ? declineRefund(services, second) : approveRefund(services, second),
    ]);
    expect(answers.map((one) => (one.ok ? "done" : one.reason)).sort()).toEqual(["answered-already", "done"]);
    const isDeclined = declines && answers[1].ok;
    expect(await refundsOf(db, number)).toEqual(isDeclined ? [] : [refunded]);
  }
});

test("whoever asked does not approve it, as an owner by now either, but may decline it", async () => {
  const { number, requestId } = await asked();
  await db.execute(sql`update staff set role = 'owner' where id = ${asker}`);
  const own = { number, requestId, answeredBy: asker };
  expect(await approveRefund(services, own)).toMatchObject({ ok: false, reason: "own-request" });
  expect(await refundsOf(db, number)).toEqual([]);
  expect(await declineRefund(services, { ...own, answer: "Done otherwise" })).toMatchObject({ ok: true });
  await db.execute(sql`update staff set role = 'bookseller' where id = ${asker}`);
});

test("when less is left meanwhile nothing is done, what is left is said, and the request stays until it is declined", async () => {
  const { number, requestId, totalPaise } = await asked(20_000);
  const leftPaise = 19_999;
  await refundOrder(services, number, totalPaise - leftPaise, "");
  const approving = { number, requestId, answeredBy: owner };
  expect(await approveRefund(services, approving)).toEqual({ ok: false, reason: "too-much", leftPaise });
  expect(await requestsOf(number)).toMatchObject([{ answeredAt: null, leftPaise }]);
  expect(await declineRefund(services, { ...approving, answer: "Less is left" })).toMatchObject({ ok: true });
  expect(await requestsOf(number)).toMatchObject([{ isMade: false, answer: "Less is left", answeredBy: "Asha" }]);
  expect(await refundsOf(db, number)).toHaveLength(1);
});

test("of an order that was cancelled meanwhile nothing more goes back", async () => {
  const { number, requestId, totalPaise } = await asked();
  await cancelOrder(services, { number, by: "link", cause: "reader" });
  expect(await approveRefund(services, { number, requestId, answeredBy: owner })).toEqual({
    ok: false,
    reason: "nothing-left",
    leftPaise: 0,
  });
  expect(await refundsOf(db, number)).toEqual([{ amount: totalPaise, reason: "cancelled", state: "requested" }]);
});

test("an erased reader is out of the words; the money can still go back", async () => {
  const { number, requestId } = await asked();
  await eraseOrders(db, sql`number = ${number}`, services.now());
  expect(await requestsOf(number)).toMatchObject([{ note: "", answer: "", answeredAt: null }]);
  expect(await approveRefund(services, { number, requestId, answeredBy: owner })).toMatchObject({ ok: true });
  expect(await refundsOf(db, number)).toEqual([refunded]);
});

test("a request is answered on its own order's page only", async () => {
  const { requestId } = await asked();
  const { number } = await paidOrder(testServices, "another", { godan: 1 });
  expect(await approveRefund(services, { number, requestId, answeredBy: owner })).toMatchObject({
    reason: "no-such-request",
  });
});

async function lettersToAsker(requestId: number) {
  const { rows } = await db.execute(sql`
    select to_address as to from outbox where kind = 'refund-answered' and facts ->> 'requestId' = ${String(requestId)}`);
  return rows;
}

test("whoever asked gets a letter when it is approved or declined, but not from themselves, and not once they have left", async () => {
  const approved = await asked();
  expect(await lettersToAsker(approved.requestId)).toEqual([]);
  const answering = ({ number, requestId }: { number: string; requestId: number }, answeredBy: number) => ({
    number,
    requestId,
    answeredBy,
  });
  expect(await approveRefund(services, answering(approved, owner))).toMatchObject({ ok: true });
  expect(await lettersToAsker(approved.requestId)).toEqual([{ to: "Ravi@example.com" }]);
  const declined = await asked();
  expect(await declineRefund(services, { ...answering(declined, owner), answer: "No" })).toMatchObject({ ok: true });
  expect(await lettersToAsker(declined.requestId)).toEqual([{ to: "Ravi@example.com" }]);
  const own = await asked();
  expect(await declineRefund(services, { ...answering(own, asker), answer: "I erred" })).toMatchObject({ ok: true });
  expect(await lettersToAsker(own.requestId)).toEqual([]);
  const late = await asked();
  await db.execute(sql`update staff set removed_at = now() where id = ${asker}`);
  expect(await declineRefund(services, { ...answering(late, owner), answer: "No" })).toMatchObject({ ok: true });
  await db.execute(sql`update staff set removed_at = null where id = ${asker}`);
  expect(await lettersToAsker(late.requestId)).toEqual([]);
});

/** A return of a sent order, with the amount that would be refunded. */
async function returned(state: "asked" | "accepted") {
  const order = await paidOrder(testServices, `returned-${(orders += 1)}`, { godan: 2 });
  await shipOrder(services, order.number, { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" });
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at)
    values (${order.id}, 0, 2, 'damaged', 'Torn', ${state}, now(), case when ${state} = 'accepted' then now() end)
    returning id`);
  const returnId = Number(rows[0]!.id);
  return { ...order, returnId, refundPaise: (await previewReturn(db, returnId))!.refundPaise };
}

async function stateOf(returnId: number) {
  const { rows } = await db.execute<{ state: string; answer: string; restocked: number; refundId: string | null }>(sql`
    select state, answer, restocked_quantity as restocked, refund_id from returns where id = ${returnId}`);
  return rows[0]!;
}

const limits = { staffId: asker, ofOrderPaise: 100, ofDayPaise: 1_000_000_00 };

/** Answers a return as a bookseller with limits. */
function answerReturn(number: string, answer: ReturnAnswer, giver = limits) {
  const { returnId, choice, answer: words } = answer;
  return doOrRequestApproval(services, { number, note: null, act: { kind: "return", ...answer } }, giver, (inTx, by) =>
    choice === "kept"
      ? acceptReturn(inTx, returnId, { isKept: true, answer: words, giver: by })
      : receiveReturn(inTx, returnId, { isFit: choice === "fit", giver: by }),
  );
}

test("a return whose refund is above the limit waits, and is answered as it was asked for when an owner approves", async () => {
  for (const choice of ["kept", "fit", "unfit"] as const) {
    const from = choice === "kept" ? "asked" : "accepted";
    const { number, returnId, refundPaise } = await returned(from);
    const answer = choice === "kept" ? "Keep it" : "";
    expect(await answerReturn(number, { returnId, choice, answer })).toMatchObject({
      asked: { ok: true },
      above: { amountPaise: refundPaise },
    });
    expect(await stateOf(returnId)).toMatchObject({ state: from, refundId: null });
    expect(await refundsOf(db, number)).toEqual([]);
    const waiting = [
      acceptReturn(services, returnId, { isKept: false, answer: "" }),
      refuseReturn(services, returnId, "No"),
    ];
    for (const other of await Promise.all(waiting)) expect(other).toEqual({ ok: false, reason: "waits-for-owner" });
    const [request] = await requestsOf(number);
    expect(request!.note).toContain("Return of 2 × ");
    const approving = { number, requestId: request!.id, answeredBy: owner };
    expect(await approveRefund(services, approving)).toMatchObject({ ok: true, amountPaise: refundPaise });
    expect(await approveRefund(services, approving)).toMatchObject({ reason: "answered-already" });
    expect(await stateOf(returnId)).toMatchObject({
      state: choice === "kept" ? "kept" : "received",
      answer,
      restocked: choice === "fit" ? 2 : 0,
    });
    expect(await refundsOf(db, number)).toEqual([{ amount: refundPaise, reason: "returned", state: "requested" }]);
    expect((await requestsOf(number))[0]).toMatchObject({ isMade: true });
  }
});

test("a return is not asked for within the limit or in another state; declined, or with less left, it stays as it stood", async () => {
  const { number, returnId } = await returned("accepted");
  const fit = { returnId, choice: "fit", answer: "" } as const;
  expect(await answerReturn(number, { ...fit, choice: "kept" })).toMatchObject({ done: { reason: "wrong-state" } });
  expect(await answerReturn(number, { ...fit, returnId: 999_999 })).toMatchObject({
    done: { reason: "no-such-return" },
  });
  expect(await answerReturn(number, fit)).toMatchObject({ asked: { ok: true } });
  expect(await answerReturn(number, fit)).toMatchObject({ done: { reason: "waits-for-owner" } });
  const requestId = (await requestsOf(number))[0]!.id;
  await refundOrder(services, number, 5000, "Late");
  expect(await approveRefund(services, { number, requestId, answeredBy: owner })).toMatchObject({
    ok: false,
    reason: "too-much",
  });
  expect(await stateOf(returnId)).toMatchObject({ state: "accepted", refundId: null });
  await declineRefund(services, { number, requestId, answeredBy: owner, answer: "Less is left" });
  expect(await stateOf(returnId)).toMatchObject({ state: "accepted", refundId: null });
  expect(await receiveReturn(services, returnId, { isFit: true })).toMatchObject({ ok: true });
});

/** The limits of a bookseller. */
const limited = (ofOrderPaise: number, ofDayPaise = 1_000_000_00) => ({ staffId: asker, ofOrderPaise, ofDayPaise });
const refundOf = (number: string, amountPaise: number, giver: ReturnType<typeof limited>) =>
  doOrRequestApproval(services, { number, note: "Torn" }, giver, (inTx, by) =>
    refundOrder(inTx, number, amountPaise, "Torn", undefined, { giver: by }),
  );
const cancelOf = (number: string, copies: { bookId: string; quantity: number }[] | null, giver = limited(100)) =>
  doOrRequestApproval(services, { number, note: null, act: { kind: "cancel", copies } }, giver, (inTx, by) =>
    cancelOrder(inTx, { number, by: { actor: "Ravi" }, copies: copies ?? undefined, cause: "bookseller", giver: by }),
  );

test("refunds of an order add up: five presses within the limit give back no more than the limit, to the paisa", async () => {
  const { number } = await paidOrder(testServices, "presses", { godan: 3 });
  const giver = limited(10_000);
  const presses = [];
  for (const paise of [4_000, 4_000, 2_001, 2_000, 100]) presses.push(await refundOf(number, paise, giver));
  expect(presses).toMatchObject([
    { isAsked: false },
    { isAsked: false },
    { asked: { ok: true }, above: { of: "order", limitPaise: 10_000 } },
    // The waiting request counts, and must be answered first.
    { asked: { reason: "waits-already", waitingPaise: 2_001 } },
    { asked: { reason: "waits-already" } },
  ]);
  expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([4_000, 4_000]);
  const { id } = (await requestsOf(number))[0]!;
  await declineRefund(services, { number, requestId: id, answeredBy: owner, answer: "Enough" });
  // A declined request no longer counts; refunds by colleagues still do.
  const colleague = await addStaff(testServices, "bookseller");
  expect(await refundOf(number, 2_000, { ...giver, staffId: colleague })).toMatchObject({ isAsked: false });
  expect(await refundOf(number, 100, { ...giver, staffId: colleague })).toMatchObject({ above: { of: "order" } });
});

test("what an owner gives back or approves, and what failed, does not use up the limit of booksellers", async () => {
  const { number } = await paidOrder(testServices, "owners-refund", { godan: 3 });
  await refundOrder(services, number, 9_000, "by an owner");
  await refundOf(number, 12_000, limited(10_000));
  const requestId = (await requestsOf(number))[0]!.id;
  expect(await approveRefund(services, { number, requestId, answeredBy: owner })).toMatchObject({ ok: true });
  expect(await refundOf(number, 10_000, limited(10_000))).toMatchObject({ isAsked: false });
  await db.execute(sql`update refunds set state = 'failed' where given_by is not null
    and order_id = (select id from orders where number = ${number})`);
  expect(await refundOf(number, 10_000, limited(10_000))).toMatchObject({ isAsked: false });
});

test("of a limited person's refunds at once, of one order or of several, no more goes back than the limits", async () => {
  const same = await paidOrder(testServices, "at-once", { godan: 3 });
  const presses = await Promise.all(Array.from({ length: 6 }, () => refundOf(same.number, 4_000, limited(10_000))));
  expect(presses.filter(({ isAsked }) => !isAsked)).toHaveLength(2);
  expect(await refundsOf(db, same.number)).toHaveLength(2);

  const busy = await addStaff(testServices, "bookseller");
  const several = await Promise.all(
    Array.from({ length: 6 }, (_, at) => paidOrder(testServices, `day-${at}`, { godan: 1 })),
  );
  const day = { ...limited(10_000, 10_000), staffId: busy };
  const ofDay = await Promise.all(several.map(({ number }) => refundOf(number, 4_000, day)));
  expect(ofDay.filter(({ isAsked }) => !isAsked)).toHaveLength(2);
  expect(ofDay.filter((one) => one.isAsked && one.above.of === "day")).toHaveLength(4);
});

test("cancelling and several returns count with refunds; a cancellation above the limit waits, and nothing is sent meanwhile", async () => {
  const { number } = await paidOrder(testServices, "cancels", { godan: 3 });
  const one = [{ bookId: "godan", quantity: 1 }];
  const pricePaise = (await findOrderRecord(db, number))!.totalPaise / 3;
  const giver = limited(Math.round(pricePaise) + 5_000);
  expect(await refundOf(number, 5_000, giver)).toMatchObject({ isAsked: false });
  expect(await cancelOf(number, one, giver)).toMatchObject({ isAsked: false });
  expect(await cancelOf(number, one, giver)).toMatchObject({ asked: { ok: true } });
  expect((await requestsOf(number))[0]!.note).toMatch(/^Cancellation of 1 × /);
  const parcel = { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" };
  expect(await shipOrder(services, number, parcel)).toEqual({ ok: false, reason: "cancel-waits" });
  const requestId = (await requestsOf(number))[0]!.id;
  expect(await approveRefund(services, { number, requestId, answeredBy: owner })).toMatchObject({ ok: true });
  expect((await findOrderRecord(db, number))!.lines[0]).toMatchObject({ cancelled: 2 });
  expect(await shipOrder(services, number, parcel)).toEqual({ ok: true });
  // The copy that was sent comes back, but the limit is used up.
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, asked_at, answered_at)
    select id, 0, 1, 'damaged', '', 'accepted', now(), now() from orders where number = ${number} returning id`);
  const answer = { returnId: Number(rows[0]!.id), choice: "fit", answer: "" } as const;
  expect(await answerReturn(number, answer, giver)).toMatchObject({ asked: { ok: true }, above: { of: "order" } });
});

test("a cancellation that waits is refused when it cannot be done any more, and stays to be declined", async () => {
  const { number } = await paidOrder(testServices, "cancels-late", { godan: 1 });
  expect(await cancelOf(number, null)).toMatchObject({ asked: { ok: true } });
  await cancelOrder(services, { number, by: "link", cause: "reader" });
  const requestId = (await requestsOf(number))[0]!.id;
  expect(await approveRefund(services, { number, requestId, answeredBy: owner })).toEqual({
    ok: false,
    reason: "too-late",
    leftPaise: 0,
  });
  expect(await requestsOf(number)).toMatchObject([{ answeredAt: null }]);
  expect(await declineRefund(services, { number, requestId, answeredBy: owner, answer: "Done" })).toMatchObject({
    ok: true,
  });
});
