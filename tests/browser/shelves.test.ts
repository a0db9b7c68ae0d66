/** Shelves in the browser: paging, price filter, facets, the sheet of filters on a phone, and going back. */
import type { Locator, Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { findWideElements } from "#tests/support/browser/page-faults.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

const fiction = "/categories/fiction";
const desk = { width: 1366, height: 900 };
const phone = { width: 360, height: 740 };
const openFacet = (sheet: Locator, name: string) => sheet.locator("summary").filter({ hasText: name }).click();
const titlesOf = (page: Page) => page.getByRole("main").getByRole("article").getByRole("heading").allTextContents();

test("on a desk a reader turns the pages, types a price, chooses by ticking, and comes back to where they were", async ({
  page,
}) => {
  await page.setViewportSize(desk);
  await page.goto(fiction);
  await expectReady(page);
  const choices = page.getByRole("complementary", { name: "Filter Fiction" });
  const status = page.getByRole("main").getByRole("status");
  const whole = await status.textContent();

  await test.step("to the next page and back", async () => {
    // Sorted by price: purchases of other journeys change the order of best sellers.
    await page.goto(`${fiction}?sort=price`);
    await expectReady(page);
    const first = await titlesOf(page);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/place=/);
    await expect(page.getByRole("navigation", { name: "More of Fiction" })).toContainText(/25 to 48 of \d{3}/);
    await expect.poll(async () => (await titlesOf(page)).filter((title) => first.includes(title))).toEqual([]);
    await page.getByRole("link", { name: "Previous" }).click();
    await expect.poll(() => titlesOf(page)).toEqual(first);
    await page.goto(fiction);
    await expectReady(page);
  });

  await test.step("a price of the reader's own is taken when it is typed", async () => {
    await choices.getByRole("textbox", { name: "from" }).fill("310");
    await choices.getByRole("textbox", { name: "to" }).fill("330");
    await choices.getByRole("textbox", { name: "to" }).press("Enter");
    await expect(page).toHaveURL(`${fiction}?price=310-330`);
    await expect(page.getByRole("list", { name: "Chosen" })).toContainText("₹310 to ₹330");
    await page.getByRole("link", { name: "Clear all" }).click();
    await expect(page).toHaveURL(fiction);
    await expect(status).toHaveText(whole!);
  });

  await choices.getByRole("checkbox", { name: /^Hardback/ }).click();
  await expect(page).toHaveURL(`${fiction}?format=hardback`);
  await expect(status).not.toHaveText(whole!);
  await expect(choices.getByRole("checkbox", { name: /^Hardback/ })).toBeFocused();
  await choices.getByRole("checkbox", { name: /^Paperback/ }).click();
  await expect(page).toHaveURL(`${fiction}?format=hardback,paperback`);
  await choices.getByRole("radio", { name: /^₹300 to ₹499/ }).click();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Price, lowest first");
  await expect(page).toHaveURL(`${fiction}?format=hardback,paperback&price=300-499&sort=price`);
  const chosen = page.getByRole("list", { name: "Chosen" }).getByRole("link", { name: /Hardback$/ });
  await expect(chosen).toHaveAttribute("href", /sort=price/);
  await chosen.click();
  await expect(page).toHaveURL(`${fiction}?format=paperback&price=300-499&sort=price`);
  await expect(choices.getByRole("checkbox", { name: /^Hardback/ })).not.toBeChecked();

  const titles = await titlesOf(page);
  const last = page.getByRole("main").getByRole("article").nth(15);
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  await last.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/books\//);
  await page.goBack();
  await expect(page).toHaveURL(`${fiction}?format=paperback&price=300-499&sort=price`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  expect(await titlesOf(page)).toEqual(titles);
  await page.goBack();
  await expect(page).toHaveURL(`${fiction}?format=hardback,paperback&price=300-499&sort=price`);
  await expect(choices.getByRole("checkbox", { name: /^Hardback/ })).toBeChecked();
});

test.describe("on a phone", () => {
  test.use({ viewport: phone, hasTouch: true });

  test("a sheet holds the choices, says how many books they leave, and gives the focus back", async ({ page }) => {
    await test.step("of a category, by keyboard", async () => {
      await page.goto(fiction);
      await expectReady(page);
      const opener = page.getByRole("link", { name: /^Filter/ });
      await opener.focus();
      await page.keyboard.press("Enter");
      const sheet = page.getByRole("dialog", { name: "Filter Fiction" });
      await expect(sheet).toBeVisible();
      await expect(page.getByRole("complementary", { name: "Filter Fiction" })).toBeHidden();
      const show = sheet.getByRole("button", { name: /^Show \d+ books?$/ });
      const status = page.getByRole("main").getByRole("status");
      const whole = await show.textContent();
      await expect(sheet.locator("summary").last()).toBeInViewport({ ratio: 1 });
      await openFacet(sheet, "Format");
      await sheet.getByRole("checkbox", { name: /^Hardback/ }).click();
      await expect(page).toHaveURL(`${fiction}?format=hardback`);
      // The address changes a moment before the books do.
      await expect(show).not.toHaveText(whole!);
      const ofFormat = await show.textContent();
      await openFacet(sheet, "Category");
      await sheet.getByRole("checkbox", { name: /^हिन्दी/ }).click();
      await expect(page).toHaveURL(`${fiction}?format=hardback&category=hindi`);
      await expect(show).not.toHaveText(ofFormat!);
      const words = (await show.textContent())!.replace("Show ", "");
      await show.click();
      await expect(sheet).toBeHidden();
      await expect(status).toHaveText(words);
      await expect(opener).toBeFocused();
      await expect(opener).toHaveText("Filter(2)");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);

      await page.keyboard.press("Enter");
      await expect(sheet).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(sheet).toBeHidden();
      await expect(opener).toBeFocused();
      // One step back undoes all choices of a sheet.
      await page.goBack();
      await expect(page).toHaveURL(fiction);
    });

    await test.step("of the results of a search, by touch: its one button shows what is left", async () => {
      await page.goto("/search?q=penguin");
      await expectReady(page);
      const status = page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^\d+ books?$/ });
      const whole = (await status.textContent())!;
      await page.getByRole("link", { name: /^Filter/ }).tap();
      const sheet = page.getByRole("dialog", { name: "Filter search results" });
      await openFacet(sheet, "Format");
      await sheet.getByRole("checkbox", { name: /^Hardback/ }).tap();
      await expect(page).toHaveURL("/search?q=penguin&format=hardback");
      // The sheet has one button and the cross in the corner, and the button stays visible at every scroll position.
      const buttons = sheet.getByRole("button");
      await expect(buttons).toHaveText(["", /^Show \d+ books?$/]);
      const show = buttons.last();
      await expect(show).not.toHaveText(`Show ${whole}`);
      await expect(show).toBeInViewport();
      await openFacet(sheet, "Price");
      await sheet.getByRole("radio").last().scrollIntoViewIfNeeded();
      await expect(show).toBeInViewport();
      expect(await findWideElements(page)).toEqual([]);
      const words = (await show.textContent())!.replace("Show ", "");
      await show.tap();
      await expect(sheet).toBeHidden();
      await expect(status).toHaveText(words);
      await page.getByRole("list", { name: "Chosen" }).getByRole("link", { name: "Clear all" }).tap();
      await expect(page).toHaveURL("/search?q=penguin");
      await expect(page.getByRole("list", { name: "Chosen" })).toBeHidden();
    });
  });
});
