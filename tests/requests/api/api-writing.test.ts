/** Writing through the API with tokens: stock and prices, scopes, rate limits, and the feed of paid orders. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { sql } from "#db/sql.ts";
import type { Scope } from "#shop/outlets/api/scopes.ts";
import { endToken, listTokens, makeToken } from "#shop/outlets/api/tokens.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { openApiClient } from "#tests/support/api-client.ts";
import { buy } from "#tests/support/sales/order-visitor.ts";
import { cartOf, delivery, orderOf, readStock, setStock } from "#tests/support/sales/sale.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db, services } = shop;
const client = await openApiClient(shop);
const lines = [vi.spyOn(console, "log"), vi.spyOn(console, "warn")];
let tokenNumber = 0;
const secrets: string[] = [];
const isbn = "9780000000026";
await db.execute(sql`update books set isbn13 = ${isbn} where id = 'godan'`);

beforeEach(async () => {
  services.now = () => new Date();
  await setStock(db, "godan", 20);
  await db.execute(sql`update books set price_paise = 15000, mrp_paise = 25000 where id = 'godan'`);
  await db.execute(sql`delete from price_changes where book_id = 'godan'`);
});
afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
  // Tokens must not appear in logs.
  const logged = JSON.stringify(lines.flatMap((spy) => spy.mock.calls));
  expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
});

/** Makes a token with these scopes; returns its name and its secret. */
async function newToken(scopes: Scope[], days: number | null = null) {
  tokenNumber += 1;
  const name = `till-${tokenNumber}`;
  const made = await makeToken(services, { name, scopes, days });
  secrets.push(made!.secret);
  return { name, secret: made!.secret };
}

const put = (secret: string, body: unknown, headers: Record<string, string> = {}, network: string | null = null) =>
  client.ask(`stock/${isbn}`, writing(secret, body, headers), network);

