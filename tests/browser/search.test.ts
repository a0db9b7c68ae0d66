import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";
import { expectLetters } from "#tests/support/letters.ts";
import { expectReady } from "#tests/support/shopper.ts";

/** Types into the header's box and sends it. */
async function searchFor(page: Page, typed: string) {
  const box = page.getByRole("banner").getByRole("search", { name: "Search the shop" }).getByRole("combobox");
  await box.fill(typed);
  await box.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Search Results for “${typed}”`);
}

test("the header's search finds a book by part of its title, whatever the case", async ({ page }) => {
  await page.goto("/about");
  await expectReady(page);
  const search = page.getByRole("banner").getByRole("search", { name: "Search the shop" });
  await search.getByRole("combobox").fill("  MALGUDI d ");
  await search.getByRole("combobox").press("Enter");
  await expect(page).toHaveURL("/search?q=MALGUDI%20d");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “MALGUDI d”");
  const found = page.getByRole("main").getByRole("article");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("R. K. Narayan");
  await found.getByRole("link", { name: "Malgudi Days" }).click();
  await expect(page).toHaveURL("/books/malgudi-days");
});

test("the hero's search finds a book, accents or not", async ({ page }) => {
  await page.goto("/");
  await expectReady(page);
  const search = page.getByRole("main").getByRole("search");
  await search.getByRole("combobox").fill("jane éyre");
  await search.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Jane Eyre" })).toBeVisible();
});

test("a Hindi title is found in its own script", async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent("गोदान")}`);
  await expect(page.getByRole("main").getByRole("link", { name: "गोदान" })).toBeVisible();
});

test("an empty search does nothing, from header and hero", async ({ page }) => {
  await page.goto("/");
  await expectReady(page);
  for (const place of ["banner", "main"] as const) {
    const search = page.getByRole(place).getByRole("search").filter({ visible: true });
    for (const text of ["", "   "]) {
      await search.getByRole("combobox").fill(text);
      await search.getByRole("button", { name: "Search" }).click();
      await search.getByRole("combobox").press("Enter");
    }
  }
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1, name: "Discover Your Next Great Read" })).toBeVisible();
});

