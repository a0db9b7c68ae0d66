/**
 * Tests the cart: changes of its lines, limits by stock and per line, codes, parallel changes, and copies that its own
 * order reserves.
 */

import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { expireOrder } from "#shop/sales/payments/settle-payment.server.ts";
import { cartOf, delivery, fillCart, order, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { orderIdOf } from "#tests/support/sales/paid-order.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import {
  addCopies,
  addToCart,
  applyPromotion,
  clearCart,
  countCart,
  findCart,
  removeFromCart,
  removePromotion,
  setQuantity,
} from "./cart.server.ts";
import { hashSecret, newSecret } from "#shop/kernel/security/secret.server.ts";

const { db, pool, services } = await openTestServices();
const noFee = { shippingFeePaise: 0, freeShippingFromPaise: null };
const contents = async (cart: string) =>
  (await findCart(services, cart, noFee)).lines.map(({ book, quantity }) => `${quantity} ${book.id}`);

const savedOn = async (cart: string) => (await findCart(services, cart, noFee)).savedPaise;

beforeEach(async () => {
  await setStock(db, "godan", 100);
  await setStock(db, "indica", 100);
  await setStock(db, "jejuri", 3);
  await setStock(db, "masala-lab", 0);
});

test("a visitor without a cart has an empty one, and none is made by looking", async () => {
  expect(await findCart(services, null, noFee)).toMatchObject({ lines: [], count: 0, totalPaise: 0 });
  expect(await findCart(services, cartOf("looker"), noFee)).toMatchObject({ lines: [], count: 0 });
  expect(await countCart(db, cartOf("looker"))).toBe(0);
  const { rows } = await db.execute(sql`select from carts where token_hash = ${hashSecret(cartOf("looker"))}`);
  expect(rows).toHaveLength(0);
});

test("adding a book again raises it by one", async () => {
  const cart = cartOf("raises");
  expect(await addToCart(services, cart, "godan")).toMatchObject({ ok: true, quantity: 1, isLimited: false });
  expect(await addToCart(services, cart, "godan")).toMatchObject({ ok: true, quantity: 2 });
  expect(await addToCart(services, cart, "indica")).toMatchObject({ ok: true, quantity: 1 });
  expect(await contents(cart)).toEqual(["2 godan", "1 indica"]);
  expect(await countCart(db, cart)).toBe(3);
});

test("books stand in the cart in the order they were put in, even two of one moment", async () => {
  const cart = cartOf("moment");
  const at = new Date();
  const still = { db, now: () => at };
  for (const bookId of ["jejuri", "indica"]) await addToCart(still, cart, bookId);
  await addCopies(still, cart, [
    { bookId: "godan", copies: 1 },
    { bookId: "jaya", copies: 1 },
  ]);
  expect(await contents(cart)).toEqual(["1 jejuri", "1 indica", "1 godan", "1 jaya"]);
});

test("the sums of a cart are those of the catalogue now", async () => {
  const cart = cartOf("sums");
  await fillCart(db, cart, { godan: 2, indica: 1 });
  const { rows } = await db.execute<{ id: string; pricePaise: number }>(
    sql`select id, price_paise from books where id in ('godan', 'indica') order by id`,
  );
  const subtotalPaise = rows[0]!.pricePaise * 2 + rows[1]!.pricePaise;
  const found = await findCart(services, cart, { shippingFeePaise: 49_00, freeShippingFromPaise: null });
  expect(found).toMatchObject({ subtotalPaise, shippingPaise: 49_00, totalPaise: subtotalPaise + 49_00, count: 3 });
  expect(found.lines[0]).toMatchObject({ lineTotalPaise: rows[0]!.pricePaise * 2, maxQuantity: 20 });
});

test("no line has more copies than the shop", async () => {
  const cart = cartOf("stock");
  expect(await setQuantity(services, cart, "jejuri", 9)).toMatchObject({ ok: true, quantity: 3, isLimited: true });
  expect(await addToCart(services, cart, "jejuri")).toMatchObject({ ok: false, reason: "enough" });
  expect(await contents(cart)).toEqual(["3 jejuri"]);
  expect(await addToCart(services, cart, "masala-lab")).toMatchObject({ ok: false, reason: "sold-out" });
});

test("no line has more than twenty copies, whatever the stock", async () => {
  const cart = cartOf("twenty");
  expect(await setQuantity(services, cart, "godan", 999_999_999)).toMatchObject({ quantity: 20, isLimited: true });
  expect(await addToCart(services, cart, "godan")).toMatchObject({ ok: false, reason: "enough" });
  expect(await setQuantity(services, cart, "godan", 20)).toMatchObject({ ok: true, quantity: 20, isLimited: false });
});

