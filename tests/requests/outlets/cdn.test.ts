/** Caching in a CDN: response headers, purges after changes, several shop processes, and failures. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { subscribeToCatalogueChanges } from "#server/pages/catalogue-changes.ts";
import { createCdnPurge } from "#server/pages/cdn-purge.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop({ hasCdn: true });
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A CDN that records the keys of purges, and answers with these statuses, then with 200. */
async function openCdn(...statuses: number[]) {
  const told: string[] = [];
  const secrets = new Set<string | undefined>();
  const server = createServer((request, response) => {
    told.push(`${request.method} ${request.headers["surrogate-key"]}`);
    secrets.add(request.headers.authorization);
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve))));
  return { told, secrets, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge` };
}

/** The part of a shop process that purges the CDN after changes. */
async function openTeller(url: string, secret?: string, heardBy = shop.url) {
  const lines: string[] = [];
  const cdn = createCdnPurge({ url, secret, databaseUrl: shop.url, report: (line) => lines.push(line) });
  const changes = await subscribeToCatalogueChanges(heardBy, cdn.purge);
  const close = async () => {
    await changes.close();
    await cdn.close();
  };
  closers.push(close);
  return { lines, close };
}

const changePrice = (id: string) =>
  shop.db.execute(sql`update books set price_paise = price_paise - 100 where id = ${id}`);

test("a public page may be kept by a shared cache, says until when, and by which keys it is purged", async () => {
  for (const [path, key] of [
    ["/", "book-"],
    ["/books/godan", "book-godan"],
    ["/authors/premchand", "author-premchand"],
    ["/categories/fiction", "category-fiction"],
  ] as const) {
    const { headers } = await shop.fetch(path);
    expect(headers.get("cache-control"), path).toBe(
      "public, max-age=0, s-maxage=60, stale-while-revalidate=10, stale-if-error=86400",
    );
    expect(headers.get("surrogate-key"), path).toMatch(/^shop /);
    expect(headers.get("surrogate-key"), path).toContain(key);
    expect(headers.get("xkey"), path).toBe(headers.get("surrogate-key"));
  }
});

test("what is asked for by a script, is personal, or is not there is kept by no shared cache", async () => {
  const none = [
    "/books/godan.data",
    "/cart",
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

test("one of several processes purges the CDN; another takes over when it stops", async () => {
  const { told, url } = await openCdn();
  const first = await openTeller(url);
  await changePrice("godan");
  await expect.poll(() => told).toEqual(["POST many book-godan"]);
  const second = await openTeller(url);
  await changePrice("heart-lamp");
  await expect.poll(() => told).toEqual(["POST many book-godan", "POST many book-heart-lamp"]);
  await second.close();
  await openTeller(url);
  await first.close();
  await changePrice("the-guide");
  await expect.poll(() => told.at(-1)).toBe("POST many book-the-guide");
  expect(told).toHaveLength(3);
});

test("a process that did not hear for a while tells the CDN itself: its pages of before may be there by then", async () => {
  const { told, url } = await openCdn();
  await openTeller(url);
  const line = await openDatabaseProxy(shop.url);
  closers.push(line.close);
  await openTeller(url, undefined, line.url);
  line.cut();
  await changePrice("godan");
  await expect.poll(() => told).toEqual(["POST many book-godan"]);
  line.mend();
  await expect.poll(() => told, { timeout: 20_000 }).toEqual(["POST many book-godan", "POST shop"]);
});

test("a CDN with a secret is told it each time, and one without gets none", async () => {
  for (const secret of [undefined, "the-secret-of-this-shop"]) {
    const { told, secrets, url } = await openCdn();
    const { close } = await openTeller(url, secret);
    await changePrice("godan");
    await expect.poll(() => told).toHaveLength(1);
    expect([...secrets]).toEqual([secret && `Bearer ${secret}`]);
    await close();
  }
});

test("a CDN that fails is told again, and then the shop says so", async () => {
  const { told, url } = await openCdn(503, 503, 503);
  const { lines } = await openTeller(url);
  await changePrice("godan");
  await expect.poll(() => lines).toEqual([expect.stringContaining("it answered 503")]);
  expect(told).toHaveLength(3);
});

test("Varnish takes the cookie from public pages, and from no other", () => {
  const vcl = readFileSync(join(import.meta.dirname, "..", "..", "..", "deploy", "varnish.vcl"), "utf8");
  const patterns = [...vcl.matchAll(/req\.url ~ "([^"]+)"/g)].map(([, pattern]) => new RegExp(pattern!));
  expect(patterns.length).toBeGreaterThan(0);
  for (const { address, route } of listRouteExamples())
    expect(
      patterns.some((pattern) => pattern.test(address)),
      address,
    ).toBe(route.access === "public");
});
