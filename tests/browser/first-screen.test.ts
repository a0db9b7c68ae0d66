/** The first screen of each page on phones and laptops: price and buy button are visible, bars cover nothing. */
import type { Page } from "@playwright/test";

import { sql } from "#db/sql.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectBadge, expectReady } from "#tests/support/sales/shopper.ts";

const smallest = { width: 360, height: 640 };
const largest = { width: 1280, height: 900 };
const screens = [smallest, { width: 390, height: 844 }, { width: 768, height: 1024 }, largest];

const places = [
  "/",
  "/books/the-guide",
  "/books/foundation",
  "/categories/fiction",
  "/categories/poetry",
  "/search?q=the",
  "/best-sellers",
];
const openBooks = ["the-guide", "foundation", "interpreter-of-maladies"].map((id) => `/books/${id}/look-inside`);

/** The bottom edges, in pixels of the page, of the highest price and the highest button that adds to the cart. */
function firstEdges(page: Page): Promise<{ price: number; button: number }> {
  return page.getByRole("main").evaluate((main) => {
    const highest = (elements: Element[]) =>
      Math.min(
        ...elements.filter((element) => element.checkVisibility()).map((each) => each.getBoundingClientRect().bottom),
      );
    const isPrice = (element: Element) =>
      /^₹[\d,]+(\.\d\d)?$/.test(element.textContent!.trim()) && element.closest("s") === null;
    return {
      price: highest([...main.querySelectorAll("span, p, strong")].filter(isPrice)),
      button: highest(
        [...main.querySelectorAll("button")].filter(({ textContent }) => textContent!.startsWith("Add to Cart")),
      ),
    };
  });
}

test("the first price and the first button that buys are on the first screen of every size, and no bar covers what is read", async ({
  page,
  db,
}) => {
  const { rows } = await db.execute<{ price: number }>(
    sql`select price_paise as price from books where id = 'the-guide'`,
  );
  const guidePrice = formatPaise(rows[0]!.price);
  await page.setViewportSize(smallest);
  for (const place of [...places, ...openBooks]) {
    await page.goto(place);
    for (const viewport of screens) {
      await page.setViewportSize(viewport);
      const where = `${place} at ${viewport.width} by ${viewport.height}`;
      if (places.includes(place)) {
        const { price, button } = await firstEdges(page);
        expect.soft(price, `price of ${where}`).toBeLessThanOrEqual(viewport.height);
        expect.soft(button, `button of ${where}`).toBeLessThanOrEqual(viewport.height);
      } else if (viewport !== largest) {
        const plate = (await page.getByRole("complementary", { name: "The book" }).boundingBox())!;
        expect.soft(plate.y, `plate of ${where}`).toBeGreaterThanOrEqual(viewport.height);
      }
    }
    await page.setViewportSize(smallest);
    if (place === "/") {
      // At most slightly longer than on other phones. The titles on the chart depend on what other journeys bought.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect.soft(height, place).toBeLessThan(11 * smallest.height);
    }
    if (place.startsWith("/books/the-guide")) await expectPriceBesideBar(page, place, guidePrice);
  }
});

/** Expects the price on the page as well as in the bar at the foot, and no strip below the footer. */
async function expectPriceBesideBar(page: Page, place: string, price: string) {
  const prices = page.getByRole("main").getByText(price, { exact: true }).filter({ visible: true });
  await expect(prices.first()).toBeVisible();
  const inBar = await prices.evaluateAll((all) => all.map((each) => each.closest(".foot-bar") !== null));
  expect.soft(inBar.toSorted(), place).toEqual([false, true]);
  const saving = page
    .getByRole("main")
    .getByText(/^You save /)
    .first();
  const above = await saving.evaluate((element) => element.previousElementSibling?.textContent);
  expect.soft(above, place).toContain(price);
  const left = await page.evaluate(
    () =>
      document.documentElement.scrollHeight -
      scrollY -
      document.querySelector("body > footer")!.getBoundingClientRect().bottom,
  );
  expect.soft(Math.abs(left), place).toBeLessThan(2);
}

test("a search is asked once: the header keeps the question, and the hero's field asks in other words", async ({
  page,
}) => {
  await page.setViewportSize(largest);
  await page.goto("/");
  await expectReady(page);
  const boxes = page.getByRole("combobox");
  await expect(boxes.filter({ visible: true })).toHaveCount(2);
  const placeholders = await boxes
    .filter({ visible: true })
    .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).placeholder));
  expect(new Set(placeholders).size).toBe(2);
  const hero = page.getByRole("main").getByRole("combobox");
  await hero.fill("sea of poppies");
  await hero.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “sea of poppies”");
  await expect(boxes.filter({ visible: true })).toHaveCount(1);
  const asked = page.getByRole("banner").getByRole("search", { name: "Search the shop" }).getByRole("combobox");
  await expect(asked).toHaveValue("sea of poppies");
  await asked.fill("kim");
  await asked.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “kim”");
  await expect(asked).toHaveValue("kim");
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/");
  await expect(asked).toHaveValue("");
});

test("all books of a series are bought with one button, which stands in the place after the last", async ({ page }) => {
  const last = page.getByRole("main").getByRole("listitem").filter({ hasText: "All three" });
  const button = last.getByRole("button", { name: /^Add all three to cart/ });
  await page.goto("/series/ibis-trilogy");
  await expectReady(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const cards = await page.locator("#books").getByRole("article").all();
    expect(cards).toHaveLength(3);
    const [third, fourth] = [(await cards[2]!.boundingBox())!, (await last.boundingBox())!];
    expect(fourth.x, `${width} px`).toBeGreaterThan(third.x + third.width);
    expect(Math.abs(fourth.y - third.y), `${width} px`).toBeLessThan(40);
    const isWhole = await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    expect(isWhole, `${width} px`).toBe(true);
  }
  await button.click();
  await expectBadge(page, 3);
  await expect(page.getByRole("status").filter({ hasText: "is in your cart: 3 books." })).toBeVisible();
});
