import type { Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { expect, test } from "#tests/support/journey.ts";
import { tooWide } from "#tests/support/look-over.ts";
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
  const choices = page.getByRole("complementary", { name: "Filter Fiction" });
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
  for (const address of [`${fiction}?format=hardback,paperback&price=300-499&sort=price`]) {
    await page.goBack();
    await expect(page).toHaveURL(address);
  }
  await expect(choices.getByRole("checkbox", { name: /^Hardback/ })).toBeChecked();
});

test("what every book of a shelf has is no choice: only what leaves fewer is offered", async ({ page }) => {
  await page.setViewportSize(desk);
  await page.goto("/categories/poetry");
  const total = Number.parseInt((await page.getByRole("main").getByRole("status").first().textContent())!, 10);
  const counts = await page
    .getByRole("complementary", { name: "Filter Poetry and plays" })
    .locator(".shelf-choice .figures")
    .evaluateAll((all) => all.map((count) => Number.parseInt(count.textContent!, 10)));
  expect(counts.length).toBeGreaterThan(5);
  expect(Math.max(...counts)).toBeLessThan(total);
});

test("a price of the reader's own is taken when it is typed, and one that cannot be is told", async ({ page }) => {
  await page.setViewportSize(desk);
  await page.goto(fiction);
  await expectReady(page);
  const choices = page.getByRole("complementary", { name: "Filter Fiction" });
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

test("whoever reads a shelf to its end while books come and go meets no book twice and misses none that stayed", async ({
  page,
  db,
}) => {
  const shelf = "/authors/walking-author?sort=title";
  const titles = page.getByRole("main").getByRole("article").getByRole("heading");
  const next = page.getByRole("main").getByRole("link", { name: "Next" });
  const before = Array.from({ length: 60 }, (_, nth) => `Walk ${100 + nth}`);
  const gone: string[] = [];
  const seen: string[] = [];
  const came: string[] = [];
  await db.execute(sql`
    insert into authors (id, name, bio, image_url)
    select 'walking-author', 'Walking Author', '', image_url from authors where id = 'satyajit-ray'`);
  try {
    await addBooks(db, before);
    await page.goto(shelf);
    await expectReady(page);
    for (;;) {
      const titlesHere = await titles.allTextContents();
      seen.push(...titlesHere);
      if ((await next.count()) === 0) break;
      // One that was read, the last of this page, and one that is still to come.
      const going = [titlesHere[3]!, titlesHere.at(-1)!, before[before.indexOf(titlesHere.at(-1)!) + 2]!];
      gone.push(...going);
      await db.execute(sql`
        update books set is_listed = false where work_id in (select id from works where title = any(${going}::text[]))`);
      // One for a page that was read, and one for the page that comes.
      came.push(`${titlesHere.at(-1)} and a half`);
      await addBooks(db, [`${titlesHere[5]} and a half`, came.at(-1)!]);
      await next.click();
      await expect(titles.filter({ hasText: titlesHere[0]! })).toHaveCount(0);
    }
    expect(came.length).toBeGreaterThan(1);
    expect(seen).toEqual([...before.filter((title) => seen.includes(title)), ...came].sort());
    expect(before.filter((title) => !gone.includes(title) && !seen.includes(title))).toEqual([]);
  } finally {
    await db.execute(sql`delete from works where title like 'Walk 1%'`);
    await db.execute(sql`delete from authors where id = 'walking-author'`);
  }
});

/** Books of one author come to the shop, too old for the newest ones. */
async function addBooks(db: Db, titles: string[]) {
  const given = sql`(select title, lower(title) as words, lower(replace(title, ' ', '-')) as id from unnest(${titles}::text[]) title)`;
  await db.execute(sql`
    insert into works (id, title, search_text, description) select id, title, words, '' from ${given} given`);
  await db.execute(sql`
    insert into work_contributors (work_id, author_id, role, position)
    select id, 'walking-author', 'author', 0 from ${given} given`);
  await db.execute(sql`
    insert into books (id, work_id, is_main, format, language, mrp_paise, price_paise, cover_key, created_at)
    select given.id, given.id, true, 'paperback', 'en', 29900, 24900, b.cover_key, '2001-01-01'
    from ${given} given join books b on b.id = 'godan'`);
}

test.describe("on a phone", () => {
  test.use({ viewport: phone, hasTouch: true });

  test("the results of a search have the same sheet, whose one button shows what is left", async ({ page }) => {
    await page.goto("/search?q=penguin");
    await expectReady(page);
    const status = page
      .getByRole("main")
      .getByRole("status")
      .filter({ hasText: /^\d+ books?$/ });
    const whole = (await status.textContent())!;
    await page.getByRole("link", { name: /^Filter/ }).tap();
    const sheet = page.getByRole("dialog", { name: "Filter search results" });
    await sheet.getByRole("checkbox", { name: /^Hardback/ }).tap();
    await expect(page).toHaveURL("/search?q=penguin&format=hardback");
    // Besides the cross in the corner there is one button, and it stays on the screen wherever the sheet is scrolled.
    const buttons = sheet.getByRole("button");
    await expect(buttons).toHaveText(["", /^Show \d+ books?$/]);
    const show = buttons.last();
    await expect(show).not.toHaveText(`Show ${whole}`);
    await expect(show).toBeInViewport();
    await sheet.getByRole("radio").last().scrollIntoViewIfNeeded();
    await expect(show).toBeInViewport();
    expect(await tooWide(page)).toEqual([]);
    const words = (await show.textContent())!.replace("Show ", "");
    await show.tap();
    await expect(sheet).toBeHidden();
    await expect(status).toHaveText(words);
    await page.getByRole("list", { name: "Chosen" }).getByRole("link", { name: "Clear all" }).tap();
    await expect(page).toHaveURL("/search?q=penguin");
    await expect(page.getByRole("list", { name: "Chosen" })).toBeHidden();
  });

  test("a sheet holds the choices, says how many books they leave, and gives the focus back", async ({ page }) => {
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
    await sheet.getByRole("checkbox", { name: /^Hardback/ }).click();
    await expect(page).toHaveURL(`${fiction}?format=hardback`);
    // The address is there a moment before the books are.
    await expect(show).not.toHaveText(whole!);
    const ofFormat = await show.textContent();
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
    // All choices of one sheet are one step back.
    await page.goBack();
    await expect(page).toHaveURL(fiction);
  });
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test("the form stands below the books and is sent with its button", async ({ page }) => {
    await page.goto("/search?q=the");
    await page.getByRole("link", { name: /^Filter/ }).click();
    const choices = page.getByRole("complementary", { name: "Filter search results" });
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
