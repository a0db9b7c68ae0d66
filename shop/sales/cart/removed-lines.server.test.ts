import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { cartOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { isCartOf } from "./cart-owner.server.ts";
import { addToCart, clearCart, findCart, removeFromCart, setQuantity } from "./cart.server.ts";
import { findRemovedLines, restoreRemovedLines } from "./removed-lines.server.ts";

const { db, services } = await openTestServices();
const start = new Date("2026-11-02T06:00:00Z");
services.now = () => start;
beforeEach(async () => {
  for (const book of ["godan", "indica", "jejuri"]) await setStock(db, book, 10);
});

async function fill(name: string) {
  const cart = cartOf(name);
  for (const book of ["godan", "indica", "jejuri"]) await addToCart(services, cart, book);
  await setQuantity(services, cart, "indica", 4);
  return cart;
}

const linesOf = async (cart: string) =>
  (await findCart(services, cart, services.settings)).lines.map(({ book, quantity }) => [book.id, quantity]);
const all = [
  ["godan", 1],
  ["indica", 4],
  ["jejuri", 1],
];

test("a line that was taken out comes back where it stood, with all its copies", async () => {
  const cart = await fill("undo-one");
  await removeFromCart(services, cart, "indica");
  expect(await findRemovedLines(services, cart)).toEqual({ titles: ["Indica"], place: 1 });
  expect(await restoreRemovedLines(services, cart)).toEqual({ titles: ["Indica"], missing: [], count: 6 });
  expect(await linesOf(cart)).toEqual(all);
  expect(await findRemovedLines(services, cart)).toBeNull();
  expect(await restoreRemovedLines(services, cart)).toEqual({ titles: [], missing: [], count: 6 });
});

test("a cart that was cleared comes back whole, also when a book was put in again meanwhile", async () => {
  const cart = await fill("undo-all");
  await clearCart(services, cart);
  expect(await findRemovedLines(services, cart)).toMatchObject({ titles: ["गोदान", "Indica", "Jejuri"], place: 0 });
  await restoreRemovedLines(services, cart);
  expect(await linesOf(cart)).toEqual(all);
});

test("only the last change is undone, and only for ten minutes", async () => {
  const cart = await fill("undo-late");
  await removeFromCart(services, cart, "indica");
  await addToCart(services, cart, "godan");
  expect(await findRemovedLines(services, cart)).toBeNull();
  await setQuantity(services, cart, "jejuri", 0);
  expect(await findRemovedLines(services, cart)).toMatchObject({ titles: ["Jejuri"] });
  const pass = (seconds: number) =>
    db.execute(sql`
      update carts c set updated_at = updated_at - make_interval(secs => ${seconds}) where ${isCartOf(cart)}`);
  await pass(9.5 * 60);
  expect(await findRemovedLines(services, cart)).toMatchObject({ titles: ["Jejuri"] });
  await pass(0.5 * 60);
  expect(await findRemovedLines(services, cart)).toBeNull();
});

test("what was sold meanwhile stays out and is named; nobody else's cart is offered anything", async () => {
  const cart = await fill("undo-sold");
  await clearCart(services, cart);
  await setStock(db, "jejuri", 0);
  await setStock(db, "indica", 2);
  expect(await findRemovedLines(services, cartOf("undo-other"))).toBeNull();
  expect(await restoreRemovedLines(services, cart)).toEqual({
    titles: ["गोदान", "Indica"],
    missing: ["Jejuri"],
    count: 3,
  });
  expect(await linesOf(cart)).toEqual([
    ["godan", 1],
    ["indica", 2],
  ]);
});
