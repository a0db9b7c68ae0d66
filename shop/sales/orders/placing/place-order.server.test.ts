/** Tests of placing orders: stock, prices, codes, repeated and changed forms, and outages of the payment provider. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { addToCart, applyPromotion, setQuantity } from "#shop/sales/cart/cart.server.ts";
import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { findUsablePromotion, reserveRedemption } from "#shop/sales/pricing/promotions.server.ts";
import { orderIdOf } from "#tests/support/sales/paid-order.ts";
import {
  cartOf,
  count,
  delivery,
  fillCart,
  order,
  orderOf,
  setStock,
  readStock,
  stateOf,
} from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { waitUntilBlocked, warm } from "#tests/support/database/test-database.ts";
import type { Delivery } from "#shop/kernel/forms/delivery.server.ts";
import { findLastOrder } from "#shop/sales/orders/find-order.server.ts";
import { closeUnpaidOrder } from "#shop/sales/orders/close-unpaid-order.server.ts";
import { placeOrder } from "./place-order.server.ts";

const testServices = await openTestServices();
const { db, services, standIn } = testServices;

afterEach(async () => {
  standIn.setFault("serverError", null);
  expect(await findBreaches(db)).toEqual([]);
});

const openedAtRazorpay = (number: string) => standIn.ledger().orders.filter(({ receipt }) => receipt === number);

test("the records of an untouched shop agree with each other", async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("an order freezes prices and names, holds the copies, and is open at Razorpay for its total", async () => {
  await setStock(db, "tomb-of-sand", 9);
  const placed = await orderOf(services, cartOf("freezes"), { "tomb-of-sand": 2 });
  expect(placed.number).toMatch(/^EP-[0-9A-Z]{10}$/);
  const { rows } = await db.execute<{ pricePaise: number; mrpPaise: number; format: string; hsn: string }>(
    sql`select price_paise, mrp_paise, format, hsn from books where id = 'tomb-of-sand'`,
  );
  const { pricePaise: price, mrpPaise: mrp, format, hsn } = rows[0]!;
  expect(placed.totalPaise).toBe(price * 2);
  expect(openedAtRazorpay(placed.number)).toMatchObject([{ id: placed.providerOrderId, amount: price * 2 }]);

  await db.execute(sql`update books set price_paise = 100 where id = 'tomb-of-sand'`);
  await db.execute(sql`update works set title = 'Another' where id = 'tomb-of-sand'`);
  const { rows: lines } = await db.execute(sql`
    select l.title, l.author, l.format, l.hsn, l.tax_class, l.quantity, l.unit_price_paise, l.unit_mrp_paise,
      l.total_paise::int as total_paise
    from order_lines l join orders o on o.id = l.order_id where o.number = ${placed.number}`);
  expect(lines).toEqual([
    {
      title: "Tomb of Sand",
      author: "Geetanjali Shree",
      format,
      hsn,
      taxClass: "exempt",
      quantity: 2,
      unitPricePaise: price,
      unitMrpPaise: mrp,
      totalPaise: price * 2,
    },
  ]);
  expect(await readStock(db, "tomb-of-sand")).toEqual({ onHand: 9, reserved: 2 });
});

test("copies are held for twenty-five minutes", async () => {
  const at = new Date("2026-03-01T10:00:00Z");
  await setStock(db, "indica", 5);
  const placed = await orderOf({ ...services, now: () => at }, cartOf("holds"), { indica: 1 });
  expect(placed.reservedUntil).toEqual(new Date("2026-03-01T10:25:00Z"));
});

test("pressing the button again finds the same order, with the newest delivery details, all of them", async () => {
  await setStock(db, "godan", 5);
  const cart = cartOf("again");
  const first = await orderOf(services, cart, { godan: 1 });
  const others = await orderOf(services, cartOf("beside"), { godan: 1 });
  expect(others.providerOrderId).not.toBe(first.providerOrderId);
  const newest: Delivery = {
    email: "kamala@example.com",
    name: "Kamala Das",
    phone: "+919812345678",
    addressLine1: "4 Beach Road",
    addressLine2: "Second floor",
    city: "Kozhikode",
    stateCode: "KL",
    pin: "673001",
  };
  standIn.setFault("serverError", { times: "always" });
  expect(await placeOrder(services, cart, newest)).toEqual({ ok: true, order: first });
  expect(await findLastOrder(services, cart)).toMatchObject({ number: first.number, delivery: newest });
  expect(await findLastOrder(services, cartOf("beside"))).toMatchObject({ delivery: { email: "beside@example.com" } });
  expect(openedAtRazorpay(first.number)).toHaveLength(1);
  expect(await readStock(db, "godan")).toMatchObject({ reserved: 2 });
});

test("a new order goes to the address that was filled in, line by line, with its books as the cart has them", async () => {
  const cart = cartOf("addressed");
  await setStock(db, "curry-a-tale-of-cooks-and-conquerors", 5);
  await setStock(db, "city-of-djinns", 5);
  const books = ["godan", "curry-a-tale-of-cooks-and-conquerors", "city-of-djinns"];
  for (const bookId of books) await addToCart(services, cart, bookId);
  const filledIn: Delivery = { ...delivery, email: "addressed@example.com", addressLine2: "Near the lake" };
  const placed = await placeOrder(services, cart, filledIn);
  expect(await findLastOrder(services, cart)).toMatchObject({
    number: placed.ok && placed.order.number,
    delivery: filledIn,
  });
  const { rows } = await db.execute<{ bookId: string }>(sql`
    select l.book_id from order_lines l join orders o on o.id = l.order_id
    where o.number = ${placed.ok ? placed.order.number : ""} order by l.position`);
  expect(rows.map(({ bookId }) => bookId)).toEqual(books);
});

test("two presses at once give one order here and one at Razorpay", async () => {
  await setStock(db, "jejuri", 5);
  const cart = cartOf("twice");
  await fillCart(db, cart, { jejuri: 1 });
  await warm(testServices.pool, 6);
  const presses = await Promise.all(Array.from({ length: 6 }, () => placeOrder(services, cart, delivery)));
  const orders = presses.map((placed) => (placed.ok ? placed.order : null));
  expect(new Set(orders.map((order) => order?.number)).size).toBe(1);
  expect(new Set(orders.map((order) => order?.providerOrderId)).size).toBe(1);
  expect(openedAtRazorpay(orders[0]!.number)).toHaveLength(1);
  expect(await readStock(db, "jejuri")).toMatchObject({ reserved: 1 });
});

test("a changed cart replaces its open order and gives its copies back", async () => {
  await setStock(db, "masala-lab", 10);
  const cart = cartOf("changes");
  const first = await orderOf(services, cart, { "masala-lab": 3 });
  await setQuantity(services, cart, "masala-lab", 1);
  const second = await order(services, cart);
  expect(second.number).not.toBe(first.number);
  expect(await stateOf(db, first.number)).toBe("superseded");
  expect(await stateOf(db, second.number)).toBe("pending_payment");
  expect(await readStock(db, "masala-lab")).toEqual({ onHand: 10, reserved: 1 });
});

test("another book at the same price is another order", async () => {
  await setStock(db, "the-last-mughal", 5);
  await setStock(db, "the-anarchy", 5);
  await db.execute(sql`update books set price_paise = 30000 where id in ('the-last-mughal', 'the-anarchy')`);
  const cart = cartOf("swaps");
  const first = await orderOf(services, cart, { "the-anarchy": 1 });
  await setQuantity(services, cart, "the-anarchy", 0);
  const second = await orderOf(services, cart, { "the-last-mughal": 1 });
  expect(second.totalPaise).toBe(first.totalPaise);
  expect(second.number).not.toBe(first.number);
  expect(await readStock(db, "the-anarchy")).toMatchObject({ reserved: 0 });
  expect(await readStock(db, "the-last-mughal")).toMatchObject({ reserved: 1 });
});

test("a replaced order gives its use of a code back, so that the new one may hold the last", async () => {
  await setStock(db, "chai-chai", 5);
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, redemption_limit)
    values ('LASTUSE', 'Ten', 'everything', 10, 1)`);
  const cart = cartOf("last-use");
  await fillCart(db, cart, { "chai-chai": 1 });
  await applyPromotion(services, cart, "LASTUSE");
  const first = await order(services, cart);
  await setQuantity(services, cart, "chai-chai", 2);
  expect((await order(services, cart)).number).not.toBe(first.number);
  const { rows } = await db.execute(sql`
    select o.state, r.state as use from redemptions r join orders o on o.id = r.order_id
    where r.promotion_code = 'LASTUSE' order by o.id`);
  expect(rows).toEqual([
    { state: "superseded", use: "released" },
    { state: "pending_payment", use: "held" },
  ]);
});

test("a price that changed since is asked in a new order", async () => {
  await setStock(db, "raag-darbari", 5);
  const cart = cartOf("reprices");
  const first = await orderOf(services, cart, { "raag-darbari": 1 });
  await db.execute(sql`update books set price_paise = price_paise - 1000 where id = 'raag-darbari'`);
  const second = await order(services, cart);
  expect(second.totalPaise).toBe(first.totalPaise - 1000);
  expect(await stateOf(db, first.number)).toBe("superseded");
});

test("an open order with less than sixteen minutes left is replaced, so that the widget never outlives it", async () => {
  await setStock(db, "heart-lamp", 5);
  const cart = cartOf("late");
  const start = Date.now();
  const after = (ms: number) => ({ ...services, now: () => new Date(start + ms) });
  const first = await orderOf(after(0), cart, { "heart-lamp": 1 });
  expect((await order(after(9 * 60_000), cart)).number).toBe(first.number);
  expect((await order(after(9 * 60_000 + 1), cart)).number).not.toBe(first.number);
  expect(await readStock(db, "heart-lamp")).toMatchObject({ reserved: 1 });
});

test("an order that was cancelled is not opened again: the same cart makes a new one", async () => {
  await setStock(db, "cobalt-blue", 5);
  const cart = cartOf("closes");
  const first = await orderOf(services, cart, { "cobalt-blue": 1 });
  expect(await cancelOrder(services, { number: first.number, by: "link", cause: "reader" })).toMatchObject({
    ok: true,
  });
  const second = await order(services, cart);
  expect(second.number).not.toBe(first.number);
  expect(await stateOf(db, second.number)).toBe("pending_payment");
  expect(await readStock(db, "cobalt-blue")).toMatchObject({ reserved: 1 });
});

test("an order that runs out at this very moment is not shown as one that can be paid", async () => {
  await setStock(db, "quiet", 5);
  const cart = cartOf("runs-out");
  const first = await orderOf(services, cart, { quiet: 1 });
  const orderId = await orderIdOf(db, first.number);
  let placing: ReturnType<typeof order> | undefined;
  await inTransaction(db, async (tx) => {
    await closeUnpaidOrder(tx, "expired", { orderId, cause: "clock", at: new Date() });
    placing = order(services, cart);
    await waitUntilBlocked(db);
  });
  expect((await placing)!.number).not.toBe(first.number);
});

test("an order is replaced when its payment at Razorpay was spent on something that did not pay it", async () => {
  await setStock(db, "deep-work", 5);
  const cart = cartOf("spent");
  const first = await orderOf(services, cart, { "deep-work": 1 });
  await db.execute(sql`update payment_attempts set status = 'paid' where id = ${first.providerOrderId}`);
  const second = await order(services, cart);
  expect([second.number, second.providerOrderId]).not.toEqual([first.number, first.providerOrderId]);
  expect(await stateOf(db, first.number)).toBe("superseded");
});

test("a code that has ended since it was put in is told of, and no order is made", async () => {
  await setStock(db, "following-fish", 5);
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off) values ('ENDS', 'Ten', 'everything', 10)`);
  const cart = cartOf("ends");
  await fillCart(db, cart, { "following-fish": 1 });
  await applyPromotion(services, cart, "ENDS");
  await db.execute(sql`update promotions set ends_at = now() where code = 'ENDS'`);
  expect(await placeOrder(services, cart, delivery)).toMatchObject({ trouble: { reason: "expired" } });
  expect(await readStock(db, "following-fish")).toMatchObject({ reserved: 0 });
  expect(await placeOrder(services, cart, delivery, null, "")).toMatchObject({ ok: true });
});

test("a code whose last use another order takes at this very moment is refused, and nothing is held", async () => {
  await setStock(db, "ammu", 5);
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, redemption_limit)
    values ('ONEUSE', 'Ten', 'everything', 10, 1)`);
  const orderId = await orderIdOf(db, (await orderOf(services, cartOf("quicker"), { ammu: 1 })).number);
  const cart = cartOf("slower");
  await fillCart(db, cart, { ammu: 1 });
  await applyPromotion(services, cart, "ONEUSE");
  let placing: ReturnType<typeof placeOrder> | undefined;
  await inTransaction(db, async (tx) => {
    const found = await findUsablePromotion(tx, "ONEUSE", null, new Date());
    if (!found.ok) throw new Error(found.reason);
    const { promotion } = found;
    await reserveRedemption(tx, { promotion, orderId, email: "q@example.com", now: new Date() });
    placing = placeOrder(services, cart, delivery);
    await waitUntilBlocked(db);
  });
  expect(await placing).toMatchObject({ trouble: { reason: "used-up" } });
  expect(await readStock(db, "ammu")).toMatchObject({ reserved: 1 });
  await db.execute(sql`delete from redemptions where order_id = ${orderId}`);
});

test("what nobody foresaw is an error, and not said to be sold out", async () => {
  await setStock(db, "eating-india", 5);
  const cart = cartOf("unforeseen");
  await fillCart(db, cart, { "eating-india": 1 });
  await db.execute(sql`alter table orders add constraint refuses_all check (number is null) not valid`);
  try {
    await expect(placeOrder(services, cart, delivery)).rejects.toThrow();
  } finally {
    await db.execute(sql`alter table orders drop constraint refuses_all`);
  }
});

test("an order that waits for a change of its cart is for the changed cart", async () => {
  await setStock(db, "ikigai", 5);
  const cart = cartOf("changes-meanwhile");
  await fillCart(db, cart, { ikigai: 1 });
  let placing: ReturnType<typeof order> | undefined;
  await inTransaction(db, async (tx) => {
    await setQuantity({ ...services, db: tx }, cart, "ikigai", 3);
    placing = order(services, cart);
    await waitUntilBlocked(db);
  });
  expect(await placing).toBeDefined();
  expect(await readStock(db, "ikigai")).toMatchObject({ reserved: 3 });
});

test("what is sold out is named, and nothing is held of the rest", async () => {
  await setStock(db, "a-fine-balance", 5);
  await setStock(db, "ghachar-ghochar", 2);
  const cart = cartOf("short");
  await setStock(db, "deep-work", 1);
  await fillCart(db, cart, { "ghachar-ghochar": 2, "deep-work": 1, "a-fine-balance": 2 });
  await setStock(db, "ghachar-ghochar", 1);
  await setStock(db, "deep-work", 0);
  const orders = await count(db, sql`select count(*) from orders`);
  expect(await placeOrder(services, cart, delivery)).toEqual({
    ok: false,
    reason: "sold-out",
    titles: ["Deep Work", "Ghachar Ghochar"],
  });
  expect(await readStock(db, "a-fine-balance")).toEqual({ onHand: 5, reserved: 0 });
  expect(await count(db, sql`select count(*) from orders`)).toBe(orders);
});

test("a changed cart that cannot be had leaves its open order as it was", async () => {
  await setStock(db, "the-golden-road", 2);
  await setStock(db, "the-burning-grounds", 1);
  const cart = cartOf("undone");
  const first = await orderOf(services, cart, { "the-golden-road": 1 });
  await addToCart(services, cart, "the-burning-grounds");
  await setStock(db, "the-burning-grounds", 0);
  expect(await placeOrder(services, cart, delivery)).toMatchObject({ ok: false, reason: "sold-out" });
  expect(await stateOf(db, first.number)).toBe("pending_payment");
  expect(await readStock(db, "the-golden-road")).toMatchObject({ reserved: 1 });
});

test("an empty cart, or none, makes no order", async () => {
  expect(await placeOrder(services, cartOf("nobody"), delivery)).toEqual({ ok: false, reason: "empty-cart" });
  const cart = cartOf("emptied");
  await fillCart(db, cart, { godan: 1 });
  await setQuantity(services, cart, "godan", 0);
  expect(await placeOrder(services, cart, delivery)).toEqual({ ok: false, reason: "empty-cart" });
});

test("an order below one rupee is not made, as Razorpay takes none", async () => {
  await setStock(db, "mad-sisters-of-esi", 5);
  await db.execute(sql`update books set price_paise = 99 where id = 'mad-sisters-of-esi'`);
  const cart = cartOf("little");
  await fillCart(db, cart, { "mad-sisters-of-esi": 1 });
  expect(await placeOrder(services, cart, delivery)).toEqual({ ok: false, reason: "too-little", leastPaise: 100 });
  await addToCart(services, cart, "mad-sisters-of-esi");
  expect(await placeOrder(services, cart, delivery)).toMatchObject({ ok: true, order: { totalPaise: 198 } });
  await db.execute(sql`update books set price_paise = 50 where id = 'mad-sisters-of-esi'`);
  expect(await placeOrder(services, cart, delivery)).toMatchObject({ ok: true, order: { totalPaise: 100 } });
});

test("delivery below the threshold is part of what is charged", async () => {
  await setStock(db, "matilda", 5);
  const dear = { ...services.settings, shippingFeePaise: 49_00, freeShippingFromPaise: 10_000_00 };
  const { rows } = await db.execute<{ pricePaise: number }>(sql`select price_paise from books where id = 'matilda'`);
  const placed = await orderOf({ ...services, settings: dear }, cartOf("fee"), { matilda: 1 });
  expect(placed.totalPaise).toBe(rows[0]!.pricePaise + 49_00);
  expect(openedAtRazorpay(placed.number)).toMatchObject([{ amount: placed.totalPaise }]);
});

test("while Razorpay is away the order waits, and the next press opens it there", async () => {
  await setStock(db, "sea-of-poppies", 5);
  const cart = cartOf("away");
  await fillCart(db, cart, { "sea-of-poppies": 1 });
  standIn.setFault("serverError", { times: "always" });
  const said = expectErrors();
  expect(await placeOrder(services, cart, delivery)).toEqual({ ok: false, reason: "payments-unavailable" });
  expect(said).toHaveBeenCalledOnce();
  standIn.setFault("serverError", null);
  const { rows } = await db.execute<{ number: string }>(sql`select number from orders order by id desc limit 1`);
  const placed = await order(services, cart);
  expect(placed.number).toBe(rows[0]!.number);
  expect(openedAtRazorpay(placed.number)).toHaveLength(1);
  expect(await readStock(db, "sea-of-poppies")).toMatchObject({ reserved: 1 });
});

test("an answer of Razorpay's that was lost opens no second order there", async () => {
  await setStock(db, "river-of-smoke", 5);
  standIn.setFault("lostOrder", true);
  const placed = await orderOf(services, cartOf("lost"), { "river-of-smoke": 1 });
  expect(openedAtRazorpay(placed.number)).toMatchObject([{ id: placed.providerOrderId }]);
});

test("an order that Razorpay opened for another amount, or in another money, is not shown to the reader", async () => {
  await setStock(db, "flood-of-fire", 5);
  expectErrors();
  const answers = { amount: (amount: number) => ({ amount: amount - 100 }), currency: () => ({ currency: "USD" }) };
  for (const [reader, change] of Object.entries(answers)) {
    await fillCart(db, cartOf(reader), { "flood-of-fire": 1 });
    testServices.wire.change = (_, answer) => ({ ...answer, ...change(answer.amount) });
    expect(await placeOrder(services, cartOf(reader), delivery)).toEqual({ ok: false, reason: "payments-unavailable" });
    testServices.wire.change = null;
    expect(await placeOrder(services, cartOf(reader), delivery)).toMatchObject({ ok: true });
  }
});
