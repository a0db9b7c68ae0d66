import fc from "fast-check";
import { expect, inject, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { cartOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";
import { addToCart, clearCart, countCart, findCart, removeFromCart, setQuantity } from "./cart.server.ts";

const { db } = await openTestDatabase();
const noFee = { shippingFeePaise: 0, freeShippingFromPaise: null };
const stock: Record<string, number> = { godan: 30, indica: 4, "masala-lab": 0 };
for (const [bookId, copies] of Object.entries(stock)) await setStock(db, bookId, copies);

/** The expected cart: copies by book id. */
type Model = Map<string, number>;
type Step = { does: "add" | "remove" | "clear" | "set"; bookId: string; quantity: number };

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom("add", "add", "set", "remove", "clear"),
  bookId: fc.constantFrom(...Object.keys(stock), "no-such-book"),
  quantity: fc.constantFrom(-1, 0, 1, 2, 5, 19, 20, 21, 999_999_999),
});

/** Applies a step to the model. */
function expected(model: Model, { does, bookId, quantity }: Step) {
  if (does === "clear") return model.clear();
  const max = Math.min(20, stock[bookId] ?? 0);
  const wanted = does === "add" ? (model.get(bookId) ?? 0) + 1 : does === "remove" ? 0 : quantity;
  const next = Math.min(wanted, max);
  if (next > 0) model.set(bookId, next);
  else model.delete(bookId);
}

async function perform(cart: string, { does, bookId, quantity }: Step) {
  if (does === "add") return addToCart(withClock(db), cart, bookId);
  if (does === "remove") return removeFromCart(withClock(db), cart, bookId);
  if (does === "set") return setQuantity(withClock(db), cart, bookId, quantity);
  return clearCart(withClock(db), cart);
}

test("after any steps the cart is what a reader would expect, and the badge its sum", async () => {
  let reader = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const cart = cartOf(`model${(reader += 1)}`);
      const model: Model = new Map();
      for (const step of steps) {
        await perform(cart, step);
        expected(model, step);
        const found = await findCart(withClock(db), cart, noFee);
        expect(new Map(found.lines.map(({ book, quantity }) => [book.id, quantity]))).toEqual(model);
        const sum = [...model.values()].reduce((total, quantity) => total + quantity, 0);
        expect([found.count, await countCart(db, cart)]).toEqual([sum, sum]);
      }
    }),
    { numRuns: 40, seed: inject("modelSeed") },
  );
  expect(await findBreaches(db)).toEqual([]);
});
