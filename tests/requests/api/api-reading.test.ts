/** Reading through the public API: lists and cursors, search, caching headers, CORS, errors and rate limits. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openApiClient } from "#tests/support/api-client.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db } = shop;
const client = await openApiClient(shop);
await setStock(db, "godan", 3);
const isbn = "9780000000026";
await db.execute(sql`update books set isbn13 = ${isbn} where id = 'godan'`);
const idsOf = async (table: "books" | "authors" | "categories") =>
  (await db.execute<{ id: string }>(sql`select id from ${sql.identifier(table)} order by id`)).rows.map(({ id }) => id);

/** The ids of all rows of a list, read page by page; `between` runs after each page. */
async function readAll(list: string, operation: string, limit: number, between = async (_page: number) => {}) {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 200; page += 1) {
    const answer: any = await client.read(`${list}?limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`, operation);
    expect(answer[list].length).toBeLessThanOrEqual(limit);
    ids.push(...answer[list].map(({ id }: { id: string }) => id));
    cursor = answer.next;
    if (cursor === null) break;
    await between(page);
  }
  return ids;
}

test("the lists of books, authors and categories are whole, page by page, and as described", async () => {
  expect(await readAll("books", "listBooks", 100)).toEqual(await idsOf("books"));
  expect(await readAll("authors", "listAuthors", 77)).toEqual(await idsOf("authors"));
  expect(await readAll("categories", "listCategories", 5)).toEqual(await idsOf("categories"));
});

test("a book that is added or taken away while a list is read moves no other: none is missing, none comes twice", async () => {
  const before = await idsOf("books");
  const ids = await readAll("books", "listBooks", 60, async (page) => {
    if (page !== 1) return;
    await db.execute(sql`
      insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
      select 'aaa-added', work_id, false, 'hardback', 'hi', 100, 100, 'x' from books where id = 'godan'`);
    await db.execute(sql`
      insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key)
      select 'zzz-added', work_id, false, 'hardback', 'hi', 100, 100, 'x' from books where id = 'godan'`);
  });
  expect(ids).toEqual([...before, "zzz-added"]);
  await db.execute(sql`delete from books where id in ('aaa-added', 'zzz-added')`);
});

test("one book is found by its id and by its ISBN in any spelling, an author by their id, stock by ISBN", async () => {
  const byId = await client.read("books/godan", "findBook");
  expect(byId).toMatchObject({ id: "godan", isbn13: isbn, currency: "INR", url: `${publicUrl}/books/godan` });
  expect(byId.stock).toEqual({ state: "few-left", left: 3 });
  expect(byId.description).not.toBe("");
  const hyphens = `${isbn.slice(0, 3)}-${isbn.slice(3)}`;
  for (const spelling of [isbn, hyphens]) expect(await client.read(`isbn/${spelling}`, "findBookByIsbn")).toEqual(byId);
  expect(await client.read(`stock/${isbn}`, "findStock")).toEqual({
    isbn13: isbn,
    bookId: "godan",
    stock: { state: "few-left", left: 3 },
  });
  expect(await client.read("authors/premchand", "findAuthor")).toMatchObject({ id: "premchand" });
});

test("the search finds titles, people and ISBNs, the best first, and says what is too long or empty", async () => {
  const { books } = await client.read("search?q=MALGUDI", "search");
  expect(books.length).toBeGreaterThan(0);
  expect(books.every(({ title }: { title: string }) => /malgudi/i.test(title))).toBe(true);
  expect((await client.read("search?q=the&limit=3", "search")).books).toHaveLength(3);
  expect((await client.read("search?q=%25_%25", "search")).books).toEqual([]);
  expect(await client.refusal(await client.ask("search?q=%20"), 400)).toBe(
    "q is empty: it must contain the text to search for.",
  );
  expect(
    (await client.read("search?q=r.k.narayan", "search")).books.map(({ title }: { title: string }) => title),
  ).toContain("Malgudi Days");
  expect(await client.refusal(await client.ask("search"), 400)).toContain("q is missing");
  expect(await client.refusal(await client.ask(`search?q=${"x".repeat(201)}`), 400)).toContain("200 characters");
});

test("an unlisted edition is nowhere", async () => {
  await db.execute(sql`update books set is_listed = false where id = 'godan'`);
  expect(await readAll("books", "listBooks", 100)).not.toContain("godan");
  for (const path of ["books/godan", `isbn/${isbn}`, `stock/${isbn}`])
    expect(await client.refusal(await client.ask(path), 404), path).toMatch(/^There is no book/);
  const { books } = await client.read("search?q=godan", "search");
  expect(books.map(({ id }: { id: string }) => id)).not.toContain("godan");
  await db.execute(sql`update books set is_listed = true where id = 'godan'`);
});

