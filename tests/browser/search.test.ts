import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

/** Searches through the box of the header. */
async function searchFor(page: Page, typed: string) {
  const box = page.getByRole("banner").getByRole("search", { name: "Search the shop" }).getByRole("combobox");
  await box.fill(typed);
  await box.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Search Results for “${typed}”`);
}

test("one search after the other keeps what was typed, also on the way back, shows it as text, and survives a refusal", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 429/);
  await page.goto("/about");
  await expectReady(page);
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 1 });
  const box = main.getByRole("search").getByRole("combobox");

  await test.step("a mistyped ISBN leads to the book it may be, and back", async () => {
    const meant = main.getByRole("listitem").filter({ hasText: "Midnight’s Children" });
    await searchFor(page, "978-0-09-957851-3");
    await searchFor(page, "0-09-957851-5");
    await expect(main).toContainText("0099578515 is not a valid ISBN.");
    await expect(meant).toHaveText("Midnight’s Children, 9780099578512 (if digit 10 of your number is changed to 4)");
    await expect(box).toHaveValue("0-09-957851-5");
    await expect(main.getByRole("textbox", { name: "ISBN" })).toHaveValue("0-09-957851-5");
    await meant.getByRole("link").click();
    await expect(page).toHaveURL("/books/midnights-children");
    await page.goBack();
    await expect(heading).toHaveText("Search Results for “0-09-957851-5”");
  });

  await test.step("a slip shows the books that were meant, and what was typed is a press away", async () => {
    await box.fill("tolkein");
    await box.press("Enter");
    await expect(page).toHaveURL("/search?q=tolkein");
    await expect(heading).toHaveText("Search Results for “Tolkien”");
    await expect(main.getByRole("article").first()).toHaveText(/The Hobbit/);
    await main.getByRole("link", { name: "Search for that instead" }).click();
    await expect(heading).toHaveText("Search Results for “tolkein”");
    await expect(box).toHaveValue("tolkein");
    await main.getByText("Did you mean").getByRole("link", { name: "Tolkien", exact: true }).click();
    await expect(page).toHaveURL("/search?q=Tolkien");
    await expect(heading).toHaveText("Search Results for “Tolkien”");
  });

  await test.step("what is typed is shown as text, books are in sight, and the form to ask for the book is a press away", async () => {
    await searchFor(page, "<img src=x onerror=alert(1)></script><script>alert(2)</script>");
    await expect(page.getByRole("heading", { name: "No books found" })).toBeVisible();
    const shelf = page.getByRole("region", { name: "From the best sellers" });
    await expect(shelf.getByRole("article").first()).toBeInViewport();
    await main.getByRole("link", { name: "Ask us for this book" }).click();
    await expect(page.getByRole("heading", { name: "Ask us for this book" })).toBeInViewport();
  });

  await test.step("a reader who searches too fast is told so on a page of the shop, and tries again from there", async () => {
    const words = "Many searches were sent. Please wait 1 second and try again.";
    await page.route("**/search.data?*", (route) => route.fulfill({ status: 429, body: words }));
    const header = page.getByRole("banner").getByRole("search", { name: "Search the shop" }).getByRole("combobox");
    await header.fill("tolkien");
    await header.press("Enter");
    await expect(heading).toHaveText("Please wait a moment");
    await expect(page.getByText(words)).toBeVisible();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page).toHaveURL("/search?q=tolkien");
    await expect(heading).toHaveText("Search Results for “tolkien”");
  });
});
