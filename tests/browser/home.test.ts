import type { Request } from "@playwright/test";

import { sql } from "#db/sql.ts";

import { expect, test } from "#tests/support/journey.ts";
import { expectReady, putInCart } from "#tests/support/shopper.ts";

/** What a first visit may load, packed; it is also what a phone on a train has to unpack and run. */
const maxScriptBytes = 112_300;
/** What all of the home page weighs on a phone, and how long it is. */
const maxPageBytes = 500_000;
const maxScreens = 8;

test("home shows every part of the shop window, in its order", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Endpaper - Premium Online Bookstore");
  await expect(page.getByRole("heading", { level: 1, name: "Discover Your Next Great Read" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("search")).toBeVisible();
  await expect(page.getByText("Free delivery in India.")).toBeInViewport();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "Summer Reading Sale",
    "Featured Books",
    "Browse Categories",
    "New Releases",
    "Best Sellers",
    "Recommended For You",
    /Special Offer Book Bundles/,
    "Featured Authors",
    /, one to five$/,
    "From our readers",
    "Curated Reading Lists",
    "Letters from the shop",
  ]);

  const region = (name: RegExp | string) => page.getByRole("region", { name, exact: typeof name === "string" });
  await expect(region("Summer Reading Sale")).toContainText("20% off bestsellers with code");
  await expect(region("Summer Reading Sale")).toContainText("SUMMER20");
  await expect(region("Featured Books").getByRole("article")).toHaveCount(7);
  for (const book of await region("Featured Books").getByRole("article").all())
    await expect(book).toContainText(/[.।] .+ \(sample\)/);
  await expect(region("Featured Books").getByRole("link", { name: "See the table" })).toHaveAttribute(
    "href",
    "/this-week",
  );
  const categories = region("Browse Categories").getByRole("listitem").getByRole("link");
  await expect(categories).toHaveCount(4);
  await expect(categories.first()).toHaveAttribute("href", /^\/categories\?id=[a-z-]+$/);
  await expect(region("Browse Categories").getByRole("link", { name: "View All" })).toBeVisible();
  await expect(region("New Releases").getByRole("article")).toHaveCount(4);
  await expect(region("Best Sellers").getByRole("article")).toHaveCount(4);
  // Of one kind: words of a reader for each, or ratings for each. The chart below has the ratings.
  const said = await region("Best Sellers").getByRole("figure").count();
  const rated = await region("Best Sellers")
    .getByText(/^Rated /)
    .count();
  expect([said, rated].toSorted()).toEqual([0, 4]);
  for (const [title, path] of [
    ["Mindful Reading", "/books/mindful-reading"],
    ["Digital Minimalism", "/books/digital-minimalism"],
  ] as const)
    await expect(region("Recommended For You").getByRole("link", { name: title })).toHaveAttribute("href", path);
  await expect(region(/Book Bundles/)).toContainText("30% off");
  await expect(region(/Book Bundles/).getByRole("link", { name: "See the bundles" })).toHaveAttribute(
    "href",
    "/special-offers",
  );
  await expect(region("Featured Authors").locator("a[href^='/authors?id=']")).toHaveCount(4);
  const chart = region(/, one to five$/).getByRole("listitem");
  await expect(chart).toHaveCount(5);
  for (const line of await chart.all()) {
    await expect(line).toContainText(/Rated \d\.\d out of 5/);
    await expect(line.locator("a[href^='/books/']")).toHaveCount(1);
  }
  await expect(region("From our readers").getByRole("figure")).toHaveCount(5);
  await expect(region("From our readers")).toContainText("Sample reviews of the demonstration catalogue.");
  for (const id of ["summer", "sci-fi", "self-improvement"])
    await expect(region("Curated Reading Lists").locator(`a[href='/reading-lists/${id}']`)).toBeVisible();
  await expect(region("Letters from the shop").getByLabel("Your e-mail address")).toHaveAttribute("type", "email");
});