test("an answer has a tag, by which it is not sent twice, and another one when the book has changed", async () => {
  const first = await client.ask("books/godan");
  expect(first.headers.get("cache-control")).toBe("public, max-age=60");
  const etag = first.headers.get("etag")!;
  const again = await client.ask("books/godan", { headers: { "if-none-match": `"other", W/${etag}` } });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  await setStock(db, "godan", 2);
  const changed = await client.ask("books/godan", { headers: { "if-none-match": etag } });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
  await setStock(db, "godan", 3);
  const head = await client.ask("books/godan", { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
});

test("pages of other sites may read it, with no cookie read or set, and may not write", async () => {
  for (const path of ["books", "openapi.json", "search?q=x", "books/no-such-book"]) {
    const { headers } = await client.ask(path, {
      headers: { origin: "https://elsewhere.example", cookie: "session=x" },
    });
    expect(headers.get("access-control-allow-origin"), path).toBe("*");
    expect(headers.get("cross-origin-resource-policy"), path).toBe("cross-origin");
    expect([headers.get("access-control-allow-credentials"), headers.getSetCookie()], path).toEqual([null, []]);
  }
  const preflight = await client.ask("books", { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
  const orders = await client.ask("orders", { method: "OPTIONS" });
  expect(orders.headers.get("access-control-allow-origin")).toBeNull();
});

test("a cursor of another list, and one that is none, are refused in a sentence", async () => {
  const { next } = await client.read("authors?limit=1", "listAuthors");
  for (const cursor of [next, "x", "", "%00", "a".repeat(501)])
    expect(await client.refusal(await client.ask(`books?cursor=${cursor}`), 400), cursor).toContain(
      "Invalid cursor for this list",
    );
});

test("what is asked wrongly is said in a sentence", async () => {
  const refused: [path: string, status: number, sentence: RegExp][] = [
    ["books?limit=0", 400, /limit is a whole number from 1 to 100/],
    ["books?limit=101", 400, /limit is a whole number from 1 to 100/],
    ["books?limit=1.5", 400, /limit is a whole number/],
    ["books?limit=1&limit=2", 400, /"limit" is repeated/],
    ["books?page=2", 400, /There is no parameter "page" here/],
    ["books?__proto__=2", 400, /There is no parameter/],
    ["isbn/9780143331060", 400, /check digit/],
    ["stock/twelve", 400, /is no ISBN/],
    ["isbn/8901234567890", 400, /barcode/],
    ["books/No%20Slug", 404, /no book with this id/],
    ["books/%00", 404, /no book with this id/],
    ["authors/nobody-at-all", 404, /no author/],
    ["nothing", 404, /no such address/],
    ["", 404, /no such address/],
  ];
  for (const [path, status, sentence] of refused)
    expect(await client.refusal(await client.ask(path), status), path).toMatch(sentence);
  const posted = await client.ask("books", { method: "POST", body: "x" });
  expect(posted.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect(await client.refusal(posted, 405)).toBe("This address accepts GET, HEAD, OPTIONS.");
});

test("whatever is asked, the answer is one of the API's, and never the shop's fault", async () => {
  const path = fc.constantFrom("books", "books/x", "isbn/x", "stock/x", "search", "authors", "categories", "x");
  const names = fc.oneof(fc.constantFrom("q", "limit", "cursor", "since"), fc.string({ unit: "binary", maxLength: 5 }));
  const query = fc.dictionary(names, fc.string({ unit: "binary", maxLength: 60 }), { maxKeys: 3 });
  const part = fc.string({ unit: "binary", maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed()));
  await fc.assert(
    fc.asyncProperty(path, part, query, async (start, end, parameters) => {
      const answer = await client.ask(`${start.replace("x", end)}?${new URLSearchParams(parameters)}`);
      expect([200, 400, 404]).toContain(answer.status);
      expect(answer.headers.get("content-type")).toMatch(/^application\/(problem\+)?json$/);
      await answer.json();
    }),
    { numRuns: 200 },
  );
});

test("a network that asks far too often waits, by an allowance of its own", async () => {
  const at = new Date();
  shop.services.now = () => at;
  const network = "203.0.113.77";
  for (let times = 0; times < 600; times += 1) await client.ask("x", {}, network);
  const refused = await client.ask("books", {}, network);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await client.refusal(refused, 429)).toBe(
    "Too many requests came from your network. Please wait 1 second and try again.",
  );
  expect((await client.ask("books", {}, "203.0.113.78")).status).toBe(200);
  expect((await shop.pages.fetch(new Request(`${publicUrl}/cart`), network)).status).toBe(200);
  shop.services.now = () => new Date();
});

test("the page about the API names every address, links the description, and needs no script of others", async () => {
  const answer = await shop.fetch("/api");
  const html = await answer.text();
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=0, must-revalidate"]);
  const { paths } = await (await client.ask("openapi.json")).json();
  for (const path of Object.keys(paths)) expect(html, path).toContain(path);
  expect(html).toContain('href="/api/v1/openapi.json"');
  expect([...html.matchAll(/<script[^>]+src="([^"]+)"/g)].filter(([, src]) => !src!.startsWith("/"))).toEqual([]);
});
