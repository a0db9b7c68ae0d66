/** The layout of shelves: columns, rows of equal length, and the facets next to the books. */
import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";

const cardsOf = (page: Page) => page.getByRole("main").locator(".book-shelf").first().getByRole("article");

const cover = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="480"/>`;

// The box of a cover has its size before the picture loads, and drawing pictures takes most of the time of these pages.
test.beforeEach(async ({ page }) => {
  await page.route(/\/(covers|portraits)\//, (route) => route.fulfill({ contentType: "image/svg+xml", body: cover }));
});

/** The number of covers in each row. */
async function rowsOf(page: Page): Promise<number[]> {
  const tops = await cardsOf(page).evaluateAll((cards) =>
    cards.map((card) => Math.round(card.getBoundingClientRect().y)),
  );
  return [...Map.groupBy(tops, (top) => top).values()].map(({ length }) => length);
}

test("a category has one column beside its books: four of them on a desk, five on a wide one, prices on the first screen", async ({
  page,
}) => {
  await page.goto("/categories/fiction");
  for (const [width, height, columns] of [
    [1280, 900, 4],
    [1600, 1000, 5],
    [1920, 1080, 5],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect.soft((await rowsOf(page))[0], `${width} px`).toBe(columns);
    const list = (await page.getByRole("navigation", { name: "All categories" }).boundingBox())!;
    const choices = (await page.getByRole("complementary", { name: "Filter Fiction" }).boundingBox())!;
    expect.soft(Math.abs(list.x - choices.x), `${width} px`).toBeLessThan(20);
    expect.soft(list.y + list.height, `${width} px`).toBeLessThan(choices.y);
    const price = (await cardsOf(page)
      .first()
      .getByText(/^₹[\d,]+\.\d\d$/)
      .first()
      .boundingBox())!;
    expect.soft(price.y + price.height, `${width} px`).toBeLessThan(height);
  }
  const authors = page.getByRole("complementary", { name: /^Filter/ }).getByRole("group", { name: "Author" });
  await expect(authors.getByRole("checkbox")).toHaveCount(5);
  await authors.getByText(/^\d+ more$/).click();
  await expect(authors.getByRole("checkbox")).toHaveCount(10);
});

test("on every width the last row of a shelf is as even as the others, and a row of five has no hole", async ({
  page,
}) => {
  await test.step("on a phone a book that is alone in the last row is a card as the others", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const address of ["/authors/r-k-narayan", "/authors/amitav-ghosh"]) {
      await page.goto(address);
      const rows = await rowsOf(page);
      const last = cardsOf(page).last();
      if (rows.at(-1) !== 1) continue;
      const box = (await last.locator(".cover").boundingBox())!;
      const title = (await last.getByRole("heading").boundingBox())!;
      expect.soft(Math.round(title.x), address).toBe(Math.round(box.x));
      expect.soft(title.y, address).toBeGreaterThanOrEqual(box.y + box.height);
    }
  });

  await test.step("a row of five books shows as many as fit: three, four or five", async () => {
    await page.goto("/books/malgudi-days");
    const shelf = page.getByRole("region", { name: "On the same shelf" });
    for (const [width, shown] of [
      [360, 4],
      [700, 3],
      [768, 4],
      [1280, 5],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect.soft(shelf.getByRole("article").filter({ visible: true }), `${width} px`).toHaveCount(shown);
    }
  });

  await test.step("on a tablet and a desk the last card of a shelf is as wide as the others", async () => {
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
      expect.soft(new Set(widths).size, `${address} at ${width} px: ${widths}`).toBe(1);
    }
  });

  await test.step("the button of a book that was found alone is no wider than that of a card", async () => {
    await page.goto("/search?q=tolkien");
    const found = page.locator("#books").getByRole("article");
    await expect(found).toHaveCount(1);
    const button = (await found.getByRole("button", { name: /^Add to Cart/ }).boundingBox())!;
    expect.soft(button.width).toBeLessThan(360);
  });

  await test.step("how many books a category has is beside its name, or below it on the same edge", async () => {
    await page.goto("/categories");
    const names = page.getByRole("navigation", { name: "All categories" }).locator(".category-name");
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const askew = await names.evaluateAll((all) =>
        all.flatMap((name) => {
          const [own, count] = [name.getBoundingClientRect(), name.nextElementSibling!.getBoundingClientRect()];
          return count.top > own.bottom - 4 && Math.abs(count.left - own.left) > 1 ? [name.textContent] : [];
        }),
      );
      expect(await names.count()).toBeGreaterThan(20);
      expect.soft(askew, `${width} px`).toEqual([]);
    }
  });
});