function writing(secret: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "PUT",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

const readBook = async () =>
  (
    await db.execute<{ pricePaise: number; mrpPaise: number }>(
      sql`select price_paise, mrp_paise from books where id = 'godan'`,
    )
  ).rows[0]!;

test("a till sets copies and prices, once however often it sends them, and history names it", async () => {
  const { name, secret } = await newToken(["stock:write"]);
  const wanted = { copies: 7, pricePaise: 11_100, mrpPaise: 22_200 };
  const set = await client.read(`stock/${isbn}`, "setStock", writing(secret, wanted));
  expect(set).toEqual({
    isbn13: isbn,
    bookId: "godan",
    ...wanted,
    reserved: 0,
    changed: ["copies", "pricePaise", "mrpPaise"],
    warning: "",
  });
  const movesOf = async () =>
    (await db.execute<{ delta: number }>(sql`select delta from stock_moves where book_id = 'godan' order by id`)).rows;
  const moves = await movesOf();
  expect(moves.at(-1)).toEqual({ delta: -13 });
  const again = await client.read(`stock/${isbn}`, "setStock", writing(secret, wanted));
  expect(again).toEqual({ ...set, changed: [] });
  expect(await movesOf()).toEqual(moves);
  const { rows: prices } = await db.execute(
    sql`select price_paise, mrp_paise, cause from price_changes where book_id = 'godan'`,
  );
  expect(prices).toEqual([{ pricePaise: 11_100, mrpPaise: 22_200, cause: `token ${name}` }]);
  const part = await client.read(`stock/${isbn}`, "setStock", writing(secret, { pricePaise: 9_900 }));
  expect(part).toMatchObject({ copies: 7, pricePaise: 9_900, mrpPaise: 22_200, changed: ["pricePaise"] });
});

test("an MRP that goes up says how many copies on hand carry the old one, and not those that come with it", async () => {
  const { secret } = await newToken(["stock:write"]);
  await client.read(`stock/${isbn}`, "setStock", writing(secret, { copies: 3, pricePaise: 9_900, mrpPaise: 22_200 }));
  const raised = { copies: 13, pricePaise: 30_000, mrpPaise: 30_000 };
  expect(await client.read(`stock/${isbn}`, "setStock", writing(secret, raised))).toMatchObject({
    warning:
      "The old MRP of ₹222.00 is printed on 3 copies in stock. A copy may not be sold above the MRP printed on it.",
  });
  const lowered = { ...raised, pricePaise: 9_900, mrpPaise: 22_200 };
  expect(await client.read(`stock/${isbn}`, "setStock", writing(secret, lowered))).toMatchObject({ warning: "" });
});

test("a book without a row of stock gets one", async () => {
  const { secret } = await newToken(["stock:write"]);
  const { rows } = await db.execute<{ id: string; isbn13: string }>(sql`
    insert into books (id, work_id, is_main, format, isbn13, language, mrp_paise, price_paise, cover_key)
    select 'godan-new', work_id, false, 'hardback', '9780000000002', 'hi', 100, 100, 'x' from books where id = 'godan'
    returning id, isbn13`);
  const { isbn13 } = rows[0]!;
  expect(await client.read(`stock/${isbn13}`, "setStock", writing(secret, { pricePaise: 90 }))).toMatchObject({
    copies: 0,
  });
  expect(await client.read(`stock/${isbn13}`, "setStock", writing(secret, { copies: 4 }))).toMatchObject({ copies: 4 });
  expect(await readStock(db, "godan-new")).toEqual({ onHand: 4, reserved: 0 });
});

test("copies that orders hold stay, and no price is above the MRP: nothing is changed then", async () => {
  const { secret } = await newToken(["stock:write"]);
  await orderOf(services, cartOf("holds"), { godan: 3 });
  const before = [await readStock(db, "godan"), await readBook()];
  expect(await client.refusal(await put(secret, { copies: 2, pricePaise: 100 }), 409)).toBe(
    "Orders have reserved 3 copies of this book, so the stock cannot be lower. Nothing was changed.",
  );
  expect(await client.refusal(await put(secret, { copies: 9, pricePaise: 200, mrpPaise: 100 }), 409)).toBe(
    "The price ₹2.00 is above the MRP ₹1.00. Nothing was changed.",
  );
  expect([await readStock(db, "godan"), await readBook()]).toEqual(before);
  expect((await put(secret, { copies: 3 })).status).toBe(200);
});

test("many tills and buyers at once leave the books in order", async () => {
  const { secret } = await newToken(["stock:write"]);
  const work = Array.from({ length: 8 }, (_, place) => [
    put(secret, { copies: 30 + place, pricePaise: 5_000 + place }).then(({ status }) => status),
    orderOf(services, cartOf(`crowd${place}`), { godan: 1 }).then(() => 200),
  ]);
  expect(new Set(await Promise.all(work.flat()))).toEqual(new Set([200]));
});

test("a body that is wrong is refused in a sentence", async () => {
  const { secret } = await newToken(["stock:write"]);
  const before = [await readStock(db, "godan"), await readBook()];
  const refused: [body: unknown, status: number, sentence: RegExp][] = [
    ["{", 400, /not valid JSON/],
    ["", 400, /not valid JSON/],
    ["null", 400, /must be a JSON object/],
    [[], 400, /must be a JSON object/],
    [{}, 400, /contains nothing to set/],
    [{ copies: -1 }, 400, /copies is a whole number from 0/],
    [{ copies: 1.5 }, 400, /copies is a whole number/],
    [{ copies: "3" }, 400, /without quotes/],
    [{ copies: 1e9 }, 400, /copies is a whole number/],
    [{ pricePaise: 0 }, 400, /pricePaise is a whole number from 1/],
    [{ pricePaise: null }, 400, /pricePaise is a whole number/],
    [{ price: "399.00" }, 400, /There is no field "price" here/],
    [{ copies: 1, __proto__x: 1 }, 400, /There is no field/],
    [`{"copies": 1${" ".repeat(5000)}}`, 413, /4 kB/],
  ];
  for (const [body, status, sentence] of refused)
    expect(await client.refusal(await put(secret, body), status), JSON.stringify(body)).toMatch(sentence);
  expect(await client.refusal(await put(secret, { copies: 1 }, { "content-type": "text/plain" }), 415)).toMatch(/JSON/);
  const unknown = await client.ask("stock/9780000000019", writing(secret, { copies: 1 }));
  expect(await client.refusal(unknown, 404)).toBe("There is no book with this ISBN.");
  expect([await readStock(db, "godan"), await readBook()]).toEqual(before);
});

test("whatever the body is, the shop answers as the API does and its books stay in order", async () => {
  const { secret } = await newToken(["stock:write"]);
  const value = fc.oneof(fc.integer(), fc.double(), fc.jsonValue({ maxDepth: 1 }));
  const setting = fc.record({ copies: value, pricePaise: value, mrpPaise: value }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        setting.map((one) => JSON.stringify(one)),
        fc.string({ unit: "binary" }),
      ),
      async (body) => {
        const at = Date.now() + (tokenNumber += 1) * 60_000;
        services.now = () => new Date(at);
        const answer = await put(secret, body.toWellFormed());
        expect([200, 400, 409]).toContain(answer.status);
        await answer.json();
      },
    ),
    { numRuns: 150 },
  );
  const { onHand, reserved } = await readStock(db, "godan");
  expect(onHand).toBeGreaterThanOrEqual(reserved);
});

