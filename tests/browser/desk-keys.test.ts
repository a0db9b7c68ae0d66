/** The desk by keys: the search from every page, and rows of lists. */
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { openDeskPage } from "#tests/support/places/desk-places.ts";
import { expect, test } from "#tests/support/browser/journey.ts";

test("Ctrl K finds a setting, an action and a book, and remembers what was opened", async ({ db, openContext }) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "owner");
  const page = await context.newPage();
  await openDeskPage(page, "/authors");
  const box = page.getByLabel("Find an order");
  const results = page.getByRole("listbox", { name: "Results" });
  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  await box.pressSequentially("saturd");
  await expect(results.getByRole("option", { name: "The shop packs on" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.locator("#PACKING_WEEKDAYS")).toBeInViewport();
  await expect(results).toBeHidden();

  await page.keyboard.press("Control+k");
  await box.pressSequentially("add a b");
  await results.getByRole("option", { name: "Add a book" }).click();
  await expect(page).toHaveURL(/\/books\/new$/);
  await expect(page.getByLabel("ISBN")).toBeFocused();

  await page.keyboard.press("Control+k");
  const last = results.getByRole("group", { name: "Opened last" });
  await expect(last.getByRole("option")).toHaveText(["Add a book", "The shop packs on"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(results).toBeHidden();
  await box.pressSequentially("hobb");
  await expect(results.getByRole("option", { name: /^The Hobbit/ })).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Find" })).toBeVisible();
  await expect(box).toHaveValue("hobb");
});

test("j and k move through the rows of a list, and Enter opens one", async ({ db, openContext }) => {
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await signInAtDesk(context, db, "bookseller");
  const page = await context.newPage();
  await openDeskPage(page, "/categories");
  const rows = page.getByRole("main").getByRole("listitem").getByRole("link");
  // The keys work once the page's effects have run.
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(rows.first()).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rows.nth(1)).toBeFocused();
  const to = await rows.nth(1).getAttribute("href");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${to!}$`));
});
