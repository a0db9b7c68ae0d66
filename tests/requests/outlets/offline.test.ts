/** The server's part of offline use: cache partitions per reader, pages not to store, and the sync of offline adds. */
import { readdirSync } from "node:fs";

import { sql } from "#db/sql.ts";
import { expect, test, vi } from "vitest";

import { homeAddress } from "#tests/support/sales/signed-in.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { policyOf, readPage } from "#tests/support/pages/page.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { signInReader } from "#tests/support/sales/readers.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
await setStock(shop.db, "godan", 100);
await setStock(shop.db, "jejuri", 2);
await setStock(shop.db, "masala-lab", 0);

type Visitor = ReturnType<typeof visit>;

async function visitAs(name: string): Promise<Visitor> {
  const visitor = visit(shop);
  visitor.cookies.set("session", (await signInReader(shop.db, name)).token);
  return visitor;
}

const partitionOf = async (visitor: Visitor, path: string) =>
  (await visitor.fetch(path)).headers.get("x-cache-partition");

test("the service worker is asked for anew each time, names every script and style, and may fetch from the shop only", async () => {
  const response = await shop.fetch("/sw.js");
  expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(Object.fromEntries(policyOf(response.headers))).toMatchObject({
    "default-src": ["'none'"],
    "connect-src": ["'self'"],
  });
  const text = await response.text();
  const assets = JSON.parse(/^const assets = (.*);$/m.exec(text)![1]!) as string[];
  const built = readdirSync("build/client/assets").filter((file) => /\.(js|css)$/.test(file));
  expect(assets).toEqual(expect.arrayContaining(built.map((file) => `/assets/${file}`)));
  const version = /^const version = "(\w{12})";$/m.exec(text)![1];
  for (const path of ["/", "/books/godan", "/offline", "/cart"]) {
    expect((await shop.fetch(path)).headers.get("x-build"), path).toBe(version);
  }
});

test("a personal page says for whom it may be cached, by the word that this browser's cookie holds", async () => {
  const asha = await visitAs("Asha");
  const binod = await visitAs("Binod");
  const first = await asha.fetch("/orders");
  const word = first.headers.get("x-cache-partition");
  expect(word).toMatch(/^[\w-]{22}$/);
  // The cookie lives as long as a session, 30 days.
  expect(first.headers.getSetCookie()).toEqual([`cache-partition=${word}; Path=/; Max-Age=2592000; SameSite=Lax`]);
  expect((await asha.fetch("/orders")).headers.getSetCookie()).toEqual([]);
  expect(asha.cookies.get("cache-partition")).toBe(word);
  for (const path of ["/cart", "/wishlist"]) expect(await partitionOf(asha, path), path).toBe(word);
  expect(await partitionOf(binod, "/orders")).not.toBe(word);
  expect(asha.cookies.get("session")).not.toContain(word);

  await asha.fetch("/api/auth/logout", { method: "POST", body: new URLSearchParams() });
  expect(asha.cookies.get("cache-partition")).toBe("");
  expect(await partitionOf(asha, "/cart")).toBe("nobody");
});

test("a page that says something once is cached by nobody; the next time it may be", async () => {
  const visitor = await visitAs("Farida");
  const word = await partitionOf(visitor, "/cart");
  visitor.cookies.set("flash", "cart.limited");
  expect(await partitionOf(visitor, "/cart")).toBeNull();
  expect(await partitionOf(visitor, "/cart")).toBe(word);
});

test("a session that is over leaves a guest's cart on this device as it is", async () => {
  const visitor = visit(shop);
  await visitor.fetch("/cart/lines", { method: "POST", body: new URLSearchParams({ intent: "add", bookId: "godan" }) });
  const cart = visitor.cookies.get("cart");
  visitor.cookies.set("session", "x".repeat(43));
  await visitor.fetch("/orders");
  expect([visitor.cookies.get("session"), visitor.cookies.get("cart"), visitor.cookies.get("cart-count")]).toEqual([
    "",
    cart,
    "1",
  ]);
});

test("the word of a guest's cart lives as long as the cart, and is renewed with it", async () => {
  const visitor = visit(shop);
  const lives = async () => {
    const body = new URLSearchParams({ intent: "add", bookId: "godan" });
    const answer = await visitor.fetch("/cart/lines", { method: "POST", body });
    const lines = answer.headers.getSetCookie().filter((line) => /^(cart|cache-partition)=/.test(line));
    return lines.map((line) => /Max-Age=\d+/.exec(line)![0]);
  };
  const year = "Max-Age=31536000";
  expect(await lives()).toEqual([year, year]);
  const word = visitor.cookies.get("cache-partition");
  expect(word).toMatch(/^guest-[\w-]{22}$/);
  expect(await lives()).toEqual([year, year]);
  expect(visitor.cookies.get("cache-partition")).toBe(word);
  expect(await partitionOf(visitor, "/cart")).toBe(word);
});

