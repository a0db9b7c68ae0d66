import type { Page } from "@playwright/test";

import { sql } from "#db/sql.ts";
import { expect, test } from "#tests/support/journey.ts";
import { expectReady } from "#tests/support/shopper.ts";

const fiction = "/categories/fiction";
const desk = { width: 1366, height: 900 };
const phone = { width: 360, height: 740 };
const titlesOf = (page: Page) => page.getByRole("main").getByRole("article").getByRole("heading").allTextContents();

test("on a desk a reader chooses by ticking, sees what is left at once, and comes back to where they were", async ({
  page,
}) => {
  await page.setViewportSize(desk);
  await page.goto(fiction);
  await expectReady(page);
  const choices = page.getByRole("complementary", { name: "Narrow Fiction" });
  const status = page.getByRole("main").getByRole("status");
  const whole = await status.textContent();
  await choices.getByRole("checkbox", { name: /^Hardback/ }).click();
  await expect(page).toHaveURL(`${fiction}?format=hardback`);
  await expect(status).not.toHaveText(whole!);
  await expect(choices.getByRole("checkbox", { name: /^Hardback/ })).toBeFocused();
  await choices.getByRole("checkbox", { name: /^Paperback/ }).click();
  await expect(page).toHaveURL(`${fiction}?format=hardback,paperback`);
  await choices.getByRole("radio", { name: /^₹300 to ₹499/ }).click();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Price, lowest first");
  await expect(page).toHaveURL(`${fiction}?format=hardback,paperback&price=300-499&sort=price`);
  await page
    .getByRole("list", { name: "Chosen" })
    .getByRole("link", { name: /Hardback$/ })
    .click();
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
  for (const address of [`${fiction}?format=hardback,paperback&price=300-499&sort=price`]) {
    await page.goBack();
    await expect(page).toHaveURL(address);
  }
  await expect(choices.getByRole("checkbox", { name: /^Hardback/ })).toBeChecked();
});

test("a price of the reader's own is taken when it is typed, and one that cannot be is told", async ({ page }) => {
  await page.setViewportSize(desk);
  await page.goto(fiction);
  await expectReady(page);
  const choices = page.getByRole("complementary", { name: "Narrow Fiction" });
  await choices.getByRole("textbox", { name: "from" }).fill("310");
  await choices.getByRole("textbox", { name: "to" }).fill("330");
  await choices.getByRole("textbox", { name: "to" }).press("Enter");
  await expect(page).toHaveURL(`${fiction}?price=310-330`);
  await expect(page.getByRole("list", { name: "Chosen" })).toContainText("₹310 to ₹330");
  await page.goto(`${fiction}?price=900-100`);
  await expect(page.getByText("There is no price from ₹900 to ₹100, so every price is shown.")).toBeVisible();
});

test("the pages of a shelf stay in step while books come and go", async ({ page, db }) => {
  await page.setViewportSize(desk);
  await page.goto("/categories/non-fiction");
  await expectReady(page);
  const first = await titlesOf(page);
  const { rows: gone } = await db.execute<{ id: string }>(sql`
    update books set is_listed = false where is_listed and work_id in (
      select work_id from listings where facets @> array['category:non-fiction'] order by popularity desc, work_id limit 3)
    returning id`);
  try {
    const { rows } = await db.execute<{ title: string }>(sql`
      select w.title from listings l join works w on w.id = l.work_id where l.facets @> array['category:non-fiction']
      order by l.popularity desc, l.work_id offset 21 limit 24`);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/place=/);
    await expect.poll(() => titlesOf(page)).toEqual(rows.map(({ title }) => title));
    await page.getByRole("link", { name: "Previous" }).click();
    await expect.poll(async () => (await titlesOf(page)).slice(0, 3)).toEqual(first.slice(3, 6));
  } finally {
    await db.execute(sql`update books set is_listed = true where id = any(${gone.map(({ id }) => id)}::text[])`);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("a sheet holds the choices, says how many books they leave, and gives the focus back", async ({ page }) => {
    await page.goto(fiction);
    await expectReady(page);
    const opener = page.getByRole("link", { name: /^Narrow/ });
    await opener.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Narrow Fiction" });
    await expect(sheet).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Narrow Fiction" })).toBeHidden();
    await sheet.getByRole("checkbox", { name: /^Hardback/ }).click();
    await expect(page).toHaveURL(`${fiction}?format=hardback`);
    const show = sheet.getByRole("button", { name: /^Show \d+ books?$/ });
    const ofHardbacks = (await show.textContent())!;
    await sheet.getByRole("checkbox", { name: /^हिन्दी/ }).click();
    await expect(page).toHaveURL(`${fiction}?format=hardback&category=hindi`);
    await expect(show).not.toHaveText(ofHardbacks);
    const words = (await show.textContent())!.replace("Show ", "");
    await show.click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("main").getByRole("status")).toHaveText(words);
    await expect(opener).toBeFocused();
    await expect(opener).toHaveText("Narrow(2)");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);

    await page.keyboard.press("Enter");
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
    // All choices of one sheet are one step back.
    await page.goBack();
    await expect(page).toHaveURL(fiction);
  });
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test("the form stands below the books and is sent with its button", async ({ page }) => {
    await page.goto("/search?q=the");
    await page.getByRole("link", { name: /^Narrow/ }).click();
    const choices = page.getByRole("complementary", { name: "Narrow search results" });
    await choices.getByRole("checkbox", { name: /^Hardback/ }).check();
    await choices.getByRole("checkbox", { name: /^Paperback/ }).check();
    await choices.getByRole("radio", { name: /^₹300 to ₹499/ }).check();
    await choices.getByRole("button", { name: "Show these books" }).click();
    await expect(page).toHaveURL("/search?q=the&format=hardback,paperback&price=300-499");
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Newest");
    await page.getByRole("button", { name: "Sort" }).click();
    await expect(page).toHaveURL("/search?q=the&format=hardback,paperback&price=300-499&sort=newest");
    await page.getByRole("link", { name: /Hardback$/ }).click();
    await expect(page).toHaveURL("/search?q=the&format=paperback&price=300-499&sort=newest");
  });
});