test("setting none or less takes the line out", async () => {
  for (const quantity of [0, -1, -999_999_999]) {
    const cart = cartOf(`none${quantity}`);
    await addToCart(services, cart, "godan");
    expect(await setQuantity(services, cart, "godan", quantity)).toMatchObject({ ok: true, quantity: 0 });
    expect(await contents(cart)).toEqual([]);
  }
});

test("a line that is taken out is gone, the others stay; taken out twice does no harm", async () => {
  const cart = cartOf("removes");
  await fillCart(db, cart, { godan: 2, indica: 1 });
  expect(await removeFromCart(services, cart, "godan")).toMatchObject({ ok: true, quantity: 0 });
  expect(await removeFromCart(services, cart, "godan")).toMatchObject({ ok: true, quantity: 0 });
  expect(await contents(cart)).toEqual(["1 indica"]);
});

await db.execute(sql`
  insert into promotions (code, name, applies_to, percent_off, starts_at) values ('BESIDE', 'Ten', 'everything', 10, '2026-01-01')`);

test("what one reader changes leaves another's cart, code and open order as they are", async () => {
  const [cart, other] = [cartOf("changes"), cartOf("beside")];
  await fillCart(db, other, { godan: 2, indica: 1 });
  await applyPromotion(services, other, "BESIDE");
  const { number } = await order(services, other);
  await fillCart(db, cart, { godan: 2, indica: 1 });
  await applyPromotion(services, cart, "BESIDE");
  await setQuantity(services, cart, "godan", 3);
  expect(await contents(cart)).toEqual(["3 godan", "1 indica"]);
  await removeFromCart(services, cart, "indica");
  await removePromotion(services, cart);
  await clearCart(services, cart);
  expect(await findCart(services, cart, noFee)).toMatchObject({ lines: [], code: null });
  expect(await contents(other)).toEqual(["2 godan", "1 indica"]);
  expect(await countCart(db, other)).toBe(3);
  expect((await findCart(services, other, noFee)).code).toMatchObject({ code: "BESIDE" });
  expect((await order(services, other)).number).toBe(number);
});

test("a code put in again, or taken out where none is, leaves the open order as it is", async () => {
  await fillCart(db, cartOf("code-again"), { godan: 1 });
  await applyPromotion(services, cartOf("code-again"), "BESIDE");
  const withCode = await order(services, cartOf("code-again"));
  await applyPromotion(services, cartOf("code-again"), "BESIDE");
  expect((await order(services, cartOf("code-again"))).number).toBe(withCode.number);
  const plain = await orderOf(services, cartOf("no-code"), { godan: 1 });
  await removePromotion(services, cartOf("no-code"));
  expect((await order(services, cartOf("no-code"))).number).toBe(plain.number);
});

test("clearing takes everything out of this cart and nothing out of another", async () => {
  await fillCart(db, cartOf("clears"), { godan: 1, indica: 2 });
  await fillCart(db, cartOf("keeps"), { godan: 1 });
  await clearCart(services, cartOf("clears"));
  expect(await contents(cartOf("clears"))).toEqual([]);
  expect(await contents(cartOf("keeps"))).toEqual(["1 godan"]);
});

test("a book the shop does not have cannot be added", async () => {
  const cart = cartOf("unknown");
  expect(await addToCart(services, cart, "no-such-book")).toMatchObject({ ok: false, reason: "no-such-book" });
  expect(await contents(cart)).toEqual([]);
});

test("a cart holds fifty different books", async () => {
  const cart = cartOf("fifty");
  const { rows } = await db.execute<{ bookId: string }>(sql`
    select book_id from stock where on_hand > 0 and book_id not in ('godan', 'jejuri') order by book_id limit 50`);
  for (const { bookId } of rows) expect(await addToCart(services, cart, bookId)).toMatchObject({ ok: true });
  expect(await addToCart(services, cart, "godan")).toMatchObject({ ok: false, reason: "cart-full" });
  expect(await setQuantity(services, cart, "godan", 2)).toMatchObject({ ok: false, reason: "cart-full" });
  expect(await setQuantity(services, cart, rows[0]!.bookId, 0)).toMatchObject({ ok: true });
  expect(await addToCart(services, cart, "godan")).toMatchObject({ ok: true, quantity: 1 });
});

