/** Browsing as a reader: client-side navigation, and the remembered PIN code. */
import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { cartLink, expectHydrated, expectReady } from "#tests/support/sales/shopper.ts";

declare global {
  interface Window {
    isSameDocument?: boolean;
  }
}

async function markDocument(page: Page) {
  await expectReady(page);
  await page.evaluate(() => (window.isSameDocument = true));
}

function isSameDocument(page: Page) {
  return page.evaluate(() => window.isSameDocument === true);
}

test(
  "a guest finds a book from home by its category, and again by the header's search, in one document",
  { tag: "@core" },
  async ({ page }) => {
    await page.goto("/");
    await markDocument(page);
    const categories = page.getByRole("region", { name: "Browse Categories" });
    await expectHydrated(categories);
    await categories.getByRole("listitem").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/categories\?id=fiction$/);
    const shelf = page.getByRole("region", { name: "Fiction", exact: true });
    await expect(shelf.getByRole("heading", { level: 1, name: "Fiction" })).toBeVisible();
    await shelf.getByRole("article").getByRole("link", { name: "Malgudi Days" }).click();
    await expect(page).toHaveURL("/books/malgudi-days");
    await expect(page.getByRole("heading", { level: 1, name: "Malgudi Days" })).toBeVisible();
    await expect(page).toHaveTitle("Malgudi Days by R. K. Narayan - Endpaper");

    const box = page.getByRole("banner").getByRole("search", { name: "Search the shop" }).getByRole("combobox");
    await box.fill("  HOBBit ");
    await box.press("Enter");
    await expect(page).toHaveURL("/search?q=HOBBit");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “HOBBit”");
    await page.getByRole("main").getByRole("article").getByRole("link", { name: "The Hobbit" }).click();
    await expect(page).toHaveURL("/books/the-hobbit");
    await expect(page.getByRole("heading", { level: 1, name: "The Hobbit" })).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
  },
);

test("pages are fetched as data in one document, the cart has a document of its own, and a missing page can be searched from", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 404/);
  const main = page.getByRole("main");
  const heading = main.getByRole("heading", { level: 1 });
  await page.goto("/best-sellers");
  await markDocument(page);
  const data = page.waitForResponse(/\/books\/[a-z0-9-]+\.data$/);
  await main.getByRole("article").first().getByRole("link").first().click();
  expect((await data).status()).toBe(200);
  await expect(page).toHaveURL(/\/books\//);
  await page.goBack();
  await expect(page).toHaveURL("/best-sellers");

  await test.step("from all authors to one and back", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Authors" }).click();
    await expect(heading).toHaveText("Authors");
    await main.getByRole("link", { name: "R. K. Narayan" }).click();
    await expect(heading).toHaveText("R. K. Narayan");
    await page.getByRole("link", { name: "Back to all authors" }).click();
    await expect(heading).toHaveText("Authors");
    await expect(page).toHaveURL("/authors");
  });

  await test.step("from a reading list, with a book of it in the cart, to another one", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reading Lists" }).click();
    await main.getByRole("link", { name: /^Summer/ }).click();
    await expect(heading).toHaveText("Summer");
    await main.getByRole("article").first().getByRole("button", { name: "Add to Cart" }).click();
    await expect(page.getByText("The Blue Umbrella is in your cart.")).toBeVisible();
    await page.getByRole("link", { name: "All reading lists" }).click();
    await expect(heading).toHaveText("Reading lists");
    await main.getByRole("link", { name: /^Indian classics/ }).click();
    await expect(heading).toHaveText("Indian classics");
  });
  expect(await isSameDocument(page)).toBe(true);

  await cartLink(page).click();
  await expect(heading).toHaveText("Your cart");
  expect(await isSameDocument(page)).toBe(false);

  await page.goto("/no/such/page");
  await expectReady(page);
  await main.getByRole("combobox").fill("malgudi");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByRole("link", { name: "Malgudi Days" })).toBeVisible();
});

test("a PIN code is remembered on the pages of other books", async ({ page }) => {
  await page.goto("/books/foundation-and-empire");
  await expectReady(page);
  const pin = page.getByLabel("Delivery to PIN code");
  const promise = page.getByText(/^Free delivery to 560001, arriving /);
  await pin.fill("12");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A PIN code has six digits")).toBeVisible();
  await pin.fill("560001");
  await page.keyboard.press("Enter");
  await expect(promise).toBeVisible();

  const series = page.getByRole("navigation", { name: /^More of/ });
  await series.getByRole("link", { name: "Foundation", exact: true }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Foundation", exact: true })).toBeVisible();
  await expect(promise).toBeVisible();
  await page.goto("/books/tomb-of-sand");
  await expect(pin).toHaveValue("560001");
  await expect(promise).toBeVisible();
});