test("the code is copied in one press, and applied to the cart in another", async ({ page, context, db }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from books b join works w on w.id = b.work_id join stock s on s.book_id = b.id
    where b.is_main and s.on_hand - s.reserved > 10 order by w.rating desc, w.rating_count desc limit 1`);
  await putInCart(page, rows[0]!.id);
  await page.goto("/");
  await expectReady(page);
  const sale = page.getByRole("region", { name: "Summer Reading Sale" });
  await sale.getByRole("button", { name: "Copy code SUMMER20" }).click();
  await expect(sale.getByRole("button", { name: "Copied code SUMMER20" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("SUMMER20");
  await sale.getByRole("button", { name: "Apply to my cart" }).click();
  await page.getByRole("status").getByRole("link", { name: "View your cart" }).click();
  await expect(page.getByRole("button", { name: "Remove code SUMMER20" })).toBeVisible();
});

test("where the clipboard is closed to us, the code is marked, ready to be copied by hand", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.goto("/");
  await expectReady(page);
  await page.getByRole("button", { name: "Copy code SUMMER20" }).click();
  await expect(page.getByRole("button", { name: "Selected code SUMMER20" })).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("SUMMER20");
});

test("from home through a reading list to a book in the cart, and on to the other lists", async ({ page }) => {
  await page.goto("/");
  await expectReady(page);
  await page
    .getByRole("region", { name: "Curated Reading Lists" })
    .getByRole("link", { name: /^Summer/ })
    .click();
  await expect(page).toHaveURL("/reading-lists/summer");
  await expect(page.getByRole("heading", { level: 1, name: "Summer" })).toBeVisible();
  await expect(page).toHaveTitle("Summer, a reading list - Endpaper");
  const books = page.getByRole("list", { name: "Books on this list" }).getByRole("article");
  await expect(books).toHaveCount(8);
  await expect(books.first()).toContainText("Bond never scolds old Ram Bharosa");
  await books.first().getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByText("The Blue Umbrella is in your cart.")).toBeVisible();
  await page.getByRole("link", { name: "All reading lists" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reading Lists" })).toBeVisible();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(6);
  await rows.getByRole("link", { name: /^Indian classics/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Indian classics" })).toBeVisible();
});

test("a first visit loads no more scripts than it may", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const scripts = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path));
  expect(scripts.size).toBeGreaterThan(5);
  let bytes = 0;
  for (const path of scripts) {
    const { "content-encoding": encoding, "content-length": length } = (await request.get(path)).headers();
    expect(encoding, path).toBe("br");
    bytes += Number(length);
  }
  expect(bytes).toBeLessThan(maxScriptBytes);
});

test("on a phone the home page is light and short, and what is far below comes when one is there", async ({
  openContext,
}) => {
  const viewport = { width: 390, height: 844 };
  const context = await openContext({ viewport, deviceScaleFactor: 3, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const came: Request[] = [];
  page.on("requestfinished", (request) => came.push(request));
  const isDevanagari = (request: Request) => /devanagari.*\.woff2$/.test(request.url());
  await page.goto("/", { waitUntil: "networkidle" });
  const sizes = await Promise.all(came.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
  expect(came.length).toBeGreaterThan(20);
  expect(bytes).toBeLessThan(maxPageBytes);
  expect(came.filter(isDevanagari)).toEqual([]);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(maxScreens * viewport.height);
  expect(height).toBeGreaterThan(6 * viewport.height);

  await page.getByRole("region", { name: "From our readers" }).scrollIntoViewIfNeeded();
  await expect.poll(() => came.filter(isDevanagari).length).toBeGreaterThan(0);
  // The heights that were kept for it are those it has.
  for (let above = 0; above < height; above += viewport.height) await page.mouse.wheel(0, viewport.height);
  const grown = (await page.evaluate(() => document.documentElement.scrollHeight)) - height;
  expect(Math.abs(grown)).toBeLessThan(100);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the code is applied by its form, and a list's book is put in the cart", async ({ page }) => {
    await page.goto("/reading-lists/sci-fi");
    await page.getByRole("article").filter({ hasText: "Kindred" }).getByRole("button", { name: "Add to Cart" }).click();
    await expect(page).toHaveURL("/cart");
    await page.goto("/");
    await expect(page.getByRole("button", { name: /^Copy code/ })).toBeHidden();
    await page.getByRole("button", { name: "Apply to my cart" }).click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByRole("button", { name: "Remove code SUMMER20" })).toBeVisible();
  });
});
