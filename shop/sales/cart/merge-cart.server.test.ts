/** Tests of merging a guest's cart and open order into the reader's at sign-in. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { listAttemptsOfCart, findOrder } from "#shop/sales/orders/find-order.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { expireReservations } from "#shop/sales/payments/reconcile.server.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { cartOf, delivery, fillCart, order, orderOf, setStock, readStock } from "#tests/support/sales/sale.ts";
import { waitUntilBlocked, warm } from "#tests/support/database/test-database.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { addToCart, applyPromotion, countCart, findCart, setQuantity } from "./cart.server.ts";
import type { CartOwner } from "./cart-owner.server.ts";
import { mergeCart } from "./merge-cart.server.ts";

const { db, pool, services } = await openTestServices();
const noFee = { shippingFeePaise: 0, freeShippingFromPaise: null };
const contents = async (cart: CartOwner) =>
  (await findCart(services, cart, noFee)).lines.map(({ book, quantity }) => `${quantity} ${book.id}`);
const join = (guest: string, readerId: number) => inTransaction(db, (tx) => mergeCart(tx, guest, readerId, new Date()));

beforeEach(async () => {
  await setStock(db, "godan", 100);
  await setStock(db, "indica", 100);
  await setStock(db, "jejuri", 3);
});

test("a reader's cart is one for all devices, and works like a guest's", async () => {
  const cart = { readerId: await addReader(db, "devices") };
  expect(await addToCart(services, cart, "godan")).toMatchObject({ ok: true, quantity: 1 });
  expect(await setQuantity(services, cart, "godan", 3)).toMatchObject({ ok: true, quantity: 3 });
  expect(await countCart(db, cart)).toBe(3);
  expect(await contents({ readerId: await addReader(db, "somebody-else") })).toEqual([]);
});

test("the first cart a reader brings along becomes theirs, and the token opens nothing any more", async () => {
  const readerId = await addReader(db, "first");
  await fillCart(db, cartOf("first"), { godan: 2, indica: 1 });
  await join(cartOf("first"), readerId);
  expect(await contents({ readerId })).toEqual(["2 godan", "1 indica"]);
  expect(await contents(cartOf("first"))).toEqual([]);
  await join(cartOf("first"), readerId);
  expect(await contents({ readerId })).toEqual(["2 godan", "1 indica"]);
});

test("quantities are added, up to twenty a line and to what can be had, and never lowered", async () => {
  const readerId = await addReader(db, "adds");
  await addToCart(services, { readerId }, "godan");
  await setQuantity(services, { readerId }, "godan", 15);
  await addToCart(services, { readerId }, "jejuri");
  await setQuantity(services, { readerId }, "jejuri", 2);
  await fillCart(db, cartOf("adds"), { godan: 9, jejuri: 2, indica: 1 });
  await join(cartOf("adds"), readerId);
  expect((await contents({ readerId })).sort()).toEqual(["1 indica", "20 godan", "3 jejuri"]);

  await fillCart(db, cartOf("short"), { jejuri: 3 });
  await setStock(db, "jejuri", 1);
  await join(cartOf("short"), readerId);
  expect((await contents({ readerId })).sort()).toEqual(["1 indica", "20 godan", "3 jejuri"]);
  await fillCart(db, cartOf("shorter"), { jejuri: 1 });
  await join(cartOf("shorter"), readerId);
  expect((await contents({ readerId })).sort()).toEqual(["1 indica", "20 godan", "3 jejuri"]);
});

test("when two carts join, a stranger's cart, order and held copies stay the stranger's", async () => {
  const [guest, stranger] = [cartOf("joins"), cartOf("beside")];
  const readerId = await addReader(db, "joins");
  // The reader's first order had reserved a copy, and the second reserves one of each book.
  for (const bookId of ["jejuri", "godan"]) {
    await addToCart(services, { readerId }, bookId);
    expect(await placeOrder(services, { readerId }, delivery)).toMatchObject({ ok: true });
  }
  await fillCart(db, guest, { jejuri: 1, indica: 1 });
  const { number, providerOrderId } = await orderOf(services, stranger, { jejuri: 2, godan: 1 });
  await join(guest, readerId);
  expect(await contents({ readerId })).toEqual(["1 jejuri", "1 godan", "1 indica"]);
  expect(await findOrder(db, number, { readerId })).toBeNull();
  expect(await contents(stranger)).toEqual(["2 jejuri", "1 godan"]);
  expect(await listAttemptsOfCart(db, stranger, number)).toEqual([providerOrderId]);
  expect((await order(services, stranger)).number).toBe(number);
  await db.execute(sql`update orders set reserved_until = now() - interval '1 second' where state = 'pending_payment'`);
  await expireReservations(services);
});

test("a joined cart holds fifty different books at most, the reader's own first", async () => {
  const readerId = await addReader(db, "fifty");
  const { rows } = await db.execute<{ bookId: string }>(sql`
    select book_id from stock where on_hand > 0 and book_id not in ('godan', 'indica', 'jejuri') order by book_id limit 60`);
  const ids = rows.map((row) => row.bookId);
  for (const bookId of ids.slice(0, 40)) await addToCart(services, { readerId }, bookId);
  for (const bookId of ids.slice(30)) await addToCart(services, cartOf("fifty"), bookId);
  await join(cartOf("fifty"), readerId);
  const joined = await findCart(services, { readerId }, noFee);
  expect(joined.lines.map(({ book }) => book.id).sort()).toEqual(ids.slice(0, 50));
  expect(joined.lines.filter(({ quantity }) => quantity === 2)).toHaveLength(10);
});

test("a code is kept: the reader's own, else the guest's", async () => {
  const readerId = await addReader(db, "code");
  await addToCart(services, cartOf("code"), "godan");
  expect(await applyPromotion(services, cartOf("code"), "SUMMER20")).toMatchObject({ ok: true });
  await join(cartOf("code"), readerId);
  expect((await findCart(services, { readerId }, noFee)).code).toMatchObject({ code: "SUMMER20" });
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off) values ('OTHER', 'Another', 'everything', 5)`);
  await addToCart(services, cartOf("another-code"), "godan");
  expect(await applyPromotion(services, cartOf("another-code"), "OTHER")).toMatchObject({ ok: true });
  await join(cartOf("another-code"), readerId);
  expect((await findCart(services, { readerId }, noFee)).code).toMatchObject({ code: "SUMMER20" });
});

test("the guest's code comes along into a cart that the reader has already, and that has none", async () => {
  const readerId = await addReader(db, "code-to-cart");
  await addToCart(services, { readerId }, "indica");
  await addToCart(services, cartOf("code-to-cart"), "godan");
  expect(await applyPromotion(services, cartOf("code-to-cart"), "SUMMER20")).toMatchObject({ ok: true });
  await join(cartOf("code-to-cart"), readerId);
  expect((await findCart(services, { readerId }, noFee)).code).toMatchObject({ code: "SUMMER20" });
});

test("the guest's open order comes along: seen and payable by the reader, its copies still held, nobody else's", async () => {
  const readerId = await addReader(db, "open-order");
  const held = await orderOf(services, cartOf("open-order"), { jejuri: 3 });
  await join(cartOf("open-order"), readerId);
  expect(await listAttemptsOfCart(db, { readerId }, held.number)).toEqual([held.providerOrderId]);
  expect(await findOrder(db, held.number, { readerId })).toMatchObject({ state: "pending_payment" });
  expect(await findOrder(db, held.number, { cartToken: cartOf("open-order") })).toBeNull();
  expect(await findOrder(db, held.number, { readerId: await addReader(db, "stranger") })).toBeNull();
  expect((await findCart(services, { readerId }, noFee)).lines[0]).toMatchObject({ quantity: 3, maxQuantity: 3 });

  const again = await placeOrder(services, { readerId }, delivery);
  expect(again).toMatchObject({ ok: true });
  expect(await findOrder(db, held.number, { readerId })).toMatchObject({ state: "superseded" });
  expect(await readStock(db, "jejuri")).toMatchObject({ reserved: 3 });
});

test("an order placed while signed in is its reader's, on whatever device", async () => {
  const readerId = await addReader(db, "signed-in");
  await addToCart(services, { readerId }, "godan");
  const placed = await placeOrder(services, { readerId }, delivery);
  if (!placed.ok) throw new Error(placed.reason);
  expect(await findOrder(db, placed.order.number, { readerId })).toMatchObject({ state: "pending_payment" });
});

test("orders with the same e-mail address stay with the guest who placed them", async () => {
  const readerId = await addReader(db, "same-mail", delivery.email);
  await fillCart(db, cartOf("elsewhere"), { godan: 1 });
  const { number } = await order(services, cartOf("elsewhere"));
  await join(cartOf("another-browser"), readerId);
  expect(await findOrder(db, number, { readerId })).toBeNull();
  expect(await findOrder(db, number, { cartToken: cartOf("elsewhere") })).not.toBeNull();
});

test("of sign-ins at the same time each brings its cart, and one cart is brought once", async () => {
  const readerId = await addReader(db, "parallel");
  const guests = ["p1", "p2", "p3", "p4"].map(cartOf);
  for (const guest of guests) await fillCart(db, guest, { indica: 2 });
  await warm(pool, 8);
  await Promise.all([...guests, ...guests].map((guest) => join(guest, readerId)));
  expect(await contents({ readerId })).toEqual(["8 indica"]);
});

test("of two readers who sign in at once in one browser one gets the guest's cart, the other nothing of it", async () => {
  const [first, second] = [await addReader(db, "shared-first"), await addReader(db, "shared-second")];
  const guest = cartOf("shared-browser");
  await fillCart(db, guest, { godan: 2 });
  let joining: Promise<void> | undefined;
  await inTransaction(db, async (tx) => {
    await mergeCart(tx, guest, first, new Date());
    joining = join(guest, second);
    await waitUntilBlocked(db);
  });
  await joining;
  expect(await contents({ readerId: first })).toEqual(["2 godan"]);
  expect(await contents({ readerId: second })).toEqual([]);
});

test("after all this the records agree with each other", async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test.each([-1, 0, 1, 2])(
  "an open order of the guest never passes for one of other books at the same price, %i changes from the reader's own",
  async (changes) => {
    for (const bookId of ["the-last-mughal", "the-anarchy"]) {
      await db.execute(sql`update books set price_paise = 30000 where id = ${bookId}`);
      await setStock(db, bookId, 5);
    }
    const guest = cartOf(`swapped${changes}`);
    const open = await orderOf(services, guest, { "the-anarchy": 1 });
    await setQuantity(services, guest, "the-anarchy", 0);
    await fillCart(db, guest, { "the-last-mughal": 1 });
    // The reader's cart has a version close to that of the guest's cart when it was ordered.
    const readerId = await addReader(db, `swapped${changes}`);
    await addToCart(services, { readerId }, "godan");
    await setQuantity(services, { readerId }, "godan", 0);
    await db.execute(sql`
      update carts set version = (select cart_version from orders where number = ${open.number}) + ${changes}::int
      where reader_id = ${readerId}`);
    await join(guest, readerId);
    const placed = await placeOrder(services, { readerId }, delivery);
    expect(placed.ok && placed.order.number).not.toBe(open.number);
    const { rows } = await db.execute<{ bookId: string }>(sql`
      select l.book_id from order_lines l join orders o on o.id = l.order_id
      where o.number = ${placed.ok ? placed.order.number : ""}`);
    expect(rows).toEqual([{ bookId: "the-last-mughal" }]);
  },
);

test("nor for one of fewer books that now cost as much, when it comes to a reader without a cart", async () => {
  for (const bookId of ["kanthapura", "ikigai"]) {
    await db.execute(sql`update books set mrp_paise = 90000, price_paise = 30000 where id = ${bookId}`);
    await setStock(db, bookId, 5);
  }
  const guest = cartOf("dearer");
  const open = await orderOf(services, guest, { kanthapura: 1, ikigai: 1 });
  await setQuantity(services, guest, "ikigai", 0);
  await db.execute(sql`update books set price_paise = 60000 where id = 'kanthapura'`);
  const readerId = await addReader(db, "dearer");
  await join(guest, readerId);
  const placed = await placeOrder(services, { readerId }, delivery);
  expect(placed).toMatchObject({ ok: true, order: { totalPaise: open.totalPaise } });
  expect(placed.ok && placed.order.number).not.toBe(open.number);
});
