/**
 * The service worker: pages and orders offline, books added without a connection, a shop that is down, and a deploy.
 */
import type { BrowserContext, Page } from "@playwright/test";

import { sql } from "#db/sql.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { expectCached, cachedPaths, openDeployed, openWithWorker } from "#tests/support/browser/offline.ts";
import { placePaid, placeUnpaid } from "#tests/support/places/order-places.ts";
import { expectBadge, expectReady } from "#tests/support/sales/shopper.ts";
import { sendForm, signInBrowser } from "#tests/support/sales/signed-in.ts";

test.use({ serviceWorkers: "allow" });

const line = (page: Page) => page.getByRole("complementary", { name: "Connection" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
/** Offline the browser logs an error for every cover and font that was never loaded, too. */
const noNetwork = /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED.*(\/covers\/|\.woff2)/;
const shopDown = /status of 503/;

test(
  "on the train: what was opened opens again, what is chosen waits, and the shop says what has changed",
  {
    tag: "@core",
  },
  async ({ page, context, db, expectTrouble }) => {
    expectTrouble(noNetwork);
    const main = page.getByRole("main");
    const book = main.getByRole("link", { name: /^The Argumentative Indian/ }).first();
    await openWithWorker(page, "/books/the-argumentative-indian");
    await page.getByLabel("Delivery to PIN code").fill("560001");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(page.getByText(/^Free delivery to 560001, arriving /)).toBeVisible();
    await page.getByRole("button", { name: "Add to wishlist: The Argumentative Indian" }).first().click();
    // Client-side navigation to the next page, as links do it.
    await page.getByRole("banner").getByRole("link", { name: "Wishlist" }).click();
    await expect(book).toBeVisible();
    await expectCached(page, "/wishlist", "/books/the-argumentative-indian");

    await context.setOffline(true);
    await expect(line(page)).toContainText("You are offline.");
    await book.click();
    await expect(heading(page, "The Argumentative Indian")).toBeVisible();
    await expect(line(page)).toContainText(/^You are offline\. You see this page as it was at \d\d?:\d\d [ap]m\.$/);
    await expectReady(page);
    // A failed fetch of the page does not navigate away.
    await expect(page.getByLabel("Delivery to PIN code")).toHaveValue("560001");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(page.getByText("The shop cannot be reached. Please check again when you are online.")).toBeVisible();
    await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByText("will be added to your cart when you are online again.")).toBeVisible();
    await expectBadge(page, 1);

    await page.goto("/wishlist");
    await expect(page.getByText("They are still saved on this device.")).toBeVisible();
    await page.goto("/books/never-opened");
    await expect(page).toHaveURL("/offline?from=%2Fbooks%2Fnever-opened");
    await expect(heading(page, "You are offline")).toBeVisible();
    await expect(book).toBeVisible();
    await expectBadge(page, 1);
    await expect(line(page)).toContainText("Waiting to go into your cart: The Argumentative Indian.");
    await book.click();
    await expect(line(page)).toContainText("Waiting to go into your cart: The Argumentative Indian.");

    const price = sql`update books set price_paise = price_paise - 5000 where id = 'the-argumentative-indian'`;
    await db.execute(price);
    await context.setOffline(false);
    await expect(line(page)).toContainText("You are online again. The book you chose is in your cart.");
    await expect(line(page).getByRole("listitem")).toHaveText([
      /^The Argumentative Indian: It costs ₹[\d.]+ now; it was ₹[\d.]+\.$/,
    ]);
    await expectBadge(page, 1);
    await line(page).getByRole("link", { name: "View your cart" }).click();
    await expect(main.getByRole("listitem")).toContainText("The Argumentative Indian");
    await expect(line(page)).toHaveCount(0);
  },
);

test("books that were on their way when the page was closed, or whose reader is signed out, are told about once", async ({
  openContext,
}) => {
  const context = await openContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const godan = { bookId: "godan", title: "Godan", copies: 1, seenPaise: 29900 };
  const leave = (waiting: object) =>
    page.evaluate((text) => localStorage.setItem("cart-queue", text), JSON.stringify([waiting]));
  /** As another tab would write the queue: this page receives the storage event. */
  const leaveInOtherTab = async (waiting: object) => {
    await leave(waiting);
    await page.evaluate(() => dispatchEvent(new StorageEvent("storage", { key: "cart-queue" })));
  };
  const left = () => page.evaluate(() => localStorage.getItem("cart-queue"));
  // This file runs no script: a page of the shop could take the queue just before the test leaves the page.
  await page.goto("/robots.txt");
  await leave({ partition: "nobody", books: [], sending: [godan] });
  await page.goto("/shipping");
  await expect(line(page)).toContainText("The connection was lost while these books were being added.");
  await expect(line(page).getByRole("listitem")).toHaveText("Godan");
  expect(await left()).toBeNull();
  await leaveInOtherTab({ partition: "another-readers-word", books: [godan], sending: [] });
  await expect(line(page)).toContainText("Books that a reader chose offline on this device were not added to a cart.");
  await expect(line(page)).not.toContainText("Godan");
  expect(await left()).toBeNull();
  await expectBadge(page, 0);
  // A guest's books go to the reader who signs in next, as a guest's cart does.
  await signInBrowser(page, "Chandra Train");
  await leaveInOtherTab({ partition: "guest-before", books: [godan], sending: [] });
  await expect(line(page)).toContainText("The book you chose is in your cart.");
  await expectBadge(page, 1);
  // The session turns out to be expired when the shop is asked: the titles are still shown to this reader.
  const word = (await context.cookies()).find(({ name }) => name === "cache-partition")!.value;
  await context.clearCookies({ name: "session" });
  await leaveInOtherTab({ partition: word, books: [godan], sending: [] });
  await expect(line(page)).toContainText("You are signed out, so these books were not added to your cart.");
  await expect(line(page).getByRole("listitem")).toHaveText("Godan");
  expect(await left()).toBeNull();
  await page.goto(`/offline?from=${encodeURIComponent("/.//evil.example/books")}`);
  await expect(page).toHaveURL("/");
});

async function expectNotHere(context: BrowserContext, ...paths: string[]): Promise<void> {
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(path);
    // Which of the two headings appears depends on the browser.
    const words = page.getByRole("heading", { level: 1, name: /^(You are offline|The shop is out of reach)$/ });
    await expect(words, path).toBeVisible();
  }
  await page.close();
}

