import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { cartOf, count, deliveryOf, fillCart, setStock, readStock } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { countDeadlocks } from "#tests/support/database/deadlocks.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices({}, { connections: 25 });
const { db, services } = testServices;

test("of fifty buyers at once of ten copies exactly ten get one", async () => {
  await setStock(db, "godan", 10);
  const readers = Array.from({ length: 50 }, (_, index) => cartOf(`buyer${index}`));
  await Promise.all(readers.map((cart) => fillCart(db, cart, { godan: 1 })));

  await warm(testServices.pool, 25);
  const placed = await Promise.all(readers.map((cart) => placeOrder(services, cart, deliveryOf(cart))));
  const orders = placed.flatMap((one) => (one.ok ? [one.order] : []));
  expect(orders).toHaveLength(10);
  const refused = placed.filter((one) => !one.ok);
  for (const one of refused) expect(one).toEqual({ ok: false, reason: "sold-out", titles: ["गोदान"] });
  expect(await readStock(db, "godan")).toEqual({ onHand: 10, reserved: 10 });
  expect(await findBreaches(db)).toEqual([]);

  for (const { providerOrderId } of orders) await payByCard(testServices, { orderId: providerOrderId });
  await warm(testServices.pool, 10);
  await Promise.all(orders.map(({ providerOrderId }) => settlePayment(services, providerOrderId, "browser")));
  expect(await count(db, sql`select count(*) from orders where state = 'paid'`)).toBe(10);
  expect(await readStock(db, "godan")).toEqual({ onHand: 0, reserved: 0 });
  expect(await findBreaches(db)).toEqual([]);
});

test("buyers of the same two books in either order never wait for each other in a ring", async () => {
  await setStock(db, "indica", 40);
  await setStock(db, "jejuri", 40);
  const readers = Array.from({ length: 30 }, (_, index) => cartOf(`pair${index}`));
  for (const [index, cart] of readers.entries()) {
    await fillCart(db, cart, index % 2 ? { indica: 1, jejuri: 1 } : { jejuri: 1, indica: 1 });
  }
  await warm(testServices.pool, 25);
  const before = await countDeadlocks(db);
  const placed = await Promise.all(readers.map((cart) => placeOrder(services, cart, deliveryOf(cart))));
  expect(placed.filter((one) => one.ok)).toHaveLength(30);
  // PostgreSQL would break a deadlock and the retry would place the order, so only the server's counter shows one.
  expect(await countDeadlocks(db)).toBe(before);
  expect(await readStock(db, "indica")).toEqual({ onHand: 40, reserved: 30 });
  expect(await readStock(db, "jejuri")).toEqual({ onHand: 40, reserved: 30 });
  expect(await findBreaches(db)).toEqual([]);
});
