/** Tests cart prices by example: bundles, codes, their combination, rounding and delivery. */

import { expect, test } from "vitest";

import { summer20 as summer } from "#tests/support/sales/promotion-rule.ts";
import { priceCart, type CartToPrice } from "./price-cart.ts";

const noFee = { shippingFeePaise: 0, freeShippingFromPaise: null };
const fee = { shippingFeePaise: 49_00, freeShippingFromPaise: 500_00 };
const ibis = { id: "ibis", name: "The Ibis", percentOff: 30, bookIds: ["poppies", "smoke", "fire"] };
const pair = { id: "pair", name: "A pair", percentOff: 30, bookIds: ["fire", "anarchy"] };

/** Builds a cart from `book: [rupees, copies]`. */
function cart(books: Record<string, [number, number]>, more: Partial<CartToPrice> = {}): CartToPrice {
  const lines = Object.entries(books).map(([bookId, [rupees, quantity]]) => ({
    bookId,
    unitPricePaise: Math.round(rupees * 100),
    quantity,
  }));
  return { lines, bundles: [], promotedIds: new Set(), promotion: null, shipping: noFee, ...more };
}

/** The discount of each source, in rupees. */
function taken(wanted: CartToPrice): Record<string, number> {
  return Object.fromEntries(priceCart(wanted).discounts.map(({ source, amountPaise }) => [source, amountPaise / 100]));
}

test("an empty cart costs nothing, not even delivery", () => {
  expect(priceCart(cart({}, { shipping: fee }))).toEqual({
    lines: [],
    discounts: [],
    subtotalPaise: 0,
    discountPaise: 0,
    shippingPaise: 0,
    totalPaise: 0,
    freeShippingShortPaise: null,
    unusedPromotion: false,
  });
});

test("every figure of a cart with a bundle and a code is written out", () => {
  const wanted = cart(
    { poppies: [100, 2], smoke: [200, 1], fire: [300, 1] },
    { bundles: [ibis], promotedIds: new Set(["poppies"]), promotion: summer },
  );
  const bundle = { kind: "bundle", source: "ibis", label: "The Ibis", copies: 1 };
  const code = { kind: "promotion", source: "SUMMER20", label: "Summer Reading Sale", copies: 1 };
  expect(priceCart(wanted)).toEqual({
    lines: [
      {
        bookId: "poppies",
        quantity: 2,
        unitPricePaise: 100_00,
        grossPaise: 200_00,
        discounts: [
          { ...bundle, amountPaise: 30_00 },
          { ...code, amountPaise: 20_00 },
        ],
        discountPaise: 50_00,
        totalPaise: 150_00,
      },
      {
        bookId: "smoke",
        quantity: 1,
        unitPricePaise: 200_00,
        grossPaise: 200_00,
        discounts: [{ ...bundle, amountPaise: 60_00 }],
        discountPaise: 60_00,
        totalPaise: 140_00,
      },
      {
        bookId: "fire",
        quantity: 1,
        unitPricePaise: 300_00,
        grossPaise: 300_00,
        discounts: [{ ...bundle, amountPaise: 90_00 }],
        discountPaise: 90_00,
        totalPaise: 210_00,
      },
    ],
    discounts: [
      { kind: "bundle", source: "ibis", label: "The Ibis", amountPaise: 180_00 },
      { kind: "promotion", source: "SUMMER20", label: "Summer Reading Sale", amountPaise: 20_00 },
    ],
    subtotalPaise: 700_00,
    discountPaise: 200_00,
    shippingPaise: 0,
    totalPaise: 500_00,
    freeShippingShortPaise: null,
    unusedPromotion: false,
  });
});

