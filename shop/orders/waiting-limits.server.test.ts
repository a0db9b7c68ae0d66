import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";

import { setQuantity } from "#shop/cart/cart.server.ts";
import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { expireOrder } from "#shop/payments/settle-payment.server.ts";
import { orderIdOf } from "#tests/support/paid-order.ts";
import { cartOf, count, delivery, deliveryOf, fillCart, putOnShelf, shelfOf } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { placeOrder } from "./place-order.server.ts";

const till = await openTestServices();
const { db, services } = till;
await putOnShelf(db, "godan", 1000);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
  await db.execute(sql`update orders set email = 'past@example.com', network = null`);
});

/** An order of so many copies of one book, by a new cart; `email` and `network` as given, else their own. */
async function ask(reader: string, copies: number, from: { email?: string; network?: string } = {}) {
  const cart = cartOf(reader);
  await fillCart(db, cart, { godan: copies });
  return placeOrder(services, cart, { ...deliveryOf(cart), ...from }, from.network ?? null);
}

test("ten orders of one e-mail address may wait for payment, not eleven, however it is written", async () => {
  for (let place = 0; place < 10; place += 1) {
    expect(await ask(`ten${place}`, 1, { email: place % 2 ? "Asha@Example.com" : delivery.email })).toMatchObject({
      ok: true,
    });
  }
  const before = await shelfOf(db, "godan");
  expect(await ask("eleventh", 1, { email: delivery.email })).toEqual({ ok: false, reason: "enough-orders" });
  expect(await shelfOf(db, "godan")).toEqual(before);
  expect(await ask("someoneelse", 1)).toMatchObject({ ok: true });
});

test("who has ten may still pay the order at hand, change it, and place another when one has run out", async () => {
  const placed = [];
  for (let place = 0; place < 10; place += 1) placed.push(await ask(`own${place}`, 1, { email: delivery.email }));
  const last = cartOf("own9");
  const again = await placeOrder(services, last, delivery);
  expect(again).toMatchObject({ ok: true, order: { number: placed[9]!.ok && placed[9]!.order.number } });
  await setQuantity(db, last, "godan", 2);
  expect(await placeOrder(services, last, delivery)).toMatchObject({ ok: true });
  const first = placed[0]!.ok ? placed[0]!.order.number : "";
  await expireOrder(services, await orderIdOf(db, first));
  expect(await ask("ownnext", 1, { email: delivery.email })).toMatchObject({ ok: true });
});

test("the orders of one e-mail address hold sixty copies of a title together, and more are refused by name", async () => {
  for (const reader of ["a", "b", "c"])
    expect(await ask(`sixty${reader}`, 20, { email: delivery.email })).toMatchObject({ ok: true });
  const refusal = { ok: false, reason: "enough-copies", titles: ["गोदान"] };
  expect(await ask("sixtyone", 1, { email: delivery.email })).toEqual(refusal);
});

test("a family behind one address buys as it likes; two hundred copies of a title are enough", async () => {
  const network = "203.0.113.9";
  for (let place = 0; place < 10; place += 1) {
    expect(await ask(`family${place}`, 20, { network })).toMatchObject({ ok: true });
  }
  expect(await ask("familymore", 1, { network })).toMatchObject({ ok: false, reason: "enough-copies" });
  expect(await ask("familyfar", 1, { network: "198.51.100.7" })).toMatchObject({ ok: true });
});

test("forty orders from one address may wait for payment, not forty-one", async () => {
  const network = "2001:db8:12:34::/64";
  for (let place = 0; place < 40; place += 1) {
    expect(await ask(`near${place}`, 1, { network }), String(place)).toMatchObject({ ok: true });
  }
  expect(await ask("nearlast", 1, { network })).toEqual({ ok: false, reason: "enough-orders" });
  expect(await ask("nearfar", 1, { network: "2001:db8:12:35::/64" })).toMatchObject({ ok: true });
});

test("where an order came from is forgotten as soon as it waits no longer", async () => {
  const placed = await ask("forgotten", 1, { network: "198.51.100.8" });
  const kept = () => count(db, sql`select count(*) from orders where network = '198.51.100.8'`);
  expect(await kept()).toBe(1);
  await expireOrder(services, await orderIdOf(db, placed.ok ? placed.order.number : ""));
  expect(await kept()).toBe(0);
});
