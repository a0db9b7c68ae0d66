import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBook } from "#shop/catalogue/books/book.server.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { findApiBook, findApiBookByIsbn, findApiStock, searchApiBooks } from "./catalogue.server.ts";

const { db, services } = await openTestServices();
const publicUrl = "https://books.example";
const isbn13 = "9780306406157";
await db.execute(sql`update books set isbn13 = ${isbn13} where id = 'kari'`);

/** The stock state that each endpoint returns for the book. */
async function stocksToldOf() {
  const found = (await searchApiBooks(db, publicUrl, { query: "kari", limit: 20 })) ?? [];
  return {
    stock: (await findApiStock(db, isbn13))?.stock.state,
    book: (await findApiBook(db, publicUrl, "kari"))?.stock.state,
    "book by ISBN": (await findApiBookByIsbn(db, publicUrl, isbn13))?.stock.state,
    search: found.find(({ id }) => id === "kari")?.stock.state,
  };
}

test.each([
  { free: 0, state: "sold-out" },
  { free: 1, state: "few-left" },
  { free: 40, state: "in-stock" },
])("every answer about stock leaves out copies that orders hold: $free free", async ({ free, state }) => {
  await setStock(db, "kari", 1);
  await orderOf(services, cartOf(`holder-${free}`), { kari: 1 });
  await setStock(db, "kari", free);
  expect(await stocksToldOf()).toEqual({ stock: state, book: state, "book by ISBN": state, search: state });
  expect((await findBook(db, "kari"))!.editions.find(({ id }) => id === "kari")?.stock.state).toBe(state);
});