test.each<[string, Record<string, [number, number]>, Record<string, number>]>([
  ["all books of a bundle", { poppies: [100, 1], smoke: [100, 1], fire: [100, 1] }, { ibis: 90 }],
  ["one book short", { poppies: [100, 9], smoke: [100, 9] }, {}],
  ["as many sets as complete", { poppies: [100, 2], smoke: [100, 5], fire: [100, 3] }, { ibis: 180 }],
  [
    "two bundles beside each other",
    { poppies: [1, 1], smoke: [1, 1], fire: [1, 2], anarchy: [9, 1] },
    { ibis: 0.9, pair: 3 },
  ],
  [
    "one copy that two bundles want: the dearer set",
    { poppies: [1, 1], smoke: [1, 1], fire: [5, 1], anarchy: [9, 1] },
    { pair: 4.2 },
  ],
  [
    "the same, the other set being dearer",
    { poppies: [9, 1], smoke: [9, 1], fire: [5, 1], anarchy: [1, 1] },
    { ibis: 6.9 },
  ],
  [
    "equal sets: the one the shop lists first",
    { poppies: [2, 1], smoke: [3, 1], fire: [5, 1], anarchy: [5, 1] },
    { ibis: 3 },
  ],
  ["half a paisa rounds up, once a line", { fire: [0.05, 1], anarchy: [0.15, 3] }, { pair: 0.07 }],
])("bundles take their percent: %s", (_, books, expected) => {
  expect(taken(cart(books, { bundles: [ibis, pair] }))).toEqual(expected);
});

test("where taking the best set first would be wrong, the better pair of sets is found", () => {
  const bundle = (id: string, ...bookIds: string[]) => ({ id, name: id, percentOff: 30, bookIds });
  const bundles = [bundle("middle", "b", "c"), bundle("left", "a", "b"), bundle("right", "c", "d")];
  expect(taken(cart({ a: [9, 1], b: [10, 1], c: [10, 1], d: [9, 1] }, { bundles }))).toEqual({ left: 5.7, right: 5.7 });
});

test("a code takes its percent off best sellers only, or off everything", () => {
  const books: Record<string, [number, number]> = { godan: [199.99, 3], indica: [500, 1] };
  const promotedIds = new Set(["godan"]);
  expect(taken(cart(books, { promotion: summer, promotedIds }))).toEqual({ SUMMER20: 119.99 });
  const everything = { ...summer, code: "ALL20", appliesTo: "everything" } as const;
  expect(taken(cart(books, { promotion: everything, promotedIds }))).toEqual({ ALL20: 219.99 });
});

test("a code that takes nothing off says so", () => {
  const wanted = cart({ godan: [100, 1] }, { promotion: summer });
  expect(priceCart(wanted)).toMatchObject({ discounts: [], totalPaise: 100_00, unusedPromotion: true });
  const allInSets = cart(
    { fire: [100, 1], anarchy: [100, 1] },
    { bundles: [pair], promotion: summer, promotedIds: new Set(["fire", "anarchy"]) },
  );
  expect(priceCart(allInSets)).toMatchObject({ discountPaise: 60_00, unusedPromotion: true });
});

test("a copy in a set takes the code when that is larger, and the set still counts for its other books", () => {
  const wanted = cart(
    { fire: [100, 1], anarchy: [100, 1] },
    { bundles: [pair], promotion: { ...summer, percentOff: 40 }, promotedIds: new Set(["fire"]) },
  );
  expect(taken(wanted)).toEqual({ pair: 30, SUMMER20: 40 });
});

test("where bundle and code take the same, the bundle does", () => {
  const promotion = { ...summer, percentOff: 30, appliesTo: "everything" } as const;
  const books: Record<string, [number, number]> = { fire: [100, 1], anarchy: [100, 1], godan: [50, 1] };
  expect(taken(cart(books, { bundles: [pair], promotion }))).toEqual({ pair: 60, SUMMER20: 15 });
});

test("a set that completes is tied, even where rounding would give a paisa more without it", () => {
  const bundle = (id: string, ...bookIds: string[]) => ({ id, name: id, percentOff: 30, bookIds });
  const wanted = cart(
    { a: [0.01, 4], b: [0.01, 1], c: [0.01, 1] },
    {
      bundles: [bundle("left", "a", "b"), bundle("right", "a", "c")],
      promotion: summer,
      promotedIds: new Set(["a"]),
    },
  );
  expect(priceCart(wanted)).toMatchObject({ discounts: [], discountPaise: 0, unusedPromotion: true });
});

