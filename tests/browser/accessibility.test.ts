import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";
import { lookOver, violations } from "#tests/support/look-over.ts";
import {
  expectPaid,
  expectReady,
  openCart,
  openWidget,
  payButton,
  payInWidget,
  putInCart,
} from "#tests/support/shopper.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1280, height: 900 } });

/** Each page and state that is looked at, and how a reader gets there. */
const places: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto("/"),
  "a book": (page) => page.goto("/books/foundation-and-empire"),
  categories: (page) => page.goto("/categories"),
  "one category": (page) => page.goto("/categories/poetry"),
  authors: (page) => page.goto("/authors"),
  "one author": (page) => page.goto("/authors/r-k-narayan"),
  "best sellers": (page) => page.goto("/best-sellers"),
  "a series": (page) => page.goto("/series/foundation"),
  "a search that found books": (page) => page.goto("/search?q=the%20s"),
  "a search that found none": (page) => page.goto("/search?q=zzzqqq"),
  "an empty cart": (page) => page.goto("/cart"),
  "a cart with books": async (page) => {
    await putInCart(page, "malgudi-days", "the-hobbit");
    await openCart(page);
  },
  "a cart with errors": async (page) => {
    await putInCart(page, "malgudi-days");
    await openCart(page);
    await payButton(page).click();
    await expect(page.getByText("Please look at these:")).toBeVisible();
  },
  "a paid cart": async (page) => {
    await payInWidget(await openWidget(page, "the-monk-who-sold-his-ferrari"));
    await expectPaid(page);
  },
  "an order": async (page) => {
    await payInWidget(await openWidget(page, "the-monk-who-sold-his-ferrari"));
    await page.goto(`/orders/${await expectPaid(page)}`);
  },
  "a page that is not open yet": (page) => page.goto("/wishlist"),
  "a missing book": (page) => page.goto("/books/no-such-book"),
  "a missing page": (page) => page.goto("/no/such/page"),
};

for (const [place, goTo] of Object.entries(places)) {
  test(`${place} has nothing that axe finds, in light and dark, small and large, and never scrolls sideways`, async ({
    page,
    expectTrouble,
  }) => {
    expectTrouble(/status of (404|422)/);
    await goTo(page);
    await expectReady(page);
    await lookOver(page, place);
  });
}

test("home's colours stand out also where it is large and dark, or small and light", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expectReady(page);
  expect.soft(await violations(page, "color-contrast"), "1280 px, dark").toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await violations(page, "color-contrast"), "360 px, light").toEqual([]);
});

test("the small-screen menu and search have nothing that axe finds", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/about");
  await expectReady(page);
  for (const name of ["Menu", "Search"]) {
    await page.getByRole("banner").getByRole("button", { name, exact: true }).first().click();
    expect.soft(await violations(page), name).toEqual([]);
    await page.keyboard.press("Escape");
  }
});

test("the message after an add has nothing that axe finds, in light and dark", async ({ page }) => {
  await page.goto("/books/jaya");
  await expectReady(page);
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Jaya is in your cart.")).toBeVisible();
  expect.soft(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await violations(page, "color-contrast")).toEqual([]);
});
