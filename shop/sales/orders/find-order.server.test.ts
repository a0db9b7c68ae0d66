/** Tests of reading orders for their pages, with their viewers, payments and refunds. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { askReturn } from "#shop/sales/returns/ask-return.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { setQuantity } from "#shop/sales/cart/cart.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { orderIdOf, paidOrder, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { cartOf, delivery, fillCart, order, orderOf, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { placeOrder } from "./placing/place-order.server.ts";
import { shipOrder } from "./parcels/ship-order.server.ts";
import { findLastOrder, findOrder, findOrderId, findOrderNumber, listAttemptsOfCart } from "./find-order.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
for (const bookId of ["godan", "the-anarchy", "the-last-mughal"]) await setStock(db, bookId, 50);

test("an order is paid at the time of the shop, which says for how long it is fresh", async () => {
  const at = new Date("2031-05-05T05:05:05.005Z");
  const inHours = (hours: number) => ({ ...services, now: () => new Date(at.getTime() + hours * 3_600_000) });
  const { cart, number } = await paidOrder({ ...testServices, services: inHours(0) }, "fresh", { godan: 1 });
  const found = await findOrder(db, number, { cartToken: cart });
  expect(new Date(found!.moves.at(-1)!.at)).toEqual(at);
  expect(await findLastOrder(inHours(23), cart)).toMatchObject({ number, isFresh: true });
  expect(await findLastOrder(inHours(25), cart)).toMatchObject({ number, isFresh: false });
});

test("the cart remembers its newest order, and for a day that it was paid", async () => {
  const { cart, number } = await paidOrder(testServices, "newest", { godan: 1 });
  expect(await findLastOrder(services, cart)).toMatchObject({ number, state: "paid", isFresh: true });
  const paidAgo = (hours: number) =>
    db.execute(sql`update orders set confirmed_at = now() - make_interval(hours => ${hours}) where number = ${number}`);
  await paidAgo(23);
  expect(await findLastOrder(services, cart)).toMatchObject({ number, isFresh: true });
  await paidAgo(25);
  expect(await findLastOrder(services, cart)).toMatchObject({ number, isFresh: false });
  const next = await orderOf(services, cart, { godan: 2 });
  expect(await findLastOrder(services, cart)).toMatchObject({
    number: next.number,
    state: "pending_payment",
    isFresh: false,
  });
  await orderOf(services, cartOf("newer-stranger"), { godan: 1 });
  expect(await findLastOrder(services, cart)).toMatchObject({ number: next.number });
  await fillCart(db, cartOf("nothing-ordered"), { godan: 1 });
  expect(await findLastOrder(services, cartOf("nothing-ordered"))).toBeNull();
});

test("an order may be paid through everything that was opened for it at Razorpay, the newest first", async () => {
  const cart = cartOf("two-tabs");
  const { number, providerOrderId } = await orderOf(services, cart, { godan: 1 });
  await db.execute(sql`
    insert into payment_attempts (id, order_id, receipt, amount_paise, status, created_at)
    select 'order_SecondTab', order_id, receipt, amount_paise, status, created_at + interval '1 second'
    from payment_attempts where id = ${providerOrderId}`);
  expect(await listAttemptsOfCart(db, cart, number)).toEqual(["order_SecondTab", providerOrderId]);
  await setQuantity(services, cart, "godan", 2);
  const next = await order(services, cart);
  expect(await listAttemptsOfCart(db, cart, number)).toEqual(["order_SecondTab", providerOrderId]);
  expect(await listAttemptsOfCart(db, cart, next.number)).toEqual([next.providerOrderId]);
  await fillCart(db, cartOf("stranger"), { godan: 1 });
  expect(await listAttemptsOfCart(db, cartOf("stranger"), number)).toEqual([]);
  expect(await findOrderNumber(db, "order_SecondTab")).toBe(number);
  expect(await findOrderNumber(db, next.providerOrderId)).toBe(next.number);
  expect(await findOrderNumber(db, "order_ofSomebodyElse")).toBeNull();
  await db.execute(sql`delete from payment_attempts where id = 'order_SecondTab'`);
});

test("an order's id is found by its own number, and by nobody but its own cart", async () => {
  const [mine, other] = [
    await paidOrder(testServices, "id-mine", { godan: 1 }),
    await paidOrder(testServices, "id-other", { godan: 1 }),
  ];
  for (const { number, id, cart } of [mine, other]) {
    expect(await findOrderId(db, number, { cartToken: cart })).toBe(id);
    expect(await findOrderId(db, number, "link")).toBe(id);
  }
  expect(await findOrderId(db, mine.number, { cartToken: other.cart })).toBeNull();
  expect(await findOrderId(db, "EP-0000000000", "link")).toBeNull();
  expect(await findOrder(db, mine.number, "link")).toMatchObject({ paidPaise: mine.totalPaise });
  expect(await findOrder(db, mine.number, { cartToken: mine.cart })).toMatchObject({ number: mine.number });
  expect(await findOrder(db, mine.number, { cartToken: other.cart })).toBeNull();
  const [readerId, strangerId] = [await addReader(db, "id-reader"), await addReader(db, "id-stranger")];
  await fillCart(db, { readerId }, { godan: 1 });
  const placed = await placeOrder(services, { readerId }, delivery);
  if (!placed.ok) throw new Error(placed.reason);
  const { number } = placed.order;
  expect(await findOrderId(db, number, { readerId })).toBe(await orderIdOf(db, number));
  expect(await findOrderId(db, number, { readerId: strangerId })).toBeNull();
});

/** Two orders of one cart: the newer replaced the older, whose book is sold out. */
async function replacedOrder(reader: string) {
  const cart = cartOf(reader);
  await setStock(db, "heart-lamp", 1);
  const older = await orderOf(services, cart, { "heart-lamp": 1 });
  await setQuantity(services, cart, "heart-lamp", 0);
  const newer = await orderOf(services, cart, { godan: 1 });
  await setStock(db, "heart-lamp", 0);
  return { older, newer };
}