test("a reader's orders open offline, for that reader only, however the session came to its end, and a guest's are not cached", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(noNetwork);
  await signInBrowser(page, "Anita Train");
  const first = await placePaid(page, "persuasion");
  await openWithWorker(page, `/orders/${first}`);
  await page.getByRole("link", { name: "All your orders" }).click();
  await expect(heading(page, "Order History")).toBeVisible();
  await expectCached(page, "/orders", `/orders/${first}`);
  await context.setOffline(true);
  await page.goto("/orders");
  await expect(page.getByRole("main").getByText(first)).toBeVisible();
  await expect(line(page)).toContainText("You see this page as it was");
  await page.goto(`/orders/${first}`);
  await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();
  await expectReady(page);

  // Sign-out deletes the cached pages, and the next reader sees none of hers.
  await context.setOffline(false);
  const banner = page.getByRole("banner");
  await banner.getByRole("button", { name: /^My Account/ }).click();
  await banner.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
  const personal = async () => (await cachedPaths(page)).filter((path) => /orders|login/.test(path));
  await expect.poll(personal).toEqual([]);
  await context.setOffline(true);
  await expectNotHere(context, "/orders", `/orders/${first}`);

  // Not cached: a guest's link to an order, which contains a secret, and orders whose payment may still arrive.
  await context.setOffline(false);
  const number = await placeUnpaid(page, "persuasion");
  await page.goto(`/orders/${number}`);
  await page.goto(`/orders/${number}?key=no-such-key`);
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/cart");
  await expectCached(page, "/cart");
  expect(await personal()).toEqual([]);

  // Another reader, whose session ends without the service worker's knowledge, by a call outside the pages.
  await signInBrowser(page, "Bilal Train");
  const second = await placeUnpaid(page, "persuasion");
  await page.goto(`/orders/${second}`);
  await page.goto("/orders");
  await expectCached(page, "/orders");
  await sendForm(page, "/api/auth/logout", {});
  await context.setOffline(true);
  await expectNotHere(context, "/orders", `/orders/${second}`);
});

test("a shop that is down is waited for; after a deploy nothing of the old build is shown, and what was kept is kept in the new one", async ({
  openContext,
  expectTrouble,
}) => {
  expectTrouble(noNetwork);
  expectTrouble(shopDown);
  const shop = await openDeployed();
  const context = await openContext({ baseURL: shop.url, serviceWorkers: "allow" });
  const page = await context.newPage();
  const builds = () => page.evaluate(async () => (await caches.keys()).filter((name) => /^(shop|pages)-/.test(name)));
  await openWithWorker(page, "/about");
  await expectCached(page, "/about");
  const old = await builds();

  // A link waits for its page once; the cached copy then opens without waiting again.
  await page.goto("/books/the-guide");
  await expectReady(page);
  await expectCached(page, "/books/the-guide");
  shop.answerWith("silence");
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: /^About/ })
    .click();
  await expect(page).toHaveURL(`${shop.url}/about`);
  await expect(line(page)).toContainText("You see this page as it was");

  shop.answerWith("trouble");
  await page.goto("/shipping");
  await expect(heading(page, "The shop is out of reach")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /^The Guide/ })).toBeVisible();
  await expectNoFaults(page, "the page for what is not here");
  await page.setViewportSize({ width: 1280, height: 720 });
  shop.answerWith("pages");
  await expect(page).toHaveURL(`${shop.url}/shipping`);
  shop.deploy();

  await page.goto("/about");
  await expect.poll(builds).toEqual(old.map((name) => name.replace("-", "-new")));
  await expectCached(page, "/books/the-guide");
  await context.setOffline(true);
  await page.goto("/books/the-guide");
  await expect(heading(page, "The Guide")).toBeVisible();
  await expectReady(page);
  expect(await page.locator("link[rel=modulepreload]:not([href*='-new-'])").count()).toBe(0);
  expect(await page.locator("link[rel=modulepreload]").count()).toBeGreaterThan(5);
  shop.close();
});
