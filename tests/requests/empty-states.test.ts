import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import { findCurrentTable } from "#shop/catalogue/content/weekly-tables.server.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const wishes = ["godan", "malgudi-days"];
const booksOf = (addresses: string[]) => [...new Set(addresses.filter((address) => /^\/books\/[^/]+$/.test(address)))];

test("an empty cart shows three books of this week's table, each with its sentence and a button", async () => {
  const page = await readPage(await visit(shop).fetch("/cart"));
  const table = (await findCurrentTable(shop.services))!.books.slice(0, 3);
  expect(page.headings.map(({ text }) => text)).toContain("From this week’s table");
  expect(booksOf(page.addresses)).toEqual(table.map(({ book }) => `/books/${book.id}`));
  for (const { sentence, signature } of table) expect(page.has(`${sentence} ${signature}`), sentence).toBe(true);

  const answer = await visit(shop).fetch("/cart/lines", {
    method: "POST",
    body: new URLSearchParams({ intent: "add", bookId: table[0]!.book.id }),
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/cart"]);
});

test("the empty cart of a reader shows what they wish for, and a cart with books shows neither", async () => {
  const reader = visit(shop);
  await signIn(reader, { name: "Wishing Reader", email: "wishing.reader@example.com" });
  for (const bookId of wishes)
    await reader.fetch("/wishlist/books", { method: "POST", body: new URLSearchParams({ intent: "add", bookId }) });
  const page = await readPage(await reader.fetch("/cart"));
  expect(page.headings.map(({ text }) => text)).toContain("From your wishlist");
  expect(booksOf(page.addresses).toSorted()).toEqual(wishes.map((id) => `/books/${id}`).toSorted());

  await reader.fetch("/cart/lines", {
    method: "POST",
    body: new URLSearchParams({ intent: "add", bookId: "malgudi-days" }),
  });
  const full = await readPage(await reader.fetch("/cart"));
  expect(booksOf(full.addresses)).toEqual(["/books/malgudi-days"]);
});

test("a book that is not there leaves a search in the page, not in its header alone", async () => {
  const html = await (await shop.fetch("/books/no-such-book")).text();
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  expect(main).toContain("Book not found");
  expect(main).toMatch(/<form[^>]*role="search"/);
});

test("an empty cart of a shop without a table shows the first of the chart that can be had, and how it is ranked", async () => {
  const { db } = shop.services;
  // A table whose books are all unavailable counts as none.
  for (const records of [sql`weekly_table_books`, sql`weekly_tables`]) {
    await db.execute(sql`delete from ${records}`);
    const chart = (await listBestSellers(db, 20)).filter(({ stock }) => stock.state !== "sold-out");
    const page = await readPage(await visit(shop).fetch("/cart"));
    expect(booksOf(page.addresses)).toEqual(chart.slice(0, 3).map(({ id }) => `/books/${id}`));
    expect(page.has("Ranked by readers’ ratings.")).toBe(true);
  }
});
