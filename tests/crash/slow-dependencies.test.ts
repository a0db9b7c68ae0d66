/** Slow dependencies: Google, the mail server and the database answer late or not at all. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, onTestFinished, test, vi } from "vitest";

import { openPool } from "#db/connect.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { productionPages } from "#server/http/production-pages.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { createMailer } from "#shop/kernel/mail/mailer.server.ts";
import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, fillCart, stateOf } from "#tests/support/sales/sale.ts";
import { signIn, readCurrentReader } from "#tests/support/sales/sign-in.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

vi.spyOn(console, "warn").mockImplementation(() => {});
const shop = await openTestShop();
const { services, db } = shop;
afterEach(() => shop.google.standIn.reset());

test("while Google answers after longer than ten seconds, who signs in is told so, and nobody else waits", async () => {
  shop.google.standIn.setFault("slowAnswer", { path: "/token", milliseconds: 11_000 });
  const visitor = visit(shop);
  let isTold = false;
  const signedIn = signIn(visitor).finally(() => (isTold = true));
  const cart = cartOf("beside-google");
  await fillCart(db, cart, { godan: 1 });
  const page = await shop.fetch("/cart", { headers: { cookie: `cart=${cart}` } });
  expect([page.status, isTold]).toEqual([200, false]);
  expect((await signedIn).headers.get("location")).toBe("/login?failed=failed&next=%2F");
  expect(await readCurrentReader(visitor)).toBeNull();
});

/** A server that accepts every connection and never answers. */
async function openSilence() {
  const open = new Set<Socket>();
  const server = createServer((socket) => void open.add(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test("while the mail server says nothing, orders are paid and their letters wait, and they are sent afterwards", async () => {
  const smtpUrl = `smtp://127.0.0.1:${await openSilence()}`;
  const mailer = createMailer({ smtpUrl, from: "a@b.example", shopName: "Endpaper", publicUrl });
  onTestFinished(() => mailer.close());
  const { number } = await paidOrder(shop, "silence", { godan: 1 });
  const startedAt = performance.now();
  expect(await sendDueLetters({ ...services, mailer })).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(await stateOf(db, number)).toBe("paid");
  const waiting = sql`select count(*) from outbox o join orders p on p.id = o.order_id
    where p.number = ${number} and o.state = 'due' and o.tries = 1`;
  expect(await count(db, waiting)).toBe(1);
  await db.execute(sql`update outbox set due_at = now() - interval '1 second' where state = 'due'`);
  expect(await sendDueLetters(services)).toBe(1);
});

test("while each statement takes two seconds, pages and forms come late and whole", async () => {
  const line = await openDatabaseProxy(shop.url);
  const pool = openPool(line.url, 4);
  const folder = await mkdtemp(join(tmpdir(), "endpaper-images-"));
  const pages = await productionPages({
    services: { ...services, db: queriesOver(pool, pool) },
    imagesFolder: folder,
    standIns: [],
  });
  onTestFinished(async () => {
    await pages.close();
    await pool.end();
    await line.close();
    await rm(folder, { recursive: true, force: true });
  });
  const ask = (path: string, init: RequestInit = {}) =>
    pages.fetch(new Request(publicUrl + path, { redirect: "manual", ...init }));
  const cart = cartOf("slow-database");
  await fillCart(db, cart, { indica: 1 });
  const lines = sql`select count(*) from cart_lines where book_id = 'godan'`;
  const before = await count(db, lines);
  await warm(pool, 4);
  line.slow(2_000);
  const form = {
    method: "POST",
    headers: { accept: "text/html", "sec-fetch-site": "same-origin", cookie: `cart=${cart}` },
    body: new URLSearchParams({ intent: "add", bookId: "godan" }),
  };
  const startedAt = performance.now();
  const [page, added] = await Promise.all([ask("/books/godan"), ask("/cart/lines", form)]);
  expect(performance.now() - startedAt).toBeGreaterThan(2_000);
  expect([page.status, added.status]).toEqual([200, 303]);
  expect((await page.text()).endsWith("</html>")).toBe(true);
  expect(await count(db, lines)).toBe(before + 1);
});
