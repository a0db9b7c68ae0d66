/**
 * While the database is away: cached pages are served stale, other requests fail with an explanation, forms are kept.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";

import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { openTestServices, publicUrl } from "#tests/support/shop/test-services.ts";

// The page cache takes its clock when it is created.
vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());
const { services, url } = await openTestServices();
const line = await openDatabaseProxy(url);
const pool = openPool(line.url, 4);
afterAll(async () => {
  await pool.end();
  await line.close();
});
const imagesFolder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
afterAll(() => rm(imagesFolder, { recursive: true, force: true }));
const deskUrl = "http://desk.localhost:3000";
const pages = await productionPages({
  services: { ...services, db: queriesOver(pool, pool) },
  imagesFolder,
  standIns: [],
  desk: { url: deskUrl, google: services.google },
});
afterAll(() => pages.close());

// A process logs this at most every 10 seconds, so perhaps in an earlier test file.
const noted: unknown[] = [];
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((words) => void noted.push(words));
});
afterAll(() => {
  for (const words of noted) expect(words).toMatch(/^The database is unavailable: /);
});
afterEach(() => {
  vi.restoreAllMocks();
  line.mend();
});
/** Cuts the line. A process that hears of no changes any more drops its pages. */
const cut = () => {
  line.cut();
  pages.drop();
};
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const ask = (path: string, init: RequestInit = {}) =>
  pages.fetch(new Request(publicUrl + path, { redirect: "manual", ...init }));
const htmlAt = async (path: string) => (await ask(path)).text();
const isOld = (html: string) => html.includes("<html data-old");

test("a page that was kept is served for a day while the database is away, says so, and is new again afterwards", async () => {
  expect(isOld(await htmlAt("/books/godan"))).toBe(false);
  cut();
  pass(12 * 3600);
  for (let time = 0; time < 3; time += 1) {
    const html = await htmlAt("/books/godan");
    expect(html).toContain("प्रेमचंद");
    expect(isOld(html)).toBe(true);
    pass(20);
  }
  line.mend();
  pass(6);
  expect(isOld(await htmlAt("/books/godan"))).toBe(false);
});

test("a page older than a day, and one that was not kept, say that the shop will be back, and ask again by themselves", async () => {
  await htmlAt("/authors");
  cut();
  pass(25 * 3600);
  for (const path of ["/authors", "/books/jejuri", "/cart", "/search?q=godan", "/orders"]) {
    const response = await ask(path, { headers: { cookie: `cart=${"a".repeat(43)}; session=${"b".repeat(43)}` } });
    expect([response.status, response.headers.get("retry-after"), response.headers.get("refresh")], path).toEqual([
      503,
      "10",
      "10",
    ]);
    expect(response.headers.get("cache-control"), path).toBe("private, no-store");
    const page = await readPage(response);
    expect(page.headings[0]!.text, path).toBe("The shop is catching its breath");
    expect(page.has("This page asks again by itself every ten seconds."), path).toBe(true);
  }
  line.mend();
  expect((await ask("/cart")).status).toBe(200);
  expect((await ask("/authors")).status).toBe(200);
});

test("a form is never sent again by itself, and its answer does not claim to know what became of it", async () => {
  line.cut();
  const response = await ask("/cart/lines", {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ intent: "add", bookId: "godan" }),
  });
  expect([response.status, response.headers.get("retry-after"), response.headers.get("refresh")]).toEqual([
    503,
    "10",
    null,
  ]);
  expect(await response.text()).toContain("cannot say whether this was done");
  // A script would take an answer in JSON for a final result.
  const toScript = await ask("/cart/lines", {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin", accept: "application/json" },
    body: new URLSearchParams({ intent: "add", bookId: "godan" }),
  });
  expect([toScript.status, toScript.headers.get("content-type")]).toEqual([
    503,
    expect.not.stringContaining("application/json"),
  ]);
});

test("a form that a browser sent comes back as it was sent, and can be sent again when the shop is back", async () => {
  const fields = {
    name: "Asha",
    email: "asha@example.com",
    subject: "Is it there?",
    message: "One line\nand <another>",
  };
  const send = (accept: string) =>
    ask("/contact", {
      method: "POST",
      headers: { accept, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(fields),
    });
  line.cut();
  const response = await send("text/html");
  expect([response.status, response.headers.get("retry-after"), response.headers.get("refresh")]).toEqual([
    503,
    "10",
    null,
  ]);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await response.text();
  expect(html).toContain("cannot say whether this was done");
  expect(html).toContain('<form method="post" action="/contact">');
  expect(html).toContain('name="subject" value="Is it there?"');
  expect(html).toContain('value="One line\nand &#60;another&#62;"');
  line.mend();
  expect((await send("text/html")).status).toBe(303);
});

test("the desk says that it cannot reach its records, under its own name, and asks again by itself", async () => {
  line.cut();
  const cookie = `desk=${"a".repeat(43)}`;
  for (const path of ["/", "/orders", "/books/godan"]) {
    const response = await pages.fetch(new Request(deskUrl + path, { headers: { cookie } }), null, true);
    expect([response.status, response.headers.get("retry-after"), response.headers.get("refresh")], path).toEqual([
      503,
      "10",
      "10",
    ]);
    const html = await response.text();
    expect(html).toContain("The desk is temporarily unavailable</h1>");
    expect(html).toContain("This page asks again by itself every ten seconds.");
    expect(html).not.toContain("undefined");
    expect(html).not.toMatch(/>,\s*<span[^>]*>the desk/);
  }
});
