import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { readDemo } from "#server/demo-data.ts";
import { priceCart } from "#shop/sales/pricing/price-cart.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { listBundleRules, listBundles } from "./bundles.server.ts";

const { db } = await openTestDatabase();

test("the bundles and their books are in the bookseller's order", async () => {
  const bundles = await listBundles(db, new Date());
  expect(bundles.length).toBeGreaterThanOrEqual(5);
  expect(bundles.map(({ id, name, books }) => ({ id, name, bookIds: books.map((book) => book.id) }))).toEqual(
    readDemo("bundles").map(({ id, name, bookIds }) => ({ id, name, bookIds })),
  );
});

test("a bundle costs what the cart asks for its books, also where paise must be rounded", async () => {
  await db.execute(sql`update books set price_paise = price_paise - 5 where id in ('godan', 'raag-darbari')`);
  const shipping = { shippingFeePaise: 0, freeShippingFromPaise: null };
  for (const bundle of await listBundles(db, new Date())) {
    const lines = bundle.books.map((book) => ({ bookId: book.id, unitPricePaise: book.pricePaise, quantity: 1 }));
    const bundles = await listBundleRules(db, [bundle.books[0]!.id], new Date());
    const priced = priceCart({ lines, bundles, promotedIds: new Set(), promotion: null, shipping });
    expect(priced.totalPaise).toBe(bundle.pricePaise);
    expect(bundle.pricePaise).toBeLessThan(priced.subtotalPaise);
    expect(bundle.mrpPaise).toBe(bundle.books.reduce((sum, book) => sum + book.mrpPaise, 0));
  }
});

test("a bundle is available as long as every book of it is", async () => {
  const isAvailable = async () =>
    (await listBundles(db, new Date())).find(({ id }) => id === "under-the-blanket")?.isAvailable;
  await setStock(db, "the-blue-umbrella", 1);
  await setStock(db, "matilda", 1);
  await setStock(db, "charlottes-web", 1);
  expect(await isAvailable()).toBe(true);
  await setStock(db, "matilda", 0);
  expect(await isAvailable()).toBe(false);
});

test("the rules that concern a cart are those of the bundles its books are in", async () => {
  expect(await listBundleRules(db, [], new Date())).toEqual([]);
  expect(await listBundleRules(db, ["no-such-book"], new Date())).toEqual([]);
  expect(await listBundleRules(db, ["the-last-mughal", "matilda"], new Date())).toEqual([
    {
      id: "under-the-blanket",
      name: "Under the blanket",
      percentOff: 30,
      bookIds: ["the-blue-umbrella", "matilda", "charlottes-web"],
    },
    {
      id: "the-company-in-two-acts",
      name: "The Company in two acts",
      percentOff: 30,
      bookIds: ["the-anarchy", "the-last-mughal"],
    },
  ]);
});

test("a bundle of which a book is hidden from readers, or that is of one book, is none", async () => {
  const ids = async () => (await listBundles(db, new Date())).map(({ id }) => id);
  const ruleIds = async () => (await listBundleRules(db, ["matilda", "the-anarchy"], new Date())).map(({ id }) => id);
  await db.execute(sql`update books set is_listed = false where id = 'matilda'`);
  await db.execute(sql`delete from bundle_books where book_id = 'the-last-mughal'`);
  expect(await ids()).not.toContain("under-the-blanket");
  expect(await ids()).not.toContain("the-company-in-two-acts");
  expect(await ruleIds()).toEqual([]);
  await db.execute(sql`update books set is_listed = true where id = 'matilda'`);
  expect(await ruleIds()).toEqual(["under-the-blanket"]);
});

test("a bundle whose books were taken out of it is not shown", async () => {
  await db.execute(sql`insert into bundles (id, name, description, position) values ('of-nothing', 'Nothing', '', 99)`);
  expect((await listBundles(db, new Date())).map(({ id }) => id)).not.toContain("of-nothing");
});
