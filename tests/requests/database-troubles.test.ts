/**
 * Tests how the shop responds when the database is read-only, unreachable, slow or out of connections, and when DNS
 * fails.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { openPool, pageLimits, type ConnectionLimits } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { createRazorpay } from "#shop/sales/payments/razorpay/razorpay.server.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { cartOf, delivery, fillCart } from "#tests/support/sales/sale.ts";
import { openTestServices, publicUrl } from "#tests/support/shop/test-services.ts";

const { services, db, url } = await openTestServices();
const imagesFolder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
afterAll(() => rm(imagesFolder, { recursive: true, force: true }));
const noted = vi.fn();
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(noted);
});

/** Opens the shop over a faulty database, by its URL. */
async function openOver(databaseUrl: string, limits: Partial<ConnectionLimits> = {}, count = 4) {
  const pool = openPool(databaseUrl, count, { ...pageLimits, ...limits });
  const pages = await productionPages({
    services: { ...services, db: queriesOver(pool, pool) },
    imagesFolder,
    standIns: [],
  });
  onTestFinished(async () => {
    await pages.close();
    await pool.end();
  });
  return (path: string, init: RequestInit = {}) =>
    pages.fetch(new Request(publicUrl + path, { redirect: "manual", ...init }));
}

const withOption = (option: string) => {
  const changed = new URL(url);
  changed.searchParams.set("options", option);
  return changed.toString();
};
const add = (cart: string) => ({
  method: "POST",
  headers: { accept: "text/html", "sec-fetch-site": "same-origin", cookie: `cart=${cart}` },
  body: new URLSearchParams({ intent: "add", bookId: "godan" }),
});
const breath = "The shop is catching its breath";
const headingOf = async (response: Response) => (await readPage(response)).headings[0]!.text;

test("while the database only reads, all is shown, and what would change something is sent back to be sent again", async () => {
  const cart = cartOf("read-only");
  await fillCart(db, cart, { indica: 1 });
  const ask = await openOver(withOption("-c default_transaction_read_only=on"));
  for (const path of ["/", "/books/godan", "/search?q=godan"]) expect((await ask(path)).status, path).toBe(200);
  const refused = await ask("/cart/lines", add(cart));
  expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("refresh")]).toEqual([
    503,
    "10",
    null,
  ]);
  const html = await refused.text();
  for (const part of [breath, 'action="/cart/lines"', 'name="bookId" value="godan"', "Send it again"])
    expect(html).toContain(part);
  const lines = await db.execute(sql`select from cart_lines where book_id = 'godan'`);
  expect(lines.rowCount).toBe(0);
});

test("a database that has no connection left is one that is away", async () => {
  const role = "endpaper_without_connections";
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`drop role if exists ${role}`);
  await admin.query(`create role ${role} login password 'none' connection limit 0`);
  onTestFinished(async () => {
    await admin.query(`drop role ${role}`);
    await admin.end();
  });
  const crowded = new URL(url);
  crowded.username = role;
  crowded.password = "none";
  const ask = await openOver(crowded.toString());
  for (const path of ["/books/godan", "/cart"]) {
    const response = await ask(path, { headers: { cookie: `cart=${cartOf("crowded")}` } });
    expect([response.status, response.headers.get("retry-after")], path).toEqual([503, "10"]);
    expect(await headingOf(response), path).toBe(breath);
  }
});

test("a database whose name nobody knows just now is one that is away", async () => {
  const unknown = new URL(url);
  unknown.hostname = "database.invalid";
  unknown.search = "";
  const ask = await openOver(unknown.toString());
  const read = await ask("/cart", { headers: { cookie: `cart=${cartOf("unknown")}` } });
  expect([read.status, await headingOf(read)]).toEqual([503, breath]);
  const sent = await ask("/cart/lines", add(cartOf("unknown")));
  expect([sent.status, sent.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(await sent.text()).toContain('name="bookId" value="godan"');
});

test("while Razorpay's name cannot be looked up nothing is charged, and the reader is told", async () => {
  const cart = cartOf("no-names");
  await fillCart(db, cart, { indica: 1 });
  const razorpay = createRazorpay({
    apiBase: "https://razorpay.invalid/v1",
    checkoutSrc: "https://razorpay.invalid/v1/checkout.js",
    keyId: "rzp_test_NoNames",
    keySecret: "no_names",
    webhookSecret: "no_names",
  });
  const pages = await productionPages({
    services: { ...services, paymentProviders: [razorpay] },
    imagesFolder,
    standIns: [],
  });
  onTestFinished(() => pages.close());
  const answer = await pages.fetch(
    new Request(`${publicUrl}/checkout`, {
      method: "POST",
      redirect: "manual",
      headers: { accept: "application/json", "sec-fetch-site": "same-origin", cookie: `cart=${cart}` },
      body: new URLSearchParams({ ...delivery, email: "no-names@example.com" }),
    }),
  );
  expect(await answer.text()).toContain("The payment service is not responding.");
});

test("a page that waits too long for what another holds says that the shop will be back; what is kept is shown", async () => {
  const ask = await openOver(url, { lock: 200 });
  expect((await ask("/books/godan")).status).toBe(200);
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query("begin; lock table works, books in access exclusive mode");
  onTestFinished(() => holder.end());
  const response = await ask("/books/indica");
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(await headingOf(response)).toBe(breath);
  expect((await ask("/books/godan")).status).toBe(200);
  await holder.query("rollback");
  expect((await ask("/books/indica")).status).toBe(200);
});

test("who looks at pages takes no connection from who buys", async () => {
  const cart = cartOf("till");
  await fillCart(db, cart, { indica: 1 });
  const crowded = openPool(url, 1, { ...pageLimits, connection: 300 });
  const till = openPool(url, 2);
  const pages = await productionPages({
    services: { ...services, db: queriesOver(crowded, crowded) },
    checkoutDb: queriesOver(till, till),
    imagesFolder,
    standIns: [],
  });
  const held = await crowded.connect();
  onTestFinished(async () => {
    held.release();
    await pages.close();
    await Promise.all([crowded.end(), till.end()]);
  });
  const ask = (path: string) => pages.fetch(new Request(publicUrl + path, { headers: { cookie: `cart=${cart}` } }));
  expect((await ask("/search?q=godan")).status).toBe(503);
  expect((await ask("/cart")).status).toBe(200);
});
