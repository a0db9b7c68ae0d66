import { expect, test } from "vitest";

import { findCart } from "#shop/cart/cart.server.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
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
    expect(await buyAgain(db, { number, by: "link", cart }), press).toEqual({
      short: [{ position: 0, got: 1 }],
      isNothing: false,
      count: 1,
    });
  }
  const { lines } = await findCart(db, cart, { shippingFeePaise: 0, freeShippingFromPaise: null });
  expect(lines.map(({ quantity }) => quantity)).toEqual([1]);
});
