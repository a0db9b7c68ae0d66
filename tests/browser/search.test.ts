import { expect, test } from "#tests/support/journey.ts";
import { expectReady } from "#tests/support/shopper.ts";

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
  await page.getByRole("link", { name: "Return to Homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("what a reader types is shown as text, never run", async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent("<img src=x onerror=alert(1)></script><script>alert(2)</script>")}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<img src=x onerror=alert(1)>");
  await expect(page.getByRole("heading", { name: "No books found" })).toBeVisible();
});