test("a session that the shop has ended takes the word along", async () => {
  const reader = await visitAs("Chitra");
  await reader.fetch("/orders");
  await shop.db.execute(sql`delete from sessions`);
  await reader.fetch("/cart");
  expect(reader.cookies.get("cache-partition")).toBe("");
});

test("an order that waits for its payment is cached by nobody; once it is paid, its reader may", async () => {
  const reader = await visitAs("Esha");
  await reader.fetch("/cart/lines", { method: "POST", body: new URLSearchParams({ intent: "add", bookId: "godan" }) });
  const body = new URLSearchParams({ ...homeAddress, email: "esha@example.com" });
  const headers = { accept: "application/json" };
  const answer = await reader.fetch("/checkout", { method: "POST", body, headers });
  const { orderNumber } = (await answer.json()) as { orderNumber: string };
  expect(await partitionOf(reader, `/orders/${orderNumber}`)).toBeNull();
  expect(await partitionOf(reader, "/orders")).toBe(reader.cookies.get("cache-partition"));
});

test("what holds a secret, a form or nothing of use is cached by nobody", async () => {
  const reader = await visitAs("Devi");
  for (const path of ["/orders/EP-0000000000?key=secret", "/account", "/search?q=a", "/login", "/account/privacy"]) {
    expect(await partitionOf(reader, path), path).toBeNull();
  }
  const page = await shop.fetch("/books/godan");
  expect(page.headers.get("x-cache-partition")).toBeNull();
  expect(page.headers.getSetCookie()).toEqual([]);
});

async function catchUp(visitor: Visitor, books: unknown) {
  const body = new URLSearchParams({ books: JSON.stringify(books) });
  const response = await visitor.fetch("/cart/catch-up", {
    method: "POST",
    body,
    headers: { accept: "application/json" },
  });
  return { status: response.status, body: response.status === 200 ? await response.json() : null };
}

test("what was chosen offline is put in the cart at today's price, and every difference is told", async () => {
  const visitor = visit(shop);
  const { rows } = await shop.db.execute<{ price: number }>(sql`
    select price_paise as price from books where id in ('godan', 'jejuri') order by id`);
  const [godan, jejuri] = rows.map(({ price }) => price);
  const answer = await catchUp(visitor, [
    { bookId: "godan", copies: 1, seenPaise: godan! + 100 },
    { bookId: "jejuri", copies: 3, seenPaise: jejuri },
    { bookId: "masala-lab", copies: 1, seenPaise: 100 },
    { bookId: "no-such-book", copies: 1, seenPaise: 100 },
  ]);
  expect(answer.body).toEqual({
    count: 3,
    added: 3,
    news: [
      { bookId: "godan", words: [`It costs ${formatPaise(godan!)} now; it was ${formatPaise(godan! + 100)}.`] },
      { bookId: "jejuri", words: ["Only 2 of the 3 copies you chose could be put in your cart."] },
      {
        bookId: "masala-lab",
        words: [
          "The last copy has just been sold. On the book’s page you can ask us to tell you when it is here again.",
        ],
      },
      { bookId: "no-such-book", words: ["This book is no longer in the shop."] },
    ],
  });
  expect(visitor.cookies.get("cart-count")).toBe("3");
  expect((await shop.fetch("/cart/catch-up")).status).toBe(204);
});

test("what no page of the shop sends changes nothing", async () => {
  const visitor = visit(shop);
  for (const books of [null, [], [{ bookId: "godan", copies: 0, seenPaise: 1 }], [{ bookId: "../x", copies: 1 }]]) {
    expect((await catchUp(visitor, books)).status).toBe(400);
  }
  expect(visitor.cookies.get("cart-count")).toBeUndefined();
});

test("a page that fails gives the number under which the shop has noted it, and the ways on", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await shop.db.execute(sql`alter table works rename to works_elsewhere`);
  const page = await readPage(await shop.fetch("/books/indica"));
  await shop.db.execute(sql`alter table works_elsewhere rename to works`);
  expect(page.status).toBe(500);
  const [first, error] = said.mock.calls[0]!;
  const reference = /^Trouble (\d{4} \d{4}):$/.exec(String(first))![1]!;
  // Logged as text: the error object would reveal what readers had typed.
  expect(error).toEqual(expect.stringContaining('relation "works" does not exist'));
  expect(page.headings[0]).toEqual({ level: 1, text: "This page fell out of its binding" });
  expect(page.has(reference)).toBe(true);
  expect(page.addresses).toEqual(expect.arrayContaining(["/books/indica", "/contact", "/"]));
  said.mockRestore();
});