test("books put in at the same time are all there", async () => {
  const cart = cartOf("parallel");
  await warm(pool, 10);
  const changes = await Promise.all([
    ...Array.from({ length: 6 }, () => addToCart(services, cart, "godan")),
    ...Array.from({ length: 4 }, () => addToCart(services, cart, "indica")),
  ]);
  expect(changes.every((change) => change.ok)).toBe(true);
  expect((await contents(cart)).sort()).toEqual(["4 indica", "6 godan"]);
});

test("released copies of an expired order are available to all carts", async () => {
  const cart = cartOf("ran-out");
  await setStock(db, "cobalt-blue", 2);
  const { number } = await orderOf(services, cart, { "cobalt-blue": 2 });
  await expireOrder(services, await orderIdOf(db, number));
  await orderOf(services, cartOf("quicker"), { "cobalt-blue": 2 });
  expect((await findCart(services, cart, noFee)).lines[0]).toMatchObject({ quantity: 2, maxQuantity: 0 });
  expect(await addToCart(services, cart, "cobalt-blue")).toMatchObject({ ok: false, reason: "enough" });
});

test("the copies a cart's own open order holds stay available to it, and to nobody else", async () => {
  const cart = cartOf("holder");
  await orderOf(services, cart, { jejuri: 3 });
  expect((await findCart(services, cart, noFee)).lines[0]).toMatchObject({ quantity: 3, maxQuantity: 3 });
  expect(await setQuantity(services, cart, "jejuri", 2)).toMatchObject({ ok: true, quantity: 2 });
  expect(await addToCart(services, cart, "jejuri")).toMatchObject({ ok: true, quantity: 3 });
  expect(await addToCart(services, cartOf("late"), "jejuri")).toMatchObject({ ok: false, reason: "sold-out" });
});

test("a code whose last use the cart's own open order holds may be taken out and put in again, by nobody else", async () => {
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, starts_at, redemption_limit)
    values ('LASTUSE', 'Ten', 'everything', 10, '2026-01-01', 1)`);
  const cart = cartOf("lastuse");
  expect(await applyPromotion(services, cart, "LASTUSE")).toMatchObject({ ok: true });
  await orderOf(services, cart, { godan: 1 });
  await removePromotion(services, cart);
  expect(await applyPromotion(services, cart, "LASTUSE")).toEqual({ ok: true, code: "LASTUSE" });
  expect(await applyPromotion(services, cartOf("late"), "LASTUSE")).toEqual({ ok: false, reason: "used-up" });
});

test("a line whose copies were sold meanwhile stays, and says that it cannot be had", async () => {
  const cart = cartOf("meanwhile");
  await setStock(db, "indica", 2);
  await fillCart(db, cart, { indica: 2 });
  await setStock(db, "indica", 1);
  expect((await findCart(services, cart, noFee)).lines[0]).toMatchObject({ quantity: 2, maxQuantity: 1 });
  await setStock(db, "indica", 0);
  expect((await findCart(services, cart, noFee)).lines[0]).toMatchObject({ quantity: 2, maxQuantity: 0 });
  expect(await placeOrder(services, cart, delivery)).toMatchObject({ ok: false, reason: "sold-out" });
});

test("the database keeps a hash of the token and never the token", async () => {
  const token = newSecret();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(newSecret()).not.toBe(token);
  await addToCart(services, token, "godan");
  const { rows } = await db.execute<{ row: string }>(sql`select c::text as row from carts c order by id desc limit 1`);
  expect(rows[0]!.row).toContain(hashSecret(token).toString("hex"));
  expect(rows[0]!.row).not.toContain(token);
  expect(rows[0]!.row).not.toContain(Buffer.from(token).toString("hex"));
});

test("after all this the records agree with each other", async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("a cart says what is saved against the MRPs of all copies, discounts included", async () => {
  const cart = newSecret();
  expect(await savedOn(cart)).toBe(0);
  await db.execute(sql`update books set price_paise = 20000, mrp_paise = 25000 where id = 'godan'`);
  await db.execute(sql`update books set price_paise = 30000, mrp_paise = 30000 where id = 'indica'`);
  await addCopies(services, cart, [
    { bookId: "godan", copies: 2 },
    { bookId: "indica", copies: 1 },
  ]);
  expect(await savedOn(cart)).toBe(10_000);
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, starts_at, ends_at)
    values ('SAVED10', 'Saved', 'everything', 10, '2020-01-01', '2099-01-01')`);
  expect(await applyPromotion(services, cart, "SAVED10")).toMatchObject({ ok: true });
  expect(await savedOn(cart)).toBe(17_000);
});
