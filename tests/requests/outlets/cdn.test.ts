/** Caching in a CDN: response headers, purges after changes, several shop processes, and failures. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { listJobs } from "#server/jobs/job-runs.ts";
import { startJobs } from "#server/jobs/jobs.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { createCdnPurge, purgeJob } from "#server/cdn/cdn-purge.ts";
import { openCdnStandIn } from "#tests/support/cdn-stand-in.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import { addOwnPage } from "#tests/support/places/own-page.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

/** How long the CDN may keep pages, as the shop's process of the running test says. */
let keepSeconds = () => 86_400;
const shop = await openTestShop({}, { cdn: { keepSeconds: () => keepSeconds() } });
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await shop.db.execute(sql`delete from cdn_purges`);
  await shop.db.execute(sql`delete from jobs`);
  keepSeconds = () => 86_400;
});

async function openCdn() {
  const cdn = await openCdnStandIn((path) => shop.fetch(path));
  closers.push(cdn.close);
  return cdn;
}

/** The part of a shop process that purges the CDN after changes. Does not repeat purges, unless told to. */
async function openProcess(
  url: string,
  {
    secret,
    heardBy = shop.url,
    repeatSeconds = 3_600,
  }: { secret?: string; heardBy?: string; repeatSeconds?: number } = {},
) {
  const cdn = createCdnPurge(shop.db, { url, secret }, { checkMs: 20, patienceSeconds: 0.5, repeatSeconds });
  const drop = (bookIds: string[] | null) => {
    shop.pages.drop(bookIds);
    cdn.purge(bookIds);
  };
  const changes = await subscribeToCatalogueChanges(heardBy, drop);
  const pace = { pollMs: 20, usualEverySeconds: 0.02, stopMs: 1_000 };
  const jobs = await startJobs(shop.services, { [purgeJob]: cdn.job }, pace);
  const close = async () => {
    await jobs.stop();
    await changes.close();
    await cdn.close();
  };
  closers.push(close);
  return { keepSeconds: cdn.keepSeconds, close };
}

const changePrice = (id: string) =>
  shop.db.execute(sql`update books set price_paise = price_paise - 100 where id = ${id}`);

/** The price on a page, as the CDN serves it. */
async function readPrice(url: string): Promise<string | undefined> {
  return /"price":"?([\d.]+)/.exec(await (await fetch(url)).text())?.[1];
}

const sharedSeconds = (headers: Headers) => Number(/s-maxage=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1]);

test("a CDN may keep a public page and its data for as long as they are current, and knows by which keys they are purged", async () => {
  for (const [path, key] of [
    ["/", "book-"],
    ["/books/godan", "book-godan"],
    ["/books/godan.data", "book-godan"],
    ["/authors/premchand", "book-godan"],
    ["/authors/premchand.data", "book-godan"],
    ["/about", "shop"],
  ] as const) {
    const { headers } = await shop.fetch(path);
    expect(headers.get("cache-control"), path).toMatch(
      /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=10, stale-if-error=86400$/,
    );
    expect(sharedSeconds(headers), path).toBeGreaterThan(0);
    expect(sharedSeconds(headers), path).toBeLessThanOrEqual(86_400);
    expect(headers.get("surrogate-key"), path).toMatch(/^shop\b/);
    expect(headers.get("surrogate-key"), path).toContain(key);
    expect(headers.get("xkey"), path).toBe(headers.get("surrogate-key"));
  }
});

