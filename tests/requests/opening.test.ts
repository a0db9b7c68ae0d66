/** A shop that is not open yet, or closed until a day: what readers, other programs and the owner get. */
import type { IncomingMessage, ServerResponse } from "node:http";

import { beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { isoDay, longDay } from "#shop/kernel/dates/dates.ts";
import type { Opening } from "#shop/kernel/regions/opening.ts";
import { mergeSettings } from "#shop/office/settings/changeable-settings.ts";
import { beginNotOpen } from "#shop/office/settings/stored-settings.server.ts";
import { isShopPreview, writePreviewPass } from "#shop/office/storefront/shop-preview.server.ts";
import { faultsIn } from "#tests/support/pages/html-faults.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { delivery, setStock } from "#tests/support/sales/sale.ts";
import { openSmallShop } from "#tests/support/shop/small-shop.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { services, db } = shop;
const { settings } = services;
const { delivery: openTimes } = settings.policies;
const inDays = (days: number) => isoDay(new Date(Date.now() + days * 86_400_000));
const open: Opening = { state: "open", closedUntil: null, words: null, takesOrders: false };
await setStock(db, "godan", 9);

/** Changes the settings as the desk does: cached pages are dropped. */
function change(values: Record<string, string>) {
  const { settings: merged, ignored } = mergeSettings({}, values);
  expect(ignored).toEqual({});
  settings.opening = merged.opening;
  settings.policies.delivery = { ...openTimes, daysOff: merged.policies.delivery.daysOff };
  shop.pages.drop();
}

beforeEach(() => {
  settings.opening = open;
  settings.policies.delivery = openTimes;
  shop.pages.drop();
});

const ofOpenShop = ["/books/godan", "/categories", "/categories/fiction", "/authors", "/search?q=godan", "/cart"];
const ofOpenShopToo = ["/best-sellers", "/special-offers", "/reading-lists", "/this-week", "/wishlist", "/faq", "/api"];
const always = ["/contact", "/newsletter", "/shipping", "/returns", "/privacy-policy", "/terms-of-service", "/login"];
const machines = ["/sitemap.xml", "/sitemaps/books-1.xml", "/feeds/new-releases.xml", "/feeds/google-merchant.xml"];

test("before the opening, home says so with the newsletter, and every page of the shop leads there", async () => {
  change({ SHOP_STATE: "not-open", CLOSED_WORDS: "We open on Gudi Padwa." });
  const response = await shop.fetch("/");
  const html = await response.clone().text();
  const page = await readPage(response);
  expect(page.status).toBe(200);
  expect(page.headings[0]).toEqual({ level: 1, text: "Opening soon" });
  expect(page.has("We open on Gudi Padwa.")).toBe(true);
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).toMatch(/<form[^>]*action="\/newsletter"/);
  expect(html).not.toMatch(/npm |Godan|\/books\//);
  expect(await faultsIn(html)).toEqual([]);
  for (const path of [...ofOpenShop, ...ofOpenShopToo]) {
    const answer = await shop.fetch(path);
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/"]);
  }
  // A page that is already open in a browser asks for data only.
  expect(await (await shop.fetch("/books/godan.data")).text()).not.toContain("Premchand");
  for (const path of always) {
    const answer = await readPage(await shop.fetch(path));
    expect([path, answer.status]).toEqual([path, 200]);
    const inFrame = answer.addresses.filter((address) =>
      /^\/(cart|categories|best-sellers|faq|about|api)$/.test(address),
    );
    expect([path, path === "/contact" ? [] : inFrame]).toEqual([path, []]);
  }
});

test("before the opening, other programs find nothing to sell, and the rest goes on", async () => {
  change({ SHOP_STATE: "not-open" });
  for (const path of machines) expect([path, (await shop.fetch(path)).status]).toEqual([path, 404]);
  expect((await shop.fetch("/robots.txt")).status).toBe(200);
  expect((await shop.fetch("/api/v1/books")).status).toBe(403);
  expect(await (await shop.fetch("/search/suggestions?q=godan")).text()).not.toContain("godan");
  const webhook = await shop.fetch("/webhooks/razorpay", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(webhook.status).toBe(401);
  const newsletter = await shop.fetch("/newsletter", {
    method: "POST",
    body: new URLSearchParams({ email: "early.reader@example.com" }),
  });
  expect(newsletter.status).toBeLessThan(400);
  await expect
    .poll(async () => (await db.execute(sql`select from outbox where to_address = 'early.reader@example.com'`)).rows)
    .toHaveLength(1);
});

test("cached pages change with the state, and a link of the desk shows the shop to its browser alone", async () => {
  const book = async (browser = visit(shop)) => (await browser.fetch("/books/godan")).status;
  expect(await book()).toBe(200);
  change({ SHOP_STATE: "not-open" });
  expect(await book()).toBe(302);

  const owner = visit(shop);
  const pass = writePreviewPass(services);
  const followed = await owner.fetch(`/?preview=${pass}`);
  expect([followed.status, followed.headers.get("location")]).toEqual([302, "/"]);
  const home = await owner.fetch("/");
  expect(home.headers.get("cache-control")).toBe("private, no-store");
  const page = await readPage(home);
  expect([page.has("Opening soon"), page.has("readers do not see the shop yet")]).toEqual([false, true]);
  expect(await book(owner)).toBe(200);
  expect((await readPage(await visit(shop).fetch("/"))).has("Opening soon")).toBe(true);

  // What is sent from memory knows no cookies.
  const asks = { method: "GET", url: "/", headers: {} } as IncomingMessage;
  const isPassedOn = () =>
    new Promise<boolean>((resolve) => {
      const response = { writeHead: () => {}, end: () => resolve(false) } as unknown as ServerResponse;
      shop.pages.before(asks, response, () => resolve(true));
    });
  expect(await isPassedOn()).toBe(true);

  const stranger = visit(shop);
  const wrong = pass.replace(/^\d+/, "9999999999");
  expect((await stranger.fetch(`/?preview=${wrong}`)).status).toBe(400);
  stranger.cookies.set("shop-preview", wrong);
  expect(await book(stranger)).toBe(302);
  const later = { ...services, now: () => new Date(Date.now() + 13 * 3_600_000) };
  expect(isShopPreview(later, pass)).toBe(false);

  change({});
  expect(await book()).toBe(200);
  expect((await readPage(await shop.fetch("/"))).has("Opening soon")).toBe(false);
  expect(await isPassedOn()).toBe(false);
});

/** Fills a cart and presses the pay button. */
async function order() {
  const buyer = visit(shop);
  await buyer.fetch("/cart/lines", { method: "POST", body: new URLSearchParams({ intent: "add", bookId: "godan" }) });
  const { name, email, phone, addressLine1, city, stateCode, pin } = delivery;
  const form = new URLSearchParams({ name, email, phone, addressLine1, city, stateCode, pin });
  const pay = () => buyer.fetch("/checkout", { method: "POST", headers: { accept: "application/json" }, body: form });
  return { buyer, pay };
}

test("closed until a day, readers look around, and an order waits with its cart", async () => {
  const { buyer, pay } = await order();
  const until = inDays(5);
  change({ SHOP_STATE: "closed", CLOSED_UNTIL: until, CLOSED_WORDS: "We are at the book fair" });
  for (const path of ["/", "/books/godan", "/search?q=godan"]) {
    const words = `We are closed until ${longDay(until)}. We are at the book fair.`;
    expect((await readPage(await shop.fetch(path))).has(words), path).toBe(true);
  }
  expect((await shop.fetch("/api/v1/books")).status).toBe(200);
  const refused = await pay();
  expect(refused.status).toBe(409);
  expect(((await refused.json()) as { message: string }).message).toContain("Your cart keeps its books");
  const cart = await readPage(await buyer.fetch("/cart"));
  expect([
    cart.addresses.includes("/books/godan"),
    cart.has("Your cart keeps its books"),
    cart.has("Pay with"),
  ]).toEqual([true, true, false]);

  // It opens by itself.
  settings.opening = { ...settings.opening, closedUntil: inDays(0) };
  expect((await pay()).status).toBe(200);
});

test("closed until a day, orders are taken if the owner wants, and delivery counts from that day", async () => {
  const until = inDays(20);
  change({ SHOP_STATE: "closed", CLOSED_UNTIL: until, CLOSED_ORDERS: "taken" });
  const { buyer, pay } = await order();
  const arrival = async () => {
    const answer = (await (await shop.fetch("/delivery?pin=560001")).json()) as { words: string };
    return answer.words;
  };
  const closed = await arrival();
  expect((await readPage(await buyer.fetch("/cart"))).has("Pay with Razorpay")).toBe(true);
  expect((await pay()).status).toBe(200);
  change({});
  expect(await arrival()).not.toBe(closed);
  change({ SHOP_STATE: "closed", CLOSED_UNTIL: until, CLOSED_ORDERS: "taken" });
  expect((await readPage(await shop.fetch("/shipping"))).has("We do not pack until")).toBe(true);
});

test("an order is refused before the opening, and its cart stays", async () => {
  const { pay } = await order();
  change({ SHOP_STATE: "not-open" });
  const refused = await pay();
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("not open yet")]);
  change({});
  expect((await pay()).status).toBe(200);
});

test("a shop is closed only with a day", () => {
  expect(mergeSettings({}, { SHOP_STATE: "closed" }).settings.opening.state).not.toBe("closed");
  expect(mergeSettings({}, { SHOP_STATE: "closed", CLOSED_UNTIL: "soon" }).settings.opening.state).not.toBe("closed");
});

test("a new shop without the demonstration is not open, and one with books stays as it is", async () => {
  const stored = async (its: typeof db) =>
    (await its.execute<{ value: string }>(sql`select value from shop_settings where name = 'SHOP_STATE'`)).rows;
  await beginNotOpen(db, new Date());
  expect(await stored(db)).toEqual([]);
  const empty = await openSmallShop(0);
  await beginNotOpen(empty.db, new Date());
  expect(await stored(empty.db)).toEqual([{ value: "not-open" }]);
});
