/** The page cache: headers, encodings and tags, independence of the visitor, and invalidation after changes. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { sql } from "#db/sql.ts";
import { afterAll, expect, test } from "vitest";

import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { refreshRecentSales } from "#shop/catalogue/listings/recent-sales.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { listPublicAddresses } from "#tests/support/browser/public-addresses.ts";
import { sell } from "#tests/support/sales/sold.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const changes = await subscribeToCatalogueChanges(shop.url, shop.pages.drop);
afterAll(changes.close);

const cachedPaths = ["/", "/books/tomb-of-sand", "/categories/fiction", "/authors", "/best-sellers", "/faq"];
const cachedData = ["/_.data", "/books/tomb-of-sand.data", "/best-sellers.data", "/returns.data"];
const personal = ["/cart", "/search?q=tomb", "/login", "/orders", "/cart.data", "/search.data?q=tomb", "/no-such-page"];

async function bytesOf(path: string, headers: Record<string, string> = {}) {
  const response = await shop.fetch(path, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("a public page may be cached if it is asked about each time, and says how it is packed", async () => {
  for (const path of [...cachedPaths, ...cachedData]) {
    const { response } = await bytesOf(path);
    expect(response.status, path).toBe(200);
    expect(response.headers.get("cache-control"), path).toBe("public, max-age=0, must-revalidate");
    expect(response.headers.get("vary"), path).toBe("accept-encoding");
    expect(response.headers.get("etag"), path).toMatch(/^"[\w-]+"$/);
    expect(response.headers.getSetCookie(), path).toEqual([]);
  }
});

test("a personal page is cached by nobody, and has no tag", async () => {
  for (const path of personal) {
    const { response } = await bytesOf(path);
    expect(response.headers.get("cache-control"), path).toBe("private, no-store");
    expect(response.headers.get("etag"), path).toBeNull();
  }
});

test("the page is the same in every packing, and each packing has its tag", async () => {
  for (const path of ["/", "/books/tomb-of-sand.data"]) {
    const identity = await bytesOf(path, { "accept-encoding": "identity" });
    const br = await bytesOf(path, { "accept-encoding": "gzip, deflate, br, zstd" });
    const gzip = await bytesOf(path, { "accept-encoding": "gzip" });
    expect(identity.response.headers.get("content-encoding")).toBeNull();
    expect(br.response.headers.get("content-encoding")).toBe("br");
    expect(gzip.response.headers.get("content-encoding")).toBe("gzip");
    expect(brotliDecompressSync(br.bytes).equals(identity.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(identity.bytes)).toBe(true);
    const tags = [identity, br, gzip].map(({ response }) => response.headers.get("etag"));
    expect(new Set(tags).size).toBe(3);
    for (const { response, bytes } of [identity, br, gzip]) {
      expect(response.headers.get("content-length")).toBe(String(bytes.length));
    }
  }
});

test("a browser that has the page is told so, with the page's own policy and no body", async () => {
  for (const encoding of ["identity", "br", "gzip"]) {
    const first = await bytesOf("/", { "accept-encoding": encoding });
    const tag = first.response.headers.get("etag")!;
    const again = await bytesOf("/", { "accept-encoding": encoding, "if-none-match": tag });
    expect(again.response.status, encoding).toBe(304);
    expect(again.bytes).toHaveLength(0);
    expect(again.response.headers.get("etag")).toBe(tag);
    expect(again.response.headers.get("content-security-policy")).toBe(
      first.response.headers.get("content-security-policy"),
    );
    const other = await bytesOf("/", { "accept-encoding": encoding, "if-none-match": '"of-another-page"' });
    expect(other.response.status, encoding).toBe(200);
  }
});

test("each content encoding has its own ETag", async () => {
  const { response } = await bytesOf("/", { "accept-encoding": "br" });
  const gzip = await bytesOf("/", { "accept-encoding": "gzip", "if-none-match": response.headers.get("etag")! });
  expect(gzip.response.status).toBe(200);
});

test("who asks makes no difference: not a cookie, a language, an address or a header leaves a trace", async () => {
  const visitor = visit(shop);
  await visitor.fetch("/cart/lines", {
    method: "POST",
    body: new URLSearchParams({ intent: "add", bookId: "tomb-of-sand" }),
  });
  expect(visitor.cookies.size).toBe(3);
  const strange = {
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    authorization: "Bearer canary",
    "accept-language": "hi",
    "user-agent": "canary",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
  };
  for (const path of [...cachedPaths, ...cachedData]) {
    // A page is rendered for its first visitor and cached for all.
    shop.pages.drop();
    const theirs = await bytesOf(path, strange);
    const ours = await bytesOf(path);
    expect(theirs.bytes.equals(ours.bytes), path).toBe(true);
    expect(theirs.response.headers.getSetCookie(), path).toEqual([]);
    expect(ours.bytes.includes("canary") || ours.bytes.includes("evil.example"), path).toBe(false);
    for (const value of visitor.cookies.values()) expect(value.length > 5 && ours.bytes.includes(value)).toBe(false);
  }
});

test("an unknown query is the same page, byte for byte", async () => {
  const plain = await bytesOf("/books/tomb-of-sand");
  const tracked = await bytesOf("/books/tomb-of-sand?utm_source=canary&id=other");
  expect(tracked.bytes.equals(plain.bytes)).toBe(true);
});

test("HEAD says what GET says, without the page", async () => {
  const get = await bytesOf("/");
  const head = await shop.fetch("/", { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("etag")).toBe(get.response.headers.get("etag"));
  expect((await head.arrayBuffer()).byteLength).toBe(0);
});

test("a changed price is on the page as soon as the page was rendered anew", async () => {
  const before = await bytesOf("/books/tomb-of-sand");
  await shop.db.execute(sql`update books set price_paise = 123400 , mrp_paise = 200000 where id = 'tomb-of-sand'`);
  const price = Buffer.from(formatPaise(123_400));
  expect(before.bytes.includes(price)).toBe(false);
  await expect.poll(async () => (await bytesOf("/books/tomb-of-sand")).bytes.includes(price)).toBe(true);
  const after = await bytesOf("/books/tomb-of-sand");
  expect(after.response.headers.get("etag")).not.toBe(before.response.headers.get("etag"));
  await expect.poll(async () => (await bytesOf("/books/tomb-of-sand.data")).bytes.includes("123400")).toBe(true);
});

test("a changed price is soon on every page that shows the book, and on its data", async () => {
  const setPrice = (paise: number) =>
    shop.db.execute(sql`update books set price_paise = ${paise}, mrp_paise = 200000 where id = 'indica'`);
  await setPrice(76_543);
  const before = Buffer.from(formatPaise(76_543));
  const lists = (await listPublicAddresses(shop.db)).filter((path) => !/^\/(books|authors)\//.test(path));
  const all = ["/books/indica", ...lists].flatMap((path) => [path, path === "/" ? "/_.data" : `${path}.data`]);
  const showing: string[] = [];
  for (const path of all) {
    const { bytes } = await bytesOf(path);
    if (bytes.includes(before) || bytes.includes("76543")) showing.push(path);
  }
  expect(showing).toEqual(expect.arrayContaining(["/books/indica", "/books/indica.data"]));
  expect(showing.length).toBeGreaterThan(4);
  await setPrice(87_654);
  for (const path of showing)
    await expect
      .poll(async () => {
        const { bytes } = await bytesOf(path);
        return bytes.includes(before) || bytes.includes("76543");
      })
      .toBe(false);
});

test("home and Best Sellers say the same of the chart once the first copy is sold", async () => {
  const top = Buffer.from("Top rated, one to five");
  const sold = Buffer.from("Ranked by copies sold");
  expect((await bytesOf("/")).bytes.includes(top)).toBe(true);
  expect((await bytesOf("/best-sellers")).bytes.includes(sold)).toBe(false);
  await sell(shop.db, "indica", 1, "1 minute");
  await refreshRecentSales(shop.db, new Date());
  await expect.poll(async () => (await bytesOf("/")).bytes.includes(top)).toBe(false);
  await expect.poll(async () => (await bytesOf("/best-sellers")).bytes.includes(sold)).toBe(true);
});

test("a page that was not there is there once the book is", async () => {
  expect((await bytesOf("/books/a-new-book")).response.status).toBe(404);
  await shop.db.execute(sql`
    with work as (
      insert into works (id, title, search_text, description) values ('a-new-book', 'A New Book', 'a new book', 'New.')
      returning id),
    shelf as (insert into work_categories select id, 'fiction', 0 from work),
    author as (insert into work_contributors select id, 'satyajit-ray', 'author', 0 from work)
    insert into books (id, work_id, is_main, format, language, publisher, published_on, mrp_paise, price_paise, cover_key)
    select id, id, true, 'paperback', 'en', 'Endpaper', '2026-01-01', 10000, 10000, 'a-new-book-0123456789' from work`);
  expect((await bytesOf("/books/a-new-book")).response.status).toBe(200);
});

test("a page served to many at once is rendered for all of them", async () => {
  shop.pages.drop();
  const all = await Promise.all(Array.from({ length: 40 }, () => bytesOf("/authors")));
  expect(new Set(all.map(({ response }) => response.headers.get("etag"))).size).toBe(1);
});
