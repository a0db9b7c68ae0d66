import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";
import { cartLink, expectReady } from "#tests/support/shopper.ts";

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

test("a reader walks from home to a category and opens a book, without leaving the document", async ({ page }) => {
  await page.goto("/");
  await markDocument(page);
  await page.getByRole("region", { name: "Browse Categories" }).getByRole("listitem").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/categories\?id=fiction$/);
  const shelf = page.getByRole("region", { name: "Fiction", exact: true });
  await expect(shelf.getByRole("heading", { level: 2, name: "Fiction" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "All categories" }).locator("[aria-current=page]")).toContainText(
    "Fiction",
  );
  const card = shelf.getByRole("article").filter({ hasText: "Malgudi Days" });
  await expect(card).toContainText("R. K. Narayan");
  await expect(card).toContainText("₹424.00");
  await card.getByRole("link", { name: "Malgudi Days" }).click();
  await expect(page).toHaveURL("/books/malgudi-days");
  await expect(page.getByRole("heading", { level: 1, name: "Malgudi Days" })).toBeVisible();
  await expect(page).toHaveTitle("Malgudi Days by R. K. Narayan - Endpaper");
  expect(await isSameDocument(page)).toBe(true);
});

test("categories ask for a choice first, and show the books of the one picked", async ({ page }) => {
  await page.goto("/categories");
  await expect(page.getByRole("heading", { name: "Select a category" })).toBeVisible();
  await expect(page.getByText("Choose a category from the list to view related books")).toBeVisible();
  await page
    .getByRole("navigation", { name: "All categories" })
    .getByRole("link", { name: /^Poetry/ })
    .click();
  await expect(page.getByRole("heading", { level: 2, name: /Poetry/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Jejuri" })).toHaveAttribute("href", "/books/jejuri");
});

test("an author's page has the whole bio and their books, and the way back to all authors", async ({ page }) => {
  await page.goto("/authors");
  await markDocument(page);
  await page.getByRole("main").getByRole("link", { name: "R. K. Narayan" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "R. K. Narayan" })).toBeVisible();
  const books = page.getByRole("region", { name: "Books by R. K. Narayan" });
  const card = books.getByRole("article").filter({ hasText: "Malgudi Days" });
  await expect(card).toContainText("₹424.00");
  await expect(card).toContainText("Short stories");
  await page.getByRole("link", { name: "Back to all authors" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Authors" })).toBeVisible();
  await expect(page).toHaveURL("/authors");
  expect(await isSameDocument(page)).toBe(true);
});

test("best sellers are a ranked chart of twenty, each with badge, author, category, price and rating", async ({
  page,
}) => {
  await page.goto("/best-sellers");
  await expect(page.getByRole("heading", { level: 1, name: "Best Sellers" })).toBeVisible();
  const books = page.getByRole("main").getByRole("article");
  await expect(books).toHaveCount(20);
  await expect(page.getByRole("main").getByText(/^(Best Seller|Top rated)$/)).toHaveCount(20);
  for (const book of [books.first(), books.last()]) {
    await expect(book).toContainText(/₹[\d,]+\.\d\d/);
    await expect(book).toContainText(/\d\.\d/);
    await expect(book.getByRole("link").and(page.locator("[href^='/authors/']"))).not.toHaveCount(0);
    await expect(book.getByRole("link").and(page.locator("[href^='/categories/']"))).toHaveCount(1);
  }
});

test("a book's page shows what a reader decides by, and its neighbours lead on", async ({ page }) => {
  await page.goto("/books/foundation-and-empire");
  await expect(page.getByRole("img", { name: "Cover of Foundation and Empire by Isaac Asimov" })).toBeVisible();
  const opening = page.getByRole("article").first();
  await expect(opening).toContainText("₹339.00");
  await expect(opening).toContainText("In stock");
  await expect(opening.getByRole("button", { name: "Add to Cart" })).toBeVisible();
  await expect(page.getByRole("region", { name: "About this book" })).not.toBeEmpty();
  await page
    .getByRole("navigation", { name: /^More of/ })
    .getByRole("link", { name: "Foundation", exact: true })
    .last()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Foundation", exact: true })).toBeVisible();
});

test("a cover is looked at up close, and a PIN code is remembered", async ({ page }) => {
  await page.goto("/books/mindful-reading");
  await expectReady(page);
  const opener = page.getByRole("link", { name: /, up close$/ });
  await opener.focus();
  await page.keyboard.press("Enter");
  const cover = page.getByRole("dialog", { name: "The cover, up close" });
  await expect(cover).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cover).toBeHidden();
  await expect(opener).toBeFocused();

  await page.getByLabel("Delivery to PIN code").fill("12");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A PIN code has six digits")).toBeVisible();
  await page.getByLabel("Delivery to PIN code").fill("560001");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Free delivery to 560001, with you /)).toBeVisible();
  await page.goto("/books/tomb-of-sand");
  await expect(page.getByLabel("Delivery to PIN code")).toHaveValue("560001");
  await expect(page.getByText(/^Free delivery to 560001, with you /)).toBeVisible();
});

test("a sold-out book cannot be put in the cart", async ({ page }) => {
  await page.goto("/books/in-custody");
  const opening = page.getByRole("article").first();
  await expect(opening).toContainText("Sold out");
  await expect(opening.getByRole("button", { name: "Add to Cart" })).toHaveCount(0);
});

test("a book that is not there is said kindly, with the way home", async ({ page, expectTrouble }) => {
  expectTrouble(/status of 404/);
  const answer = await page.goto("/books/no-such-book");
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Book not found" })).toBeVisible();
  await page.getByRole("link", { name: "Return to homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("an unknown path is a 404 that helps: a search, the way home, the categories", async ({ page, expectTrouble }) => {
  expectTrouble(/status of 404/);
  const answer = await page.goto("/no/such/page");
  expect(answer!.status()).toBe(404);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("This page is not on our shelves");
  await expect(main.getByRole("link", { name: "Return to homepage" })).toHaveAttribute("href", "/");
  await expect(main.getByRole("link", { name: "Browse categories" })).toHaveAttribute("href", "/categories");
  await expectReady(page);
  await main.getByRole("combobox").fill("malgudi");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Malgudi Days" })).toBeVisible();
});

test("a book is fetched as data, while the cart is entered by a document of its own", async ({ page }) => {
  await page.goto("/best-sellers");
  await markDocument(page);
  const data = page.waitForResponse(/\/books\/[a-z0-9-]+\.data$/);
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  expect((await data).status()).toBe(200);
  await expect(page).toHaveURL(/\/books\//);
  expect(await isSameDocument(page)).toBe(true);

  await page.goBack();
  await expect(page).toHaveURL("/best-sellers");
  expect(await isSameDocument(page)).toBe(true);

  await cartLink(page).click();
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  expect(await isSameDocument(page)).toBe(false);
});

test("the skip link is the first stop and leads past the header", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