async function pay(providerOrderId: string) {
  await payAtRazorpay(testServices, providerOrderId);
  await settlePayment(services, providerOrderId, "webhook");
}

test("a late payment's refund names the newer order only if that had been paid by then", async () => {
  const first = await replacedOrder("paid-before");
  await pay(first.newer.providerOrderId);
  await pay(first.older.providerOrderId);
  expect(await stateOf(db, first.older.number)).toBe("refund_pending");
  expect((await findOrder(db, first.older.number, "link"))!.refunds).toMatchObject([
    { reason: "sold-out", replacedBy: { number: first.newer.number, isOnDelivery: false } },
  ]);
  const second = await replacedOrder("paid-after");
  await pay(second.older.providerOrderId);
  await pay(second.newer.providerOrderId);
  expect(await stateOf(db, second.newer.number)).toBe("paid");
  expect((await findOrder(db, second.older.number, "link"))!.refunds).toMatchObject([
    { reason: "sold-out", replacedBy: null },
  ]);
});

test("a late payment's refund never names an order that somebody else had paid by then", async () => {
  const { older } = await replacedOrder("stranger-paid");
  await paidOrder(testServices, "stranger", { godan: 1 });
  await pay(older.providerOrderId);
  expect((await findOrder(db, older.number, "link"))!.refunds).toMatchObject([
    { reason: "sold-out", replacedBy: null },
  ]);
});