test("a token does what its scopes say, until it ends or its time is over; others do nothing", async () => {
  const till = await newToken(["stock:write"]);
  const supplier = await newToken(["orders:read"], 7);
  const orders = (secret: string) => client.ask("orders", { headers: { authorization: `Bearer ${secret}` } });
  expect((await put(till.secret, { copies: 20 })).status).toBe(200);
  expect((await orders(supplier.secret)).status).toBe(200);
  for (const [answer, scope] of [
    [await orders(till.secret), "orders:read"],
    [await put(supplier.secret, { copies: 1 }), "stock:write"],
  ] as const) {
    expect(answer.headers.get("www-authenticate")).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    expect(await client.refusal(answer, 403)).toContain(scope);
  }
  expect(await endToken(services, till.name)).toBe(true);
  const ended = await put(till.secret, { copies: 1 });
  expect(ended.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  expect(await client.refusal(ended, 401)).toContain("token");
  services.now = () => new Date(Date.now() + 7 * 86_400_000 + 1000);
  expect((await orders(supplier.secret)).status).toBe(401);
  services.now = () => new Date();
  for (const wrong of [`endpaper_${"x".repeat(43)}`, "x", supplier.secret.slice(0, -1), supplier.secret.toLowerCase()])
    expect((await orders(wrong)).status, wrong).toBe(401);
  const bare = await client.ask("orders");
  expect([bare.status, bare.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect((await readStock(db, "godan")).onHand).toBe(20);
});

test("only the hash of a token is kept; when it was last used is noted once a minute", async () => {
  const { name, secret } = await newToken(["orders:read"]);
  const usedAt = async () => (await listTokens(db)).find((token) => token.name === name)!.usedAt;
  const { rows } = await db.execute<{ all: string }>(sql`select api_tokens::text as all from api_tokens`);
  expect(rows.some(({ all }) => all.includes(secret.slice(9)))).toBe(false);
  expect(await usedAt()).toBeNull();
  const begun = Date.now();
  const readAt = async (seconds: number) => {
    services.now = () => new Date(begun + seconds * 1000);
    await client.ask("orders", { headers: { authorization: `Bearer ${secret}` } });
    return Math.round((new Date((await usedAt())!).getTime() - begun) / 1000);
  };
  expect([await readAt(0), await readAt(50), await readAt(61), await readAt(100)]).toEqual([0, 0, 61, 61]);
});

test("wrong tokens are slowed down by network, a token that is used too often by itself; nothing needs a cookie", async () => {
  const { secret } = await newToken(["orders:read"]);
  const at = new Date();
  services.now = () => at;
  const ask = (given: string, network: string) =>
    client.ask("orders", { headers: { authorization: `Bearer ${given}` } }, network);
  for (let times = 0; times < 20; times += 1) expect((await ask("wrong", "203.0.113.90")).status).toBe(401);
  const slowed = await ask("wrong", "203.0.113.90");
  expect(slowed.headers.get("retry-after")).toBe("10");
  await client.refusal(slowed, 429);
  expect((await ask(secret, "203.0.113.90")).status).toBe(200);
  for (let times = 1; times < 300; times += 1) await ask(secret, "203.0.113.91");
  expect((await ask(secret, "203.0.113.92")).status).toBe(429);
});

test("nothing else takes a PUT, nor a post of another site", async () => {
  const { secret } = await newToken(["stock:write"]);
  for (const path of ["/cart", "/api", "/api/v1x", "/books/godan"]) {
    const answer = await shop.fetch(path, writing(secret, { copies: 1 }));
    expect([path, answer.status]).toEqual([path, 405]);
  }
  const post = { method: "POST", headers: { authorization: `Bearer ${secret}`, "sec-fetch-site": "cross-site" } };
  expect((await shop.fetch("/cart/lines", post)).status).toBe(403);
  expect((await client.ask("orders", { ...post, body: "x" })).status).toBe(405);
});

test("paid orders are told in the order of their changes, each again when it changes, and no other", async () => {
  const { secret } = await newToken(["orders:read"]);
  const buyer = visit(shop);
  const first = await buy(shop, buyer, { godan: 2 });
  const second = await buy(shop, buyer, { godan: 1 });
  const unpaid = await buy(shop, visit(shop), { godan: 1 }, { isPaid: false });
  const waitUntilTold = () => db.execute(sql`update orders set changed_at = changed_at - interval '31 seconds'`);
  const headers = { authorization: `Bearer ${secret}` };
  const read = (query: string) => client.read(`orders?${query}`, "listOrders", { headers });
  expect((await read("")).orders).toEqual([]);

  await waitUntilTold();
  const all = await read("");
  expect(all.orders.map(({ number }: { number: string }) => number)).toEqual([first, second]);
  const { email: _, ...address } = delivery;
  expect(all.orders[0]).toMatchObject({ number: first, state: "paid", delivery: address });
  expect(all.orders[0].lines).toMatchObject([{ bookId: "godan", isbn13: isbn, copies: 2, cancelled: 0 }]);
  expect(JSON.stringify(all)).not.toContain(unpaid);
  const part = await read("limit=1");
  expect([part.orders[0].number, part.hasMore]).toEqual([first, true]);
  const rest = await read(`limit=1&since=${part.next}`);
  expect([rest.orders[0].number, rest.hasMore, rest.next]).toEqual([second, false, all.next]);
  expect(await read(`since=${all.next}`)).toEqual({ orders: [], next: all.next, hasMore: false });

  const copies = [{ bookId: "godan", quantity: 1 }];
  const by = { actor: "the test" };
  expect(await cancelOrder(services, { number: first, by, copies, cause: "bookseller" })).toMatchObject({ ok: true });
  await waitUntilTold();
  const news = await read(`since=${all.next}`);
  expect(news.orders).toMatchObject([{ number: first, state: "paid", lines: [{ copies: 2, cancelled: 1 }] }]);

  // An order sent in parts changes with each parcel that is sent and each that arrives.
  const third = await buy(shop, buyer, { godan: 2 });
  await waitUntilTold();
  const before = (await read(`since=${news.next}`)).next;
  const parcel = { carrier: "India Post", trackingNumber: "EK1", trackingUrl: "" };
  await shipOrder(services, third, parcel, undefined, { copies });
  await waitUntilTold();
  const sent = await read(`since=${before}`);
  expect(sent.orders).toMatchObject([{ number: third, state: "paid" }]);
  await deliverOrder(services, third, undefined, 1);
  await waitUntilTold();
  expect((await read(`since=${sent.next}`)).orders).toMatchObject([{ number: third, state: "paid" }]);

  const foreign = await client.ask("orders?since=Ym9va3MgZ29kYW4", { headers });
  expect(await client.refusal(foreign, 400)).toContain("Invalid cursor for this list");
});
