/** Tests of promotion codes, bundles, series in one cart, and free delivery, from the cart to the payment. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { listBestSellerIds, listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { expireOrder, settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { promotionMessages } from "#shop/sales/pricing/promotion-messages.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { count, delivery, setStock, readStock } from "#tests/support/sales/sale.ts";
import { warm } from "#tests/support/database/test-database.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop({ shippingFeePaise: 4900, freeShippingFromPaise: 100_000 });
const { db, services } = shop;
const ibis = ["sea-of-poppies", "river-of-smoke", "flood-of-fire"];
for (const bookId of ["godan", ...ibis]) await setStock(db, bookId, 200);
const now = Date.now();
const day = 24 * 3600 * 1000;

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

type Visitor = ReturnType<typeof visit>;
type Fields = Record<string, string>;

interface Made {
  from?: number;
  until?: number;
  limit?: number;
  perReader?: number;
  percent?: number;
}

/** Creates a promotion for everything; `from` and `until` are days from now. */
async function promote(code: string, { from = -1, until, limit, perReader, percent = 10 }: Made = {}) {
  const at = (days: number | undefined) => (days === undefined ? null : new Date(now + days * day).toISOString());
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, starts_at, ends_at, redemption_limit, redemption_limit_per_email)
    values (${code}, ${`Offer ${code}`}, 'everything', ${percent}, ${at(from)}::timestamptz, ${at(until)}::timestamptz,
      ${limit ?? null}, ${perReader ?? null})`);
}

async function ask(visitor: Visitor, fields: Fields) {
  const response = await visitor.fetch("/cart/lines", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { accept: "application/json" },
  });
  return (await response.json()) as { ok: boolean; count: number; message: string };
}

const add = (bookId: string) => ({ intent: "add", bookId });
const apply = (visitor: Visitor, code: string) => ask(visitor, { intent: "apply-code", code });
const cartPage = async (visitor: Visitor) => readPage(await visitor.fetch("/cart"));

async function visitorWith(...bookIds: string[]): Promise<Visitor> {
  const visitor = visit(shop);
  for (const bookId of bookIds) await ask(visitor, add(bookId));
  return visitor;
}

async function checkOut(visitor: Visitor, email = delivery.email) {
  const response = await visitor.fetch("/checkout", {
    method: "POST",
    body: new URLSearchParams({ ...delivery, email }),
    headers: { accept: "application/json" },
  });
  return { status: response.status, body: await response.json() };
}

async function pay({ body }: Awaited<ReturnType<typeof checkOut>>) {
  await payByCard(shop, { orderId: body.options.order_id });
  await settlePayment(services, body.options.order_id, "browser");
}

async function priceOf(...bookIds: string[]): Promise<number> {
  return count(db, sql`select sum(price_paise) as count from books where id = any(${bookIds}::text[])`);
}

test("a code that may not be used says why, each time in other words, and changes nothing", async () => {
  await promote("OVER", { from: -2, until: -1 });
  await promote("SOON", { from: 1 });
  await promote("GONE", { limit: 1 });
  const first = await visitorWith("godan");
  await apply(first, "GONE");
  await pay(await checkOut(first));

  const visitor = await visitorWith("godan");
  const refusals: [code: string, reason: keyof typeof promotionMessages][] = [
    ["NOSUCH", "unknown"],
    ["", "unknown"],
    ["SUMMER 20", "unknown"],
    ["'; drop table promotions; --", "unknown"],
    ["\u0001", "unknown"],
    ["OVER", "expired"],
    ["SOON", "not-started"],
    ["GONE", "used-up"],
  ];
  for (const [code, reason] of refusals) {
    expect(await apply(visitor, code), code).toEqual({ ok: false, count: 1, message: promotionMessages[reason] });
  }
  const page = await cartPage(visitor);
  expect(page.has("Offer OVER") || page.has("Offer SOON") || page.has("Offer GONE") || page.has("Remove code")).toBe(
    false,
  );

  // Without JavaScript the cart page shows the message.
  const response = await visitor.fetch("/cart/lines", {
    method: "POST",
    body: new URLSearchParams({ intent: "apply-code", code: "over" }),
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/cart"]);
  expect((await cartPage(visitor)).has(promotionMessages.expired)).toBe(true);
  expect((await cartPage(visitor)).has(promotionMessages.expired)).toBe(false); // shown once
});

test("what is no code at all is refused before it is looked up", async () => {
  const visitor = await visitorWith("godan");
  const odd: Fields[] = [
    { intent: "apply-code" },
    { intent: "apply-code", code: "X".repeat(61) },
    { intent: "apply-code", code: "SUMMER20", percentOff: "99" },
  ];
  for (const fields of odd) {
    const response = await visitor.fetch("/cart/lines", { method: "POST", body: new URLSearchParams(fields) });
    expect(response.status, JSON.stringify(fields)).toBe(400);
  }
});

test("SUMMER20 takes twenty per cent off best sellers, and says so when there is none in the cart", async () => {
  const bestSellers = await listBestSellerIds(db);
  const { rows } = await db.execute<{ id: string; isBest: boolean }>(sql`
    select b.id, b.id = any(${[...bestSellers]}::text[]) as is_best
    from books b join stock s on s.book_id = b.id
    where s.on_hand > s.reserved and not exists (select from bundle_books bb where bb.book_id = b.id) order by b.id`);
  const best = rows.find(({ isBest }) => isBest)!.id;
  const other = rows.find(({ isBest }) => !isBest)!.id;

  const visitor = await visitorWith(other);
  expect(await apply(visitor, "summer20")).toMatchObject({
    ok: true,
    message: "SUMMER20 is saved. It waits for a best seller.",
  });
  const idle = "SUMMER20 waits for a best seller. You pay ";
  expect((await cartPage(visitor)).has(idle)).toBe(true);
  const plain = await checkOut(visitor);
  const price = await priceOf(other);
  expect([plain.status, plain.body.options.amount]).toEqual([200, price + (price >= 100_000 ? 0 : 4900)]);

  await ask(visitor, add(best));
  const page = await cartPage(visitor);
  expect(page.has("Summer Reading Sale")).toBe(true);
  expect(page.has(idle)).toBe(false);
  const goods = (await priceOf(other, best)) - Math.round((await priceOf(best)) * 0.2);
  expect((await checkOut(visitor)).body.options.amount).toBe(goods + (goods >= 100_000 ? 0 : 4900));
});

test("the price with SUMMER20 that Best Sellers says of the first book is the cart's, and a code with a limit has none", async () => {
  const [first] = await listBestSellers(db, 1);
  await setStock(db, first!.id, 5);
  const visitor = await visitorWith(first!.id);
  await apply(visitor, "SUMMER20");
  const goods = (await checkOut(visitor)).body.options.amount - 4900;
  expect(goods).toBe(first!.pricePaise - Math.round(first!.pricePaise * 0.2));
  const says = async (words: string) => (await readPage(await shop.fetch("/best-sellers"))).has(words);
  expect(await says(`${formatPaise(goods)} with SUMMER20`)).toBe(true);
  const limitTo = async (uses: number | null) => {
    await db.execute(sql`update promotions set redemption_limit_per_email = ${uses} where code = 'SUMMER20'`);
    shop.pages.drop();
  };
  await limitTo(1);
  await expect.poll(() => says("with SUMMER20")).toBe(false);
  expect(await says("with code SUMMER20")).toBe(true);
  await limitTo(null);
});

test("a code that saves no more than what the cart has already is kept, and said to take nothing off", async () => {
  await promote("FIVE", { percent: 5 });
  const visitor = visit(shop);
  await ask(visitor, { intent: "add-bundle", bundleId: "down-the-ganges-with-the-ibis" });
  const why = "takes nothing off yet: each copy gets one discount, and the bundle’s saves you as much or more.";
  const kept = `FIVE is saved. It ${why}`;
  expect(await apply(visitor, "five")).toMatchObject({ ok: true, message: kept });
  expect((await cartPage(visitor)).has(`FIVE ${why} You pay `)).toBe(true);
  expect(await apply(visit(shop), "five")).toMatchObject({ ok: true, message: "FIVE is saved for your next books." });
});

test("a code is applied, shown as a line, charged as shown, and can be taken out again", async () => {
  await promote("TEN");
  const visitor = await visitorWith("godan");
  const full = await priceOf("godan");
  expect(await apply(visitor, " ten ")).toEqual({ ok: true, count: 1, message: "TEN is applied." });
  const total = full - Math.round(full / 10) + 4900;
  const page = await cartPage(visitor);
  for (const words of ["Offer TEN", `−${formatPaise(Math.round(full / 10))}`, formatPaise(total)]) {
    expect(page.has(words), words).toBe(true);
  }
  expect((await checkOut(visitor)).body.options.amount).toBe(total);
  expect(await ask(visitor, { intent: "remove-code" })).toMatchObject({ ok: true });
  expect((await cartPage(visitor)).has("Offer TEN")).toBe(false);
  expect((await checkOut(visitor)).body.options.amount).toBe(full + 4900);
});

test("a bundle goes into the cart with one button, all of it, at thirty per cent less", async () => {
  const visitor = visit(shop);
  const bundle = { intent: "add-bundle", bundleId: "down-the-ganges-with-the-ibis" };
  expect(await ask(visitor, bundle)).toMatchObject({
    ok: true,
    count: 3,
    message: expect.stringContaining("30% less"),
  });
  const { rows } = await db.execute<{ pricePaise: number }>(
    sql`select price_paise from books where id = any(${ibis}::text[])`,
  );
  const off = rows.reduce((sum, { pricePaise }) => sum + Math.round(pricePaise * 0.3), 0);
  const goods = (await priceOf(...ibis)) - off;
  const page = await cartPage(visitor);
  for (const words of ["Down the Ganges with the Ibis", `−${formatPaise(off)}`, formatPaise(goods)]) {
    expect(page.has(words), words).toBe(true);
  }
  expect((await checkOut(visitor)).body.options.amount).toBe(goods + (goods >= 100_000 ? 0 : 4900));
  await ask(visitor, { intent: "remove", bookId: ibis[0]! });
  expect((await cartPage(visitor)).has("Down the Ganges with the Ibis")).toBe(false);
});

test("of a bundle with a book that is sold out nothing goes into the cart", async () => {
  await setStock(db, "trouble-in-gangtok", 0);
  for (const bookId of ["the-emperors-ring", "the-golden-fortress"]) await setStock(db, bookId, 5);
  const visitor = await visitorWith("godan");
  const answer = await ask(visitor, { intent: "add-bundle", bundleId: "feludas-first-cases" });
  expect(answer).toEqual({
    ok: false,
    count: 1,
    message: "A book of this bundle has just sold out, so nothing was put in your cart.",
  });
  expect((await cartPage(visitor)).addresses).not.toContain("/books/the-emperors-ring");
  for (const bundleId of ["no-such-bundle", "godan"]) {
    expect(await ask(visitor, { intent: "add-bundle", bundleId })).toMatchObject({ ok: false, count: 1 });
  }
});

test("a series that is a bundle too says what the cart asks for it, and one that is none the sum of its prices", async () => {
  const says = async (seriesId: string, words: string) =>
    (await readPage(await shop.fetch(`/series/${seriesId}`))).has(words);
  for (const bookId of ibis) await setStock(db, bookId, 5);
  const visitor = await visitorWith(...ibis);
  const { amount } = (await checkOut(visitor)).body.options;
  const mrps = await count(db, sql`select sum(mrp_paise) as count from books where id = any(${ibis}::text[])`);
  shop.pages.drop();
  await expect
    .poll(() => says("ibis-trilogy", `All three${formatPaise(amount)}MRP ${formatPaise(mrps)}You save`))
    .toBe(true);
  const foundation = ["foundation", "foundation-and-empire", "second-foundation"];
  for (const bookId of foundation) await setStock(db, bookId, 5);
  shop.pages.drop();
  const whole = await priceOf(...foundation);
  await expect.poll(() => says("foundation", `All three${formatPaise(whole)}MRP `)).toBe(true);
});

test("a series goes into the cart with one button: all of it, at its prices, or nothing", async () => {
  const visitor = visit(shop);
  const series = { intent: "add-series", seriesId: "ibis-trilogy" };
  for (const bookId of ibis) await setStock(db, bookId, 5);
  expect(await ask(visitor, series)).toMatchObject({ ok: true, count: 3, message: expect.stringContaining("3 books") });
  expect((await cartPage(visitor)).addresses).toEqual(expect.arrayContaining(ibis.map((id) => `/books/${id}`)));
  await setStock(db, ibis[2]!, 0);
  const other = await visitorWith("godan");
  expect(await ask(other, series)).toEqual({
    ok: false,
    count: 1,
    message: "A book of this series has just sold out, so nothing was put in your cart.",
  });
  expect((await cartPage(other)).addresses).not.toContain("/books/sea-of-poppies");
  expect(await ask(other, { ...series, seriesId: "godan" })).toMatchObject({ ok: false, count: 1 });
  for (const bookId of ibis) await setStock(db, bookId, 200);
});

test("a nudge tells how much is missing to free delivery, and goes when nothing is", async () => {
  const visitor = await visitorWith("godan");
  const short = 100_000 - (await priceOf("godan"));
  expect((await cartPage(visitor)).has(`Add books for ${formatPaise(short)} more and delivery is free`)).toBe(true);
  await ask(visitor, { intent: "set-quantity", bookId: "godan", quantity: "8" });
  const page = await cartPage(visitor);
  expect(page.has("more and delivery is free")).toBe(false);
  expect(page.has("ShippingFree")).toBe(true);
});

test("a code used up between the cart and the pay button is refused clearly, and nothing is held", async () => {
  await promote("LASTUSE", { limit: 1 });
  await setStock(db, "jejuri", 5);
  const [first, second] = [await visitorWith("jejuri"), await visitorWith("jejuri")];
  expect(await apply(first, "LASTUSE")).toMatchObject({ ok: true });
  expect(await apply(second, "LASTUSE")).toMatchObject({ ok: true });
  expect((await cartPage(second)).has("Offer LASTUSE")).toBe(true);
  const paid = await checkOut(first);
  expect(paid.status).toBe(200);
  const before = await count(db, sql`select count(*) from orders`);

  const refused = await checkOut(second, "second@example.com");
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain(promotionMessages["used-up"]);
  expect(refused.body.message).toContain("Look at the new total");
  expect(await count(db, sql`select count(*) from orders`)).toBe(before);
  expect(await readStock(db, "jejuri")).toEqual({ onHand: 5, reserved: 1 });
  expect((await cartPage(second)).has(promotionMessages["used-up"])).toBe(true);

  // After the first order expires, the second reader can use the code.
  await expireOrder(
    services,
    await count(db, sql`select id as count from orders where number = ${paid.body.orderNumber}`),
  );
  expect((await checkOut(second, "second@example.com")).status).toBe(200);
});

test("each reader uses a code as often as allowed, however the address is written", async () => {
  await promote("ONEEACH", { perReader: 1 });
  const first = await visitorWith("godan");
  await apply(first, "ONEEACH");
  await pay(await checkOut(first, "leela@example.com"));
  // The code was used up with its order.
  await ask(first, add("kim"));
  expect((await cartPage(first)).has("Remove code")).toBe(false);
  const again = await visitorWith("godan");
  expect(await apply(again, "ONEEACH")).toMatchObject({ ok: true }); // the reader is identified only at the checkout
  const refused = await checkOut(again, "LEELA@example.com");
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain(promotionMessages["used-by-you"]);
  expect((await checkOut(again, "ravi@example.com")).status).toBe(200);
});

test("pressing the pay button again does not use a code a second time", async () => {
  await promote("PRESSED", { limit: 1 });
  const visitor = await visitorWith("godan");
  await apply(visitor, "PRESSED");
  await warm(shop.pool, 4);
  const [one, two] = await Promise.all([checkOut(visitor), checkOut(visitor)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(one.body.orderNumber).toBe(two.body.orderNumber);
  await ask(visitor, add("godan"));
  expect((await checkOut(visitor)).status).toBe(200);
  expect(
    await count(
      db,
      sql`
    select count(*) from redemptions where promotion_code = 'PRESSED' and state in ('held', 'used')`,
    ),
  ).toBe(1);
});

test("one of fifty simultaneous payments gets a one-use code, the others an error", async () => {
  await promote("FIFTY", { limit: 1 });
  const visitors = await Promise.all(Array.from({ length: 50 }, () => visitorWith("godan")));
  for (const visitor of visitors) expect(await apply(visitor, "FIFTY")).toMatchObject({ ok: true });
  const before = await readStock(db, "godan");
  await warm(shop.pool, 10);
  const answers = await Promise.all(visitors.map((visitor, at) => checkOut(visitor, `reader${at}@example.com`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(49);
  for (const { body } of refused) expect(body.message).toContain(promotionMessages["used-up"]);
  expect((await readStock(db, "godan")).reserved).toBe(before.reserved + 1);
});

test("a discount changed by the browser changes nothing", async () => {
  await promote("HONEST");
  const visitor = await visitorWith("godan");
  await apply(visitor, "HONEST");
  const honest = (await checkOut(visitor)).body.options.amount;
  const response = await visitor.fetch("/checkout", {
    method: "POST",
    body: new URLSearchParams({ ...delivery, amount: "100", discount: "99999", code: "HONEST", percentOff: "90" }),
    headers: { accept: "application/json" },
  });
  expect((await response.json()).options.amount).toBe(honest);
});