test("whatever becomes of another order, an order's page tells of its own alone", async () => {
  const open = await orderOf(services, cartOf("page-open"), { godan: 1 });
  const mine = await paidOrder(testServices, "page-mine", { godan: 2 });
  const pages = () => Promise.all([open, mine].map(({ number }) => findOrder(db, number, "link")));
  const before = await pages();
  // An order with a bundle, which is cheaper; shipped, billed, partly refunded, with a return.
  const other = await paidOrder(testServices, "page-other", { "the-anarchy": 1, "the-last-mughal": 1, godan: 1 });
  await issueDocuments(services);
  await shipOrder(services, other.number, { carrier: "Blue Dart", trackingNumber: "BD1", trackingUrl: "" });
  await refundOrder(services, other.number, 5000, "a bent corner");
  await askReturn(services, {
    number: other.number,
    by: "link",
    input: { bookId: "godan", quantity: 1, reason: "damaged", words: "" },
  });
  testServices.standIn.setFault("authorizedOnly", true);
  await pay((await orderOf(services, cartOf("page-coming"), { godan: 1 })).providerOrderId);
  testServices.standIn.setFault("authorizedOnly", false);
  expect((await findOrder(db, other.number, "link"))!).toMatchObject({
    discounts: [expect.anything()],
    lines: [expect.anything(), expect.anything(), expect.anything()],
    refunds: [{ amountPaise: 5000 }],
    returns: [{ reason: "damaged" }],
    parcels: [{ carrier: "Blue Dart" }],
    payment: { method: "card" },
  });
  const documentsOf = (number: string) => findOrder(db, number, "link").then((found) => found!.documents);
  expect(await documentsOf(other.number)).toHaveLength(1);
  expect((await pages()).map((page) => ({ ...page, documents: [] }))).toEqual(before);
  expect(await documentsOf(open.number)).toEqual([]);
});

test("what a bank has refused is not said to have been paid", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("declined"), { godan: 1 });
  await payByCard(testServices, { orderId: providerOrderId, card: "4100280000060003", choice: "failure" });
  await settlePayment(services, providerOrderId, "browser");
  expect(await findOrder(db, number, "link")).toMatchObject({ paidPaise: 0, isPaymentComing: false, payment: null });
});

test("an order that was refunded in full still says what was paid for it", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "refunded", { godan: 2 });
  await refundOrder(services, number, undefined, "");
  await processRefunds(services);
  const found = (await findOrder(db, number, "link"))!;
  expect(found).toMatchObject({ state: "refunded", paidPaise: totalPaise });
  expect(found.refunds).toMatchObject([{ amountPaise: totalPaise, replacedBy: null }]);
});

test("each refund is told with its words, its copies, its times and the account it goes back to", async () => {
  const { number, providerOrderId } = await orderOf(services, cartOf("tworefunds"), { godan: 2 });
  await pay(providerOrderId);
  const copies = [{ bookId: "godan", quantity: 1 }];
  const cancelled = await cancelOrder(services, { number, by: "link", copies, cause: "reader" });
  await processRefunds(services);
  await db.execute(sql`
    update refunds set created_at = now() - interval '2 hours', updated_at = now() - interval '1 hour'
    where order_id = ${await orderIdOf(db, number)}`);
  await db.execute(sql`
    insert into payments (id, attempt_id, order_id, amount_paise, currency, status, method, card_network, card_last4, evidence_sha256)
    select 'pay_Other', attempt_id, order_id, amount_paise, currency, status, 'card', 'RuPay', '2004', evidence_sha256
    from payments where attempt_id = ${providerOrderId}`);
  await refundOrder(services, number, 5000, "a second payment", "pay_Other");
  const [first, second] = (await findOrder(db, number, "link"))!.refunds;
  await db.execute(sql`delete from refunds where payment_id = 'pay_Other'`);
  await db.execute(sql`delete from payments where id = 'pay_Other'`);
  expect(first).toMatchObject({
    amountPaise: cancelled.ok && cancelled.refundPaise,
    state: "processed",
    reason: "cancelled",
    note: "",
    copies: [{ position: expect.any(Number), quantity: 1 }],
    isOfBill: true,
    payment: { provider: "razorpay", method: "card", network: "Visa", last4: "1007" },
  });
  expect(Date.parse(first!.endedAt) - Date.parse(first!.askedAt)).toBe(3_600_000);
  expect(second).toMatchObject({
    amountPaise: 5000,
    state: "requested",
    reason: "bookseller",
    note: "a second payment",
    copies: [],
    isOfBill: false,
    payment: { provider: "razorpay", method: "card", network: "RuPay", last4: "2004" },
  });
});

test("pressing the button for a cart that has its order leads to no other", async () => {
  const { number } = await orderOf(services, cartOf("pressed"), { godan: 1 });
  expect((await order(services, cartOf("pressed"))).number).toBe(number);
  expect(await findLastOrder(services, cartOf("pressed"))).toMatchObject({ number });
});
