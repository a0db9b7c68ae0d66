import { expect, test } from "vitest";

import { findCurrentTable, saveWeeklyTable } from "#shop/catalogue/content/weekly-tables.server.ts";
import { sql } from "#db/sql.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const open = async (path: string) => readPage(await shop.fetch(path));
const standing = async () => (await findCurrentTable(shop.services))!;

test("home and the page of the table show the same books, each with its sentence and who signs it", async () => {
  const table = await standing();
  expect(table.books).toHaveLength(7);
  for (const path of ["/", "/this-week"]) {
    const page = await open(path);
    expect(page.has(table.introduction), path).toBe(true);
    for (const { book, sentence, signature } of table.books) {
      expect(page.addresses, path).toContain(`/books/${book.id}`);
      expect(page.has(sentence), `${path} ${sentence}`).toBe(true);
      expect(page.has(signature), `${path} ${signature}`).toBe(true);
    }
  }
  expect((await open("/")).addresses).toContain("/this-week");
  const lists = (await open("/this-week")).addresses.filter((address) => address.startsWith("/reading-lists"));
  expect(lists.filter((address) => address !== "/reading-lists").length).toBeGreaterThanOrEqual(3);
});

test("no cover of the table lies in the fan above it", async () => {
  const html = await (await shop.fetch("/")).text();
  const { books } = await standing();
  const fan = html.slice(html.indexOf('class="fan"'), html.indexOf("</ul>", html.indexOf('class="fan"')));
  expect(fan.match(/href="\/books\//g)).toHaveLength(5);
  for (const { book } of books) expect(fan).not.toContain(`/books/${book.id}"`);
});

test("a book that is sold out gives way, and a table that the bookseller sets stands within seconds", async () => {
  const [first] = (await standing()).books;
  await setStock(shop.services.db, first!.book.id, 0);
  shop.pages.drop();
  await expect.poll(async () => (await open("/this-week")).has(first!.sentence)).toBe(false);
  const today = new Date().toISOString().slice(0, 10);
  await saveWeeklyTable(
    shop.services,
    "right-to-left",
    {
      title: "كتب ".repeat(12).trim(),
      introduction: "عربي and English, ".repeat(15).trim(),
      begins: today,
      books: ["jejuri", "kari", "malgudi-days"].map((bookId) => ({
        bookId,
        sentence: "שלום ".repeat(30).trim(),
        signature: "W".repeat(60),
      })),
    },
    "asha",
  );
  shop.pages.drop();
  await expect.poll(async () => (await open("/this-week")).has("W".repeat(60))).toBe(true);
  await expect.poll(async () => (await open("/")).has("W".repeat(60))).toBe(true);
});

test("a shop without tables has no dead page, and the books that the bookseller chose stand on home", async () => {
  await shop.services.db.execute(sql`delete from weekly_tables`);
  shop.pages.drop();
  await expect.poll(async () => (await open("/this-week")).has("Nothing on it at the moment")).toBe(true);
  await expect.poll(async () => (await open("/")).has("On the table by the door this week.")).toBe(true);
});