test("a code may make another set the better one", () => {
  const books: Record<string, [number, number]> = { poppies: [4, 1], smoke: [4, 1], fire: [5, 1], anarchy: [9, 1] };
  const promotedIds = new Set(["anarchy"]);
  expect(taken(cart(books, { bundles: [ibis, pair] }))).toEqual({ pair: 4.2 });
  const both = cart(books, { bundles: [ibis, pair], promotion: summer, promotedIds });
  expect(taken(both)).toEqual({ ibis: 3.9, SUMMER20: 1.8 });
});

test("delivery is free from the threshold on, judged after discounts, and the shortfall is told", () => {
  const all = { ...summer, appliesTo: "everything" } as const;
  const shipped = (rupees: number, more: Partial<CartToPrice> = {}) =>
    priceCart(cart({ godan: [rupees, 1] }, { shipping: fee, ...more }));
  expect(shipped(499.99)).toMatchObject({ shippingPaise: 49_00, freeShippingShortPaise: 1, totalPaise: 548_99 });
  expect(shipped(500)).toMatchObject({ shippingPaise: 0, freeShippingShortPaise: null, totalPaise: 500_00 });
  expect(shipped(600, { promotion: all })).toMatchObject({ shippingPaise: 49_00, freeShippingShortPaise: 20_00 });
  expect(shipped(625, { promotion: all })).toMatchObject({ shippingPaise: 0, totalPaise: 500_00 });
});

test("without a threshold the fee is always asked, and no shortfall is told", () => {
  const always = { shippingFeePaise: 49_00, freeShippingFromPaise: null };
  const priced = priceCart(cart({ godan: [90_000, 20] }, { shipping: always }));
  expect(priced).toMatchObject({ shippingPaise: 49_00, freeShippingShortPaise: null });
});

test("a code that would cost the reader free delivery and save less than that is left unused", () => {
  const wanted = cart(
    { godan: [100, 1], indica: [400, 1] },
    { shipping: fee, promotion: summer, promotedIds: new Set(["godan"]) },
  );
  expect(priceCart(wanted)).toMatchObject({ totalPaise: 500_00, discountPaise: 0, unusedPromotion: true });
});

test("a book named twice in a bundle, or a bundle of no books, does no harm", () => {
  const twice = { ...pair, bookIds: ["fire", "fire", "anarchy"] };
  const none = { ...pair, id: "none", bookIds: [] };
  expect(taken(cart({ fire: [100, 1], anarchy: [100, 1] }, { bundles: [twice, none] }))).toEqual({ pair: 60 });
});

test("a code with the name of a bundle is not taken for it", () => {
  const bundle = { ...pair, id: "2026" };
  const promotion = { ...summer, code: "2026", appliesTo: "everything" } as const;
  const priced = priceCart(cart({ fire: [1, 1], anarchy: [1, 2] }, { bundles: [bundle], promotion }));
  expect(priced.discounts).toMatchObject([
    { kind: "bundle", amountPaise: 60 },
    { kind: "promotion", amountPaise: 20 },
  ]);
});

test("beyond ten thousand ways of tying, the bundle whose set saves most is tied first", () => {
  const percents = [10, 20, 50, 30, 40];
  const wanted = cart(
    { shared: [100, 20], ...Object.fromEntries(percents.map((percent) => [`own${percent}`, [100, 20]])) },
    {
      bundles: percents.map((percentOff) => ({
        id: `by${percentOff}`,
        name: `${percentOff} %`,
        percentOff,
        bookIds: ["shared", `own${percentOff}`],
      })),
    },
  );
  expect(taken(wanted)).toEqual({ by50: 20 * 2 * 50 });
});