test("nothing found is said, with the way home", async ({ page }) => {
  await page.goto("/search?q=zzzqqq");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “zzzqqq”");
  await expect(page.getByRole("heading", { name: "No books found" })).toBeVisible();
  await expect(page.getByRole("region", { name: "From the Best Sellers" }).getByRole("article")).toHaveCount(5);
  await page.getByRole("link", { name: "Ask us for this book" }).click();
  await expect(page.getByRole("heading", { name: "Ask us for this book" })).toBeInViewport();
  await page.getByRole("link", { name: "Return to Homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("what a reader types is shown as text, never run", async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent("<img src=x onerror=alert(1)></script><script>alert(2)</script>")}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<img src=x onerror=alert(1)>");
  await expect(page.getByRole("heading", { name: "No books found" })).toBeVisible();
});

test("an ISBN of 13 or of 10 digits, with hyphens or without, leads to the edition that has it", async ({ page }) => {
  await page.goto("/about");
  await expectReady(page);
  for (const typed of ["978-1-78730-278-5", "ISBN 9781787302785", "1 78730 278 4", "1787302784"]) {
    await searchFor(page, typed);
    await expect(page.getByText(`This is the edition with the ISBN ${typed.replace(/ISBN|[ -]/g, "")}.`)).toBeVisible();
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  }
  await page.getByRole("main").getByRole("article").getByRole("link", { name: "The Burning Grounds" }).click();
  await expect(page).toHaveURL("/books/the-burning-grounds-hardback");
  await expect(page.getByRole("main")).toContainText("978-1-78730-278-5");
});

test("of an ISBN with a wrong check digit the page names the digit and the book it may be, and keeps what was typed", async ({
  page,
}) => {
  await page.goto("/about");
  await expectReady(page);
  const main = page.getByRole("main");
  const meant = main.getByRole("listitem").filter({ hasText: "Midnight’s Children" });
  for (const [typed, words] of [
    ["978-0-09-957851-3", "Midnight’s Children, 9780099578512, with 2 as digit 13"],
    ["9780099587512", "Midnight’s Children, 9780099578512, with 78 from digit 9 on"],
    ["0-09-957851-5", "Midnight’s Children, 9780099578512, with 4 as digit 10"],
  ] as const) {
    await searchFor(page, typed);
    await expect(main).toContainText(`${typed.replaceAll("-", "")} is no ISBN: a digit of it is wrong.`);
    await expect(meant).toHaveText(words);
    await expect(main.getByRole("article")).toHaveCount(0);
    await expect(main.getByRole("search").getByRole("combobox")).toHaveValue(typed);
    await expect(main.getByRole("textbox", { name: "ISBN" })).toHaveValue(typed);
  }
  await meant.getByRole("link").click();
  await expect(page).toHaveURL("/books/midnights-children");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “0-09-957851-5”");
  await searchFor(page, "9790000000002");
  await expect(main).toContainText("No book on our shelves has one like it.");
});

test("the nearest spelling is offered as a link and never put in place of what was typed", async ({ page }) => {
  await page.goto("/about");
  await expectReady(page);
  await searchFor(page, "tolkein");
  const main = page.getByRole("main");
  await expect(page).toHaveURL("/search?q=tolkein");
  await expect(page.getByRole("heading", { name: "No books found" })).toBeVisible();
  await expect(main.getByRole("search").getByRole("combobox")).toHaveValue("tolkein");
  const near = main.getByRole("region", { name: "Perhaps one of these" });
  await expect(near.getByRole("article")).toHaveText(/The Hobbit/);

  const spelling = main.getByText("Did you mean").getByRole("link", { name: "tolkien", exact: true });
  await expect(spelling).toHaveAttribute("href", "/search?q=tolkien");
  await spelling.click();
  await expect(page).toHaveURL("/search?q=tolkien");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “tolkien”");
  await expect(main.getByText("Did you mean")).toHaveCount(0);
  await expect(main.getByRole("article")).toHaveText(/The Hobbit/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “tolkein”");
  await expect(main.getByRole("search").getByRole("combobox")).toHaveValue("tolkein");
});

test("who searches too fast is told so on a page of the shop, and may try again from there", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 429/);
  await page.goto("/about");
  await expectReady(page);
  const words = "Many searches were sent. Please wait 1 second and try again.";
  await page.route("**/search.data?*", (route) => route.fulfill({ status: 429, body: words }));
  const box = page.getByRole("banner").getByRole("search", { name: "Search the shop" }).getByRole("combobox");
  await box.fill("tolkien");
  await box.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Please wait a moment");
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL("/search?q=tolkien");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Results for “tolkien”");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("a search in vain leads to the nearest spelling, to near titles, and by the form to a ticket", async ({
    page,
  }) => {
    await page.goto("/search");
    const main = page.getByRole("main");
    await main.getByRole("searchbox").fill("tolkein");
    await main.getByRole("searchbox").press("Enter");
    await main.getByRole("link", { name: "tolkien", exact: true }).click();
    await expect(page).toHaveURL("/search?q=tolkien");
    await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
    const header = page.getByRole("search", { name: "Search books" });
    await expect(header.getByRole("searchbox")).toHaveValue("tolkien");
    await header.getByRole("searchbox").fill("orwell austen xylophone");
    await header.getByRole("button", { name: "Search" }).click();
    const near = main.getByRole("region", { name: "Perhaps one of these" });
    await expect(near.getByRole("link", { name: "Pride and Prejudice" })).toBeVisible();
    const form = main.getByRole("region", { name: "Ask us for this book" });
    await expect(form.getByRole("textbox", { name: "Title" })).toHaveValue("orwell austen xylophone");
    await form.getByRole("textbox", { name: "E-mail" }).fill("asks.without.a.script@example.com");
    await form.getByRole("button", { name: "Ask for this book" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you for asking");
    const ticket = /EPT-\w{8}/.exec(page.url())![0];
    await expect(main).toContainText(ticket);
    await expectLetters(page, ticket, [
      `We have your request for a book, ticket ${ticket}`,
      `${ticket}: a reader asks for orwell austen xylophone`,
    ]);
  });
});