test("every book that a page links to has its key, on the page and on its data", async () => {
  const { rows } = await shop.db.execute<{ id: string }>(sql`select id from books`);
  const isBook = new Set(rows.map(({ id }) => id));
  let seen = 0;
  await addOwnPage(shop.db);
  for (const { address, route } of listRouteExamples()) {
    if (route.access !== "public") continue;
    const page = await shop.fetch(address);
    const data = await shop.fetch(address === "/" ? "/_.data" : `${address}.data`);
    const linked = (await page.text()).matchAll(/href="\/books\/([a-z0-9-]+)/g);
    const books = [...new Set(Array.from(linked, ([, id]) => id!))].filter((id) => isBook.has(id));
    for (const { headers } of [page, data]) {
      const keys = headers.get("surrogate-key")!.split(" ");
      if (keys.includes("many")) continue;
      expect(
        books.filter((id) => !keys.includes(`book-${id}`)),
        address,
      ).toEqual([]);
      seen += books.length;
    }
  }
  expect(seen).toBeGreaterThan(100);
});

test("while purges fail, a CDN may keep a page for only a minute, also one from before", async () => {
  const path = "/authors/premchand";
  keepSeconds = () => 60;
  // Less in the last minute before midnight in India, when pages change.
  expect(sharedSeconds((await shop.fetch(path)).headers)).toBeLessThanOrEqual(60);
});

test("what is personal, searched for, or not there is kept by no shared cache", async () => {
  const none = [
    "/cart",
    "/cart.data",
    "/books/no-such-book.data",
    "/search?q=godan",
    "/categories/fiction?sort=title",
    "/books/no-such-book",
  ];
  for (const path of none) {
    const { headers } = await shop.fetch(path);
    expect(headers.get("cache-control"), path).not.toContain("s-maxage");
    expect(headers.get("surrogate-key"), path).toBeNull();
  }
});

test("a cookie changes nothing of a public page, and a public page sets none", async () => {
  const reader = visit(shop);
  const form = { method: "POST", body: new URLSearchParams({ intent: "add", bookId: "godan" }) };
  await reader.fetch("/cart/lines", form);
  expect(reader.cookies.has("cart")).toBe(true);
  const own = await reader.fetch("/books/godan");
  const everybodys = await shop.fetch("/books/godan");
  expect(await own.text()).toBe(await everybodys.text());
  expect(own.headers.getSetCookie()).toEqual([]);
});

test("without a CDN only the shop itself keeps pages", async () => {
  const plain = await openTestShop();
  const { headers } = await plain.fetch("/books/godan");
  expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect(headers.get("surrogate-key")).toBeNull();
});

test("a change of one of several processes is purged by one of them; another takes over when it stops", async () => {
  const cdn = await openCdn();
  const first = await openProcess(cdn.purgeUrl);
  const second = await openProcess(cdn.purgeUrl);
  await expect.poll(() => new Set(cdn.purges)).toEqual(new Set(["POST shop"]));
  await changePrice("godan");
  await expect.poll(() => cdn.purges.at(-1)).toBe("POST many book-godan");
  for (const ended of [first, second]) {
    await ended.close();
    const before = cdn.purges.length;
    await openProcess(cdn.purgeUrl);
    // A change that is stored before the purge of the start was sent would be part of it.
    await expect.poll(() => cdn.purges.slice(before)).toContain("POST shop");
    await changePrice("the-guide");
    await expect.poll(() => cdn.purges.at(-1)).toBe("POST many book-the-guide");
    await changePrice("godan");
    await expect.poll(() => cdn.purges.at(-1)).toBe("POST many book-godan");
  }
});

test("each purge is repeated once: an old page may have been on its way to the CDN", async () => {
  const cdn = await openCdn();
  await openProcess(cdn.purgeUrl, { repeatSeconds: 0.2 });
  await expect.poll(() => cdn.purges).toEqual(["POST shop", "POST shop"]);
  await changePrice("godan");
  await expect.poll(() => cdn.purges.slice(2)).toEqual(["POST many book-godan", "POST many book-godan"]);
  await expect.poll(async () => (await shop.db.execute(sql`select from cdn_purges`)).rowCount).toBe(0);
});

test("a process that did not hear for a while purges all pages: its pages of before may be there by then", async () => {
  const cdn = await openCdn();
  const line = await openDatabaseProxy(shop.url);
  closers.push(line.close);
  await openProcess(cdn.purgeUrl, { heardBy: line.url });
  await expect.poll(() => cdn.purges).toEqual(["POST shop"]);
  line.cut();
  await changePrice("godan");
  line.mend();
  await expect.poll(() => cdn.purges, { timeout: 20_000 }).toEqual(["POST shop", "POST shop"]);
});

test("a CDN with a secret is told it each time, and one without gets none", async () => {
  for (const secret of [undefined, "the-secret-of-this-shop"]) {
    const cdn = await openCdn();
    const { close } = await openProcess(cdn.purgeUrl, secret ? { secret } : {});
    await expect.poll(() => cdn.purges).toHaveLength(1);
    expect([...cdn.secrets]).toEqual([secret && `Bearer ${secret}`]);
    await close();
  }
});

test("a CDN that accepts no purges is asked again at growing pauses and gets pages for a minute; when it is back, one request purges all that has changed", async () => {
  expectErrors();
  const cdn = await openCdn();
  const page = `${cdn.url}/books/indica`;
  const process = await openProcess(cdn.purgeUrl);
  ({ keepSeconds } = process);
  await expect.poll(() => cdn.purges).toEqual(["POST shop"]);
  await expect.poll(process.keepSeconds).toBe(86_400);
  const before = Number(await readPrice(page));
  const job = async () => (await listJobs(shop.db, [purgeJob]))[0];

  cdn.status = 503;
  await changePrice("indica");
  await expect.poll(process.keepSeconds).toBe(60);
  expect(sharedSeconds((await fetch(`${cdn.url}/books/jejuri`)).headers)).toBeLessThanOrEqual(60);
  await changePrice("heart-lamp");
  await expect.poll(async () => (await job())?.failuresInARow, { timeout: 10_000 }).toBe(2);
  expect(await job()).toMatchObject({
    lastError: expect.stringContaining("it answered 503") as string,
    isLate: false,
  });
  expect(Number(await readPrice(page))).toBe(before);

  cdn.status = 200;
  await expect.poll(async () => Number(await readPrice(page)), { timeout: 10_000 }).toBe(before - 1);
  expect(cdn.purges.at(-1)).toBe("POST many book-indica book-heart-lamp");
  await expect.poll(process.keepSeconds).toBe(86_400);
  expect(cdn.purges).toHaveLength(4);
});

test("a process that ends before it has purged a change leaves the purge to the next", async () => {
  expectErrors();
  const cdn = await openCdn();
  const page = `${cdn.url}/books/malgudi-days`;
  const first = await openProcess(cdn.purgeUrl);
  await expect.poll(() => cdn.purges).toEqual(["POST shop"]);
  const before = Number(await readPrice(page));
  cdn.status = 503;
  await changePrice("malgudi-days");
  await expect.poll(() => cdn.purges).toHaveLength(2);
  await first.close();
  cdn.status = 200;
  await openProcess(cdn.purgeUrl);
  await expect.poll(async () => Number(await readPrice(page)), { timeout: 10_000 }).toBe(before - 1);
});

test("Varnish takes the cookie from public pages and their data, and from no other", () => {
  const vcl = readFileSync(join(import.meta.dirname, "..", "..", "..", "deploy", "varnish.vcl"), "utf8");
  const patterns = [...vcl.matchAll(/req\.url ~ "([^"]+)"/g)].map(([, pattern]) => new RegExp(pattern!));
  expect(patterns.length).toBeGreaterThan(0);
  for (const { address, route } of listRouteExamples())
    for (const asked of [address, address === "/" ? "/_.data" : `${address}.data`])
      expect(
        patterns.some((pattern) => pattern.test(asked)),
        asked,
      ).toBe(route.access === "public");
});
