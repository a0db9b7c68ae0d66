/** Shops with few or no books: sections without content are left out, and pages say that they are empty. */
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { emptyPartsOf } from "#tests/support/pages/empty-headings.ts";
import { faultsIn } from "#tests/support/pages/html-faults.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { openSmallShop, shelveBareBook } from "#tests/support/shop/small-shop.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { visit, type TestShop } from "#tests/support/shop/test-shop.ts";

const empty = await openSmallShop(0);
const one = await openSmallShop(1);
const three = await openSmallShop(3);

const everywhere = [
  "/",
  "/categories",
  "/authors",
  "/best-sellers",
  "/special-offers",
  "/reading-lists",
  "/search",
  "/search?q=book",
  "/search?q=zzz",
  "/about",
  "/contact",
  "/ask-for-a-book",
  "/faq",
  "/shipping",
  "/returns",
  "/newsletter",
  "/privacy-policy",
  "/terms-of-service",
  "/cart",
  "/wishlist",
  "/login",
  "/offline",
];
const gone = ["/books/godan", "/categories/fiction", "/authors/premchand", "/reading-lists/summer", "/no/such/page"];

async function inspect(shop: TestShop, path: string) {
  const response = await shop.fetch(path);
  const html = await response.clone().text();
  return { page: await readPage(response), faults: await faultsIn(html), emptyParts: emptyPartsOf(html) };
}

/** The section headings of a page, without those of the footer. */
async function headingsOf(shop: TestShop, path: string): Promise<string[]> {
  const { headings } = await readPage(await shop.fetch(path));
  const inFooter = ["Browse", "Help", "The shop"];
  return headings.filter(({ level, text }) => level === 2 && !inFooter.includes(text)).map(({ text }) => text);
}

/** Pages that readers see before the shop has a book; the others lead to the first of them. */
const beforeOpening = [
  "/",
  "/contact",
  "/shipping",
  "/returns",
  "/newsletter",
  "/privacy-policy",
  "/terms-of-service",
  "/login",
  "/offline",
  "/no/such/page",
];

test.each([
  ["no book", empty, []],
  ["one book", one, ["/books/bare-1"]],
  ["three books", three, ["/books/bare-1", "/books/bare-2", "/categories/bare-category", "/authors/bare-author"]],
] as const)("with %s every page is there, valid, and without a heading over nothing", async (_, shop, own) => {
  for (const path of shop === empty ? beforeOpening : [...everywhere, ...own, ...gone]) {
    const { page, faults, emptyParts } = await inspect(shop, path);
    expect([path, page.status]).toEqual([path, gone.includes(path) ? 404 : 200]);
    expect([path, faults, emptyParts]).toEqual([path, [], []]);
    expect([path, page.headings.filter(({ level }) => level === 1).length]).toEqual([path, 1]);
    expect([path, page.addresses.includes("")]).toEqual([path, false]);
  }
});

test("the home page of an empty shop says that it opens soon, in words for readers", async () => {
  expect(await headingsOf(empty, "/")).toEqual(["Letters from the shop"]);
  const home = await readPage(await empty.fetch("/"));
  expect([home.has("Opening soon"), home.has("npm"), home.has("desk")]).toEqual([true, false, false]);
  expect(home.addresses.filter((address) => address.startsWith("/categories/"))).toEqual([]);
});

test.each(["/categories", "/authors", "/best-sellers", "/special-offers", "/reading-lists", "/search?q=book"])(
  "in an empty shop %s leads there, and with the first book no more",
  async (path) => {
    const before = await empty.fetch(path);
    expect([before.status, before.headers.get("location")]).toEqual([302, "/"]);
    expect((await one.fetch(path)).status).toBe(200);
  },
);

test("who signs in at an empty shop and works at its desk is told where the desk is, and nobody else", async () => {
  const { settings } = empty.services;
  const shut = settings.deskUrl;
  settings.deskUrl = "https://desk.shop.test";
  const readers = [visit(empty), visit(empty)];
  for (const [place, reader] of readers.entries())
    await signIn(reader, { name: `Reader ${place}`, email: `reader.${place}@example.com` });
  await empty.services.db.execute(sql`
    insert into staff (issuer, sub, name, address, role, joined_at)
    select issuer, sub, name, email, 'packer', now() from readers where name = 'Reader 0'`);
  const told = await Promise.all(readers.map(async (reader) => (await reader.fetch("/api/auth/me")).json()));
  expect(told.map(({ deskUrl }) => deskUrl)).toEqual(["https://desk.shop.test", undefined]);
  settings.deskUrl = shut;
});

test("the home page has the sections that have something to show", async () => {
  expect(await headingsOf(one, "/")).toEqual(["New Releases", "Letters from the shop"]);
  expect(await headingsOf(three, "/")).toEqual(["Browse Categories", "New Releases", "Letters from the shop"]);
});

test("the footer leads to the first categories of the shop that have books", async () => {
  // The menu of a phone leads there too.
  const shelves = async (shop: TestShop) => {
    const { addresses } = await readPage(await shop.fetch("/contact"));
    return [...new Set(addresses.filter((address) => address.startsWith("/categories/")))];
  };
  expect(await shelves(one)).toEqual([]);
  expect(await shelves(three)).toEqual(["/categories/bare-category"]);
});

test("a code and bundles that there are not are told of nowhere", async () => {
  for (const path of ["/", "/best-sellers", "/special-offers", "/faq"]) {
    const page = await readPage(await three.fetch(path));
    expect([path, page.has("SUMMER20"), page.has("30%")]).toEqual([path, false, false]);
  }
});

test("without sales and ratings the chart is empty, and says so", async () => {
  expect((await readPage(await three.fetch("/best-sellers"))).has("No best sellers found")).toBe(true);
});

test("a shop whose books are all hidden from readers is an empty one", async () => {
  const shop = await openSmallShop(0);
  await shelveBareBook(shop.db, "hidden");
  await shop.db.execute(sql`update books set is_listed = false`);
  expect((await readPage(await shop.fetch("/"))).has("Opening soon")).toBe(true);
  expect((await shop.fetch("/books/hidden")).status).toBe(302);
  await shop.db.execute(sql`insert into series (id, name, description) values ('hidden-series', 'Hidden', '')`);
  await shop.db.execute(
    sql`insert into series_works (series_id, work_id, position) values ('hidden-series', 'hidden', 1)`,
  );
  await shelveBareBook(shop.db, "shown");
  shop.pages.drop();
  expect((await shop.fetch("/books/hidden")).status).toBe(200);
  expect((await shop.fetch("/series/hidden-series")).status).toBe(404);
});
