import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";

const cardsOf = (page: Page) => page.getByRole("main").getByRole("article");

/** How many covers stand in each row. */
async function rowsOf(page: Page): Promise<number[]> {
  const tops = await cardsOf(page).evaluateAll((cards) =>
    cards.map((card) => Math.round(card.getBoundingClientRect().y)),
  );
  return [...Map.groupBy(tops, (top) => top).values()].map(({ length }) => length);
}

test("a category has one column beside its books: four of them on a desk, five on a wide one, prices on the first screen", async ({
  page,
}) => {
  for (const [width, height, columns] of [
    [1280, 900, 4],
    [1600, 1000, 5],
    [1920, 1080, 5],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/categories/fiction");
    expect((await rowsOf(page))[0], `${width} px`).toBe(columns);
    const list = (await page.getByRole("navigation", { name: "All categories" }).boundingBox())!;
    const choices = (await page.getByRole("complementary", { name: "Filter Fiction" }).boundingBox())!;
    expect(Math.abs(list.x - choices.x)).toBeLessThan(20);
    expect(list.y + list.height).toBeLessThan(choices.y);
    const price = (await cardsOf(page)
      .first()
      .getByText(/^₹[\d,]+\.\d\d$/)
      .first()
      .boundingBox())!;
    expect(price.y + price.height).toBeLessThan(height);
  }
});

test("the list of categories has those under the one that is open, and of a long facet the first five are in sight", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/categories/poetry");
  const list = page.getByRole("navigation", { name: "All categories" });
  await expect(list.getByRole("link", { name: /^Classics \d+ books$/ })).toBeVisible();
  await expect(list.getByRole("link", { name: /^Non-fiction \d+ books$/ })).toBeVisible();
  await expect(list.getByRole("link", { name: /^History/ })).toHaveCount(0);
  const authors = page.getByRole("complementary", { name: /^Filter/ }).getByRole("group", { name: "Author" });
  await expect(authors.getByRole("checkbox")).toHaveCount(5);
  await authors.getByText(/^\d+ more$/).click();
  await expect(authors.getByRole("checkbox")).toHaveCount(10);
});

test("on a phone no book stands alone in the last row of a shelf: it lies beside its words", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const address of ["/authors/r-k-narayan", "/books/malgudi-days"]) {
    await page.goto(address);
    const rows = await rowsOf(page);
    const last = cardsOf(page).last();
    if (rows.at(-1) !== 1) continue;
    const cover = (await last.locator(".cover").boundingBox())!;
    const title = (await last.getByRole("heading").boundingBox())!;
    expect(title.x, address).toBeGreaterThanOrEqual(cover.x + cover.width);
    expect(title.y).toBeLessThan(cover.y + cover.height);
  }
});

test("on a tablet and a desk the last card of a shelf is as wide as the others", async ({ page }) => {
  for (const [width, address] of [
    [700, "/search"],
    [768, "/categories/poetry"],
    [768, "/authors/agatha-christie"],
    [1280, "/authors/amitav-ghosh"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(address);
    const widths = await cardsOf(page).evaluateAll((cards) =>
      cards.filter((card) => card.checkVisibility()).map((card) => Math.round(card.getBoundingClientRect().width)),
    );
    expect(new Set(widths).size, `${address} at ${width} px: ${widths}`).toBe(1);
  }
});

test("a row of five books shows as many as stand in it: three, four or five, and never a hole", async ({ page }) => {
  const shelf = page.getByRole("region", { name: "On the same shelf" });
  await page.goto("/books/malgudi-days");
  for (const [width, shown] of [
    [700, 3],
    [768, 4],
    [1280, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(shelf.getByRole("article").filter({ visible: true }), `${width} px`).toHaveCount(shown);
  }
});

test("the button of a book that was found alone is no wider than that of a card", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/search?q=tolkien");
  await expect(cardsOf(page)).toHaveCount(1);
  const button = (await cardsOf(page)
    .getByRole("button", { name: /^Add to Cart/ })
    .boundingBox())!;
  expect(button.width).toBeLessThan(360);
});

test("how many books a category has stands beside its name, or below it on the same edge", async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/categories");
    const names = page.getByRole("navigation", { name: "All categories" }).locator(".category-name");
    const askew = await names.evaluateAll((all) =>
      all.flatMap((name) => {
        const [own, count] = [name.getBoundingClientRect(), name.nextElementSibling!.getBoundingClientRect()];
        return count.top > own.bottom - 4 && Math.abs(count.left - own.left) > 1 ? [name.textContent] : [];
      }),
    );
    expect(await names.count()).toBeGreaterThan(20);
    expect(askew, `${width} px`).toEqual([]);
  }
});
