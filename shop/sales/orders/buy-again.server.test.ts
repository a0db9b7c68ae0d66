import { expect, test } from "vitest";

import { clearCart, countCart, findCart } from "#shop/sales/cart/cart.server.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { cartOf, fillCart, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { buyAgain } from "./buy-again.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;

test("copies that another order holds cannot be had again, and what the cart has already counts", async () => {
  await setStock(db, "godan", 3);
  const { number } = await paidOrder(testServices, "again", { godan: 3 });
  await setStock(db, "godan", 3);
  await orderOf(services, cartOf("another"), { godan: 2 });
  const cart = cartOf("again");
  for (const press of ["first", "second"]) {
    expect(await buyAgain(services, { number, by: "link", cart }), press).toEqual({
      short: [{ position: 0, got: 1 }],
      isNothing: false,
      count: 1,
    });
  }
  const { lines } = await findCart(services, cart, { shippingFeePaise: 0, freeShippingFromPaise: null });
  expect(lines.map(({ quantity }) => quantity)).toEqual([1]);
});

test("another reader's order is none to buy again, and its books come in the order's order", async () => {
  for (const bookId of ["jejuri", "indica"]) await setStock(db, bookId, 9);
  const { number, cart } = await paidOrder(testServices, "own", { jejuri: 1, indica: 2 });
  const stranger = cartOf("stranger");
  expect(await buyAgain(services, { number, by: { cartToken: stranger }, cart: stranger })).toBeNull();
  expect(await countCart(db, stranger)).toBe(0);
  const fresh = cartOf("fresh");
  expect(await buyAgain(services, { number, by: { cartToken: cart }, cart: fresh })).toEqual({
    short: [],
    isNothing: false,
    count: 3,
  });
  const { lines } = await findCart(services, fresh, { shippingFeePaise: 0, freeShippingFromPaise: null });
  expect(lines.map(({ book, quantity }) => [book.id, quantity])).toEqual([
    ["jejuri", 1],
    ["indica", 2],
  ]);
  await clearCart(services, fresh);
  await setStock(db, "jejuri", 0);
  const some = { short: [{ position: 0, got: 0 }], isNothing: false, count: 2 };
  expect(await buyAgain(services, { number, by: { cartToken: cart }, cart: fresh })).toEqual(some);
});

test("copies that the cart has beyond those of the order stay in it", async () => {
  await setStock(db, "sita", 20);
  const { number, cart } = await paidOrder(testServices, "beyond", { sita: 2 });
  await fillCart(db, cart, { sita: 5 });
  expect(await buyAgain(services, { number, by: { cartToken: cart }, cart })).toEqual({
    short: [],
    isNothing: false,
    count: 5,
  });
});
