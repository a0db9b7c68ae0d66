import { sql } from "#db/sql.ts";
import { afterEach, expect, test, vi } from "vitest";

import { addToCart, setQuantity } from "#shop/cart/cart.server.ts";
import { findBreaches } from "#shop/invariants/invariants.server.ts";
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
} from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { warm } from "#tests/support/test-database.ts";
import type { Delivery } from "#shop/forms/delivery.server.ts";
import { findLastOrder } from "./find-order.server.ts";
import { placeOrder } from "./place-order.server.ts";

const testServices = await openTestServices();
const { db, services, standIn } = testServices;
const said = vi.spyOn(console, "error").mockImplementation(() => {});

afterEach(async () => {
  standIn.setFault("serverError", null);
  said.mockClear();
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
  const { rows } = await db.execute<{ pricePaise: number; mrpPaise: number }>(
    sql`select price_paise, mrp_paise from books where id = 'tomb-of-sand'`,
  );
  const { pricePaise: price, mrpPaise: mrp } = rows[0]!;
  expect(placed.totalPaise).toBe(price * 2);
  expect(openedAtRazorpay(placed.number)).toMatchObject([{ id: placed.razorpayOrderId, amount: price * 2 }]);

  await db.execute(sql`update books set price_paise = 100 where id = 'tomb-of-sand'`);
  await db.execute(sql`update works set title = 'Another' where id = 'tomb-of-sand'`);
  const { rows: lines } = await db.execute(sql`
    select l.title, l.author, l.quantity, l.unit_price_paise, l.unit_mrp_paise, l.total_paise::int as total_paise
    from order_lines l join orders o on o.id = l.order_id where o.number = ${placed.number}`);
  expect(lines).toEqual([
    {
      title: "Tomb of Sand",
      author: "Geetanjali Shree",
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
  expect(await placeOrder(services, cart, newest)).toEqual({ ok: true, order: first });
  expect(await findLastOrder(db, cart)).toMatchObject({ number: first.number, delivery: newest });
  expect(openedAtRazorpay(first.number)).toHaveLength(1);
  expect(await readStock(db, "godan")).toMatchObject({ reserved: 1 });
});

test("two presses at once give one order here and one at Razorpay", async () => {
  await setStock(db, "jejuri", 5);
  const cart = cartOf("twice");
  await fillCart(db, cart, { jejuri: 1 });
  await warm(testServices.pool, 6);
  const presses = await Promise.all(Array.from({ length: 6 }, () => placeOrder(services, cart, delivery)));
  const orders = presses.map((placed) => (placed.ok ? placed.order : null));
  expect(new Set(orders.map((order) => order?.number)).size).toBe(1);
  expect(new Set(orders.map((order) => order?.razorpayOrderId)).size).toBe(1);
  expect(openedAtRazorpay(orders[0]!.number)).toHaveLength(1);
  expect(await readStock(db, "jejuri")).toMatchObject({ reserved: 1 });
});

test("a changed cart replaces its open order and gives its copies back", async () => {
  await setStock(db, "masala-lab", 10);
  const cart = cartOf("changes");
  const first = await orderOf(services, cart, { "masala-lab": 3 });
  await setQuantity(db, cart, "masala-lab", 1);
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
  await setQuantity(db, cart, "the-anarchy", 0);
  const second = await orderOf(services, cart, { "the-last-mughal": 1 });
  expect(second.totalPaise).toBe(first.totalPaise);
  expect(second.number).not.toBe(first.number);
  expect(await readStock(db, "the-anarchy")).toMatchObject({ reserved: 0 });
  expect(await readStock(db, "the-last-mughal")).toMatchObject({ reserved: 1 });
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

test("an open order with little time left is replaced, so that the widget never outlives it", async () => {
  await setStock(db, "heart-lamp", 5);
  const cart = cartOf("late");
  const first = await orderOf(services, cart, { "heart-lamp": 1 });
  const inMinutes = (minutes: number) => ({ ...services, now: () => new Date(Date.now() + minutes * 60_000) });
  expect((await order(inMinutes(8), cart)).number).toBe(first.number);
  expect((await order(inMinutes(10), cart)).number).not.toBe(first.number);
  expect(await readStock(db, "heart-lamp")).toMatchObject({ reserved: 1 });
});

test("what is sold out is named, and nothing is held of the rest", async () => {
  await setStock(db, "a-fine-balance", 5);
  await setStock(db, "ghachar-ghochar", 2);
  const cart = cartOf("short");
  await fillCart(db, cart, { "a-fine-balance": 2, "ghachar-ghochar": 2 });
  await setStock(db, "ghachar-ghochar", 1);
  const orders = await count(db, sql`select count(*) from orders`);
  expect(await placeOrder(services, cart, delivery)).toEqual({
    ok: false,
    reason: "sold-out",
    titles: ["Ghachar Ghochar"],
  });
  expect(await readStock(db, "a-fine-balance")).toEqual({ onHand: 5, reserved: 0 });
  expect(await count(db, sql`select count(*) from orders`)).toBe(orders);
});

test("a changed cart that cannot be had leaves its open order as it was", async () => {
  await setStock(db, "the-golden-road", 2);
  await setStock(db, "the-burning-grounds", 1);
  const cart = cartOf("undone");
  const first = await orderOf(services, cart, { "the-golden-road": 1 });
  await addToCart(db, cart, "the-burning-grounds");
  await setStock(db, "the-burning-grounds", 0);
  expect(await placeOrder(services, cart, delivery)).toMatchObject({ ok: false, reason: "sold-out" });
  expect(await stateOf(db, first.number)).toBe("pending_payment");
  expect(await readStock(db, "the-golden-road")).toMatchObject({ reserved: 1 });
});

test("an empty cart, or none, makes no order", async () => {
  expect(await placeOrder(services, cartOf("nobody"), delivery)).toEqual({ ok: false, reason: "empty-cart" });
  const cart = cartOf("emptied");
  await fillCart(db, cart, { godan: 1 });
  await setQuantity(db, cart, "godan", 0);
  expect(await placeOrder(services, cart, delivery)).toEqual({ ok: false, reason: "empty-cart" });
});

test("an order below one rupee is not made, as Razorpay takes none", async () => {
  await setStock(db, "mad-sisters-of-esi", 5);
  await db.execute(sql`update books set price_paise = 99 where id = 'mad-sisters-of-esi'`);
  const cart = cartOf("little");
  await fillCart(db, cart, { "mad-sisters-of-esi": 1 });
  expect(await placeOrder(services, cart, delivery)).toEqual({ ok: false, reason: "too-little" });
  await addToCart(db, cart, "mad-sisters-of-esi");
  expect(await placeOrder(services, cart, delivery)).toMatchObject({ ok: true, order: { totalPaise: 198 } });
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
  expect(openedAtRazorpay(placed.number)).toMatchObject([{ id: placed.razorpayOrderId }]);
});

test("an order that Razorpay opened for another amount is not shown to the reader", async () => {
  await setStock(db, "flood-of-fire", 5);
  const cart = cartOf("amount");
  await fillCart(db, cart, { "flood-of-fire": 1 });
  testServices.wire.change = (_, answer) => ({ ...answer, amount: answer.amount - 100 });
  expect(await placeOrder(services, cart, delivery)).toEqual({ ok: false, reason: "payments-unavailable" });
  testServices.wire.change = null;
  expect(await placeOrder(services, cart, delivery)).toMatchObject({ ok: true });
});
