/** Tests orders whose delivery is priced by weight and zone: the cart, the order and the bill agree. */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { clearCart, findCart } from "#shop/sales/cart/cart.server.ts";
import { listDocuments } from "#shop/sales/documents/find-documents.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { testRates } from "#tests/support/sales/delivery-rates.ts";
import { openTerms } from "#tests/support/sales/order-on-delivery.ts";
import { orderIdOf, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { cartOf, deliveryOf, fillCart, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { placeOnDelivery, placeOrder } from "./place-order.server.ts";

const testServices = await openTestServices({ deliveryRates: testRates, onDelivery: openTerms });
const { db, services } = testServices;
const books = ["godan", "indica", "jaya"];
for (const bookId of books) await setStock(db, bookId, 200);
await db.execute(sql`update books set weight_grams = 320 where id = 'godan'`);
await db.execute(sql`update books set weight_grams = 1150 where id = 'indica'`);
await db.execute(sql`update books set weight_grams = null where id = 'jaya'`);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const cartFor = (reader: string, pin: string | null) => findCart(services, cartOf(reader), services.settings, pin);

test("the weight of the books and the packing decides, with the usual weight for a book without one", async () => {
  const cart = cartOf("weights");
  await fillCart(db, cart, { godan: 1 });
  expect(await cartFor("weights", "560001")).toMatchObject({ shippingPaise: 30_00, upTo: null });
  await fillCart(db, cart, { jaya: 1 });
  expect(await cartFor("weights", "560001")).toMatchObject({ shippingPaise: 45_50 });
  expect(await cartFor("weights", "793001")).toMatchObject({ shippingPaise: 140_00 });
  await fillCart(db, cart, { godan: 2 });
  // 3 × 320 g + 350 g + 80 g = 1,390 g: one step above a kilogram.
  expect(await cartFor("weights", "400001")).toMatchObject({ shippingPaise: 110_00 });
});

test("without a PIN code a cart has the least and the most, and an order needs the total that its PIN code has", async () => {
  const cart = cartOf("span");
  await fillCart(db, cart, { godan: 1 });
  const { subtotalPaise, ...open } = await cartFor("span", null);
  expect(open).toMatchObject({
    shippingPaise: 30_00,
    totalPaise: subtotalPaise + 30_00,
    upTo: { shippingPaise: 90_00, totalPaise: subtotalPaise + 90_00 },
    freeShippingShortPaise: null,
  });
  const to = { ...deliveryOf(cart), pin: "400001" };
  const exact = { totalPaise: subtotalPaise + 60_00, shippingPaise: 60_00, pin: "400001" };
  const other = { ok: false, reason: "other-total", ...exact };
  expect(await placeOrder(services, cart, to, null, "", 0)).toEqual(other);
  expect(await placeOrder(services, cart, to, null, "", subtotalPaise + 30_00)).toEqual(other);
  expect(await placeOnDelivery(services, cart, to, null, "", 0)).toEqual(other);
  const placed = await placeOrder(services, cart, to, null, "", subtotalPaise + 60_00);
  expect(placed).toMatchObject({ ok: true, order: { totalPaise: subtotalPaise + 60_00 } });
});

test("an open order whose address moves to another zone is replaced by one with that zone's total", async () => {
  const cart = cartOf("moves");
  await fillCart(db, cart, { godan: 1 });
  const near = await placeOrder(services, cart, { ...deliveryOf(cart), pin: "560001" });
  const far = await placeOrder(services, cart, { ...deliveryOf(cart), pin: "744101" });
  const again = await placeOrder(services, cart, { ...deliveryOf(cart), pin: "793001" });
  if (!near.ok || !far.ok || !again.ok) throw new Error("An order was refused.");
  expect(far.order.totalPaise - near.order.totalPaise).toBe(60_00);
  expect(far.order.number).not.toBe(near.order.number);
  expect(again.order.number).toBe(far.order.number);
});

test("an order on delivery has the zone's fee, and its total is in whole rupees", async () => {
  const cart = cartOf("cod");
  await fillCart(db, cart, { godan: 2 });
  const { totalPaise } = await cartFor("cod", "560001");
  expect(totalPaise % 100).toBe(50);
  const placed = await placeOnDelivery(services, cart, { ...deliveryOf(cart), pin: "560001" }, null, "", totalPaise);
  if (!placed.ok) throw new Error(placed.reason);
  const { rows } = await db.execute<{ sums: string }>(
    sql`select concat_ws(' ', shipping_paise, total_paise) as sums from orders where number = ${placed.number}`,
  );
  expect(rows).toEqual([{ sums: `4550 ${totalPaise - 50}` }]);
});

test("cart, order and bill agree to the paisa, for any books and PIN code", async () => {
  let carts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record(Object.fromEntries(books.map((id) => [id, fc.integer({ min: 0, max: 4 })]))),
      fc.constantFrom("560001", "560103", "400001", "793001", "744101", "110001"),
      async (wanted, pin) => {
        const chosen = Object.fromEntries(Object.entries(wanted).filter(([, copies]) => copies > 0));
        if (Object.keys(chosen).length === 0) return;
        carts += 1;
        const cart = cartOf(`any-${carts}`);
        await fillCart(db, cart, chosen);
        const shown = await cartFor(`any-${carts}`, pin);
        const open = await cartFor(`any-${carts}`, null);
        expect(shown.totalPaise).toBeGreaterThanOrEqual(open.totalPaise);
        expect(shown.totalPaise).toBeLessThanOrEqual(open.upTo?.totalPaise ?? open.totalPaise);
        const placed = await placeOrder(services, cart, { ...deliveryOf(cart), pin }, null, "", shown.totalPaise);
        if (!placed.ok) throw new Error(placed.reason);
        expect(placed.order.totalPaise).toBe(shown.totalPaise);
        await payAtRazorpay(testServices, placed.order.providerOrderId);
        expect((await settlePayment(services, placed.order.providerOrderId, "browser")).outcome).toBe("paid");
        await issueDocuments(services);
        const [bill] = await listDocuments(db, await orderIdOf(db, placed.order.number));
        expect(bill?.content.totalPaise).toBe(shown.totalPaise);
        await clearCart(services, cart);
      },
    ),
    { numRuns: 12 },
  );
});
