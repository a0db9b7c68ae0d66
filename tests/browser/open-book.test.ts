/** Looking inside a book: the animation, the keyboard, and small phones. */
import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults } from "#tests/support/browser/page-faults.ts";
import { oddPlaces } from "#tests/support/odd-books.ts";
import { expectBadge, expectReady } from "#tests/support/sales/shopper.ts";

declare global {
  interface Window {
    /** The duration of each view transition of the cover, in milliseconds. */
    turns: number[];
  }
}

/** The right-hand page; a page of the book contains articles of its own. */
const leaf = (page: Page) => page.locator("article.open-book-leaf");
const way = (page: Page) =>
  page.getByRole("link", { name: /^(Open the book|A word from the bookseller|See the title page)$/ });
const closing = (page: Page) => page.getByRole("link", { name: "Close the book" });

/** Records the view transitions of the cover from now on. */
async function watchTurns(page: Page) {
  await page.addInitScript(() => {
    window.turns = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...args) => {
      const transition = start(...args);
      const note = () => {
        for (const { effect } of document.getAnimations())
          if (effect instanceof KeyframeEffect && effect.pseudoElement === "::view-transition-old(turning-board)")
            window.turns.push(Number(effect.getTiming().duration));
      };
      transition.ready.then(note, () => {});
      return transition;
    };
  });
}

test("pointed at, the cover loads what opens; pressed, it turns and the book lies open; Back closes it, and it is bought from its bookplate", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await watchTurns(page);
  await page.goto("/books/mindful-reading");
  await expectReady(page);
  expect(asked.filter((path) => path.includes("look-inside"))).toEqual([]);
  await way(page).focus();
  await expect.poll(() => asked).toContain("/books/mindful-reading/look-inside.data");
  await expect.poll(() => asked.some((path) => /\/assets\/look-inside.*\.js$/.test(path))).toBe(true);

  await page.evaluate(() => window.scrollTo({ top: 120, behavior: "instant" }));
  // The cover is itself the link.
  await page.getByRole("img", { name: /^Cover of Mindful Reading/ }).click({ force: true });
  await expect(page).toHaveURL("/books/mindful-reading/look-inside");
  await expect(leaf(page).getByRole("heading", { level: 2, name: "The chair" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.turns)).toEqual([250]);
  await expect(leaf(page)).toBeFocused();

  await page.goBack();
  await expect(page).toHaveURL("/books/mindful-reading");
  await expect(page.getByRole("heading", { level: 1, name: "Mindful Reading" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120);
  await expect(way(page)).toBeFocused();
  await page.goForward();
  await expect(leaf(page).getByRole("heading", { level: 2, name: "The chair" })).toBeVisible();

  const bookplate = page.getByRole("complementary", { name: "The book" });
  await expect(bookplate).toContainText("₹");
  await bookplate.getByRole("button", { name: /^Add to Cart/ }).click();
  await expect(bookplate.getByRole("link", { name: "In your cart, 1" })).toBeVisible();
  await expectBadge(page, 1);
  await closing(page).click();
  await expect(page).toHaveURL("/books/mindful-reading");
  await expect(page.getByRole("region", { name: "What readers say" })).toContainText("4 reviews");

  await test.step("with reduced motion nothing turns", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/books/the-guide");
    await expectReady(page);
    await way(page).click();
    await expect(leaf(page)).toContainText("Watch the commas in this one.");
    expect((await page.evaluate(() => window.turns)).every((duration) => duration < 1)).toBe(true);
  });
});

test("by keyboard Enter opens it, Escape and the link close it, the focus comes back, and what is typed has its own Escape", async ({
  page,
  db,
}) => {
  await page.goto("/books/raag-darbari");
  await expectReady(page);
  for (const close of ["Escape", "Enter"]) {
    await way(page).focus();
    await page.keyboard.press("Enter");
    await expect(leaf(page)).toBeFocused();
    await expect(leaf(page)).toHaveAccessibleName("राग दरबारी");
    if (close === "Enter") await closing(page).focus();
    await page.keyboard.press(close);
    await expect(page).toHaveURL("/books/raag-darbari");
    await expect(way(page)).toBeFocused();
  }

  await test.step("Escape in what is typed, or in what lies over the page, does not close the book", async () => {
    await page.goto("/books/godan/look-inside");
    await expectReady(page);
    const box = page.getByRole("banner").getByRole("combobox").first();
    await box.fill("tagore");
    // The first two presses close the suggestions and clear the box.
    for (let press = 0; press < 4; press += 1) await box.press("Escape");
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole("banner").getByRole("button", { name: "Menu", exact: true }).click();
    await expect(page.locator(":popover-open")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator(":popover-open")).toHaveCount(0);
    await expect(leaf(page)).toBeVisible();
    await expect(page).toHaveURL("/books/godan/look-inside");
  });

  await test.step("opened by its address, it has nothing behind it: Escape leads to the book all the same", async () => {
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/books/godan");
  });

  await test.step("however long title and names are, price and button are on the first screen", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await oddPlaces["an open book with a very long title"]!(page, db);
    const bookplate = page.getByRole("complementary", { name: "The book" });
    await expect(bookplate.getByRole("button", { name: /^Add to Cart/ })).toBeInViewport({ ratio: 1 });
    await expect(bookplate.getByText("₹98,765.50").filter({ visible: true })).toBeInViewport({ ratio: 1 });
  });
});

test("on a small phone one page is seen at a time, at full width, with the price in view", async ({ openContext }) => {
  const context = await openContext({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto("/books/tomb-of-sand");
  await expectReady(page);
  await expect(way(page)).toBeInViewport({ ratio: 1 });
  await way(page).tap();
  await expect(leaf(page)).toContainText("For the first part, an old woman will not get up.");
  await expect(leaf(page).getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
  expect((await leaf(page).boundingBox())!.width).toBe(360);
  const add = page.getByRole("button", { name: /^Add to Cart/ });
  for (const scroll of [0, 100_000]) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), scroll);
    await expect(add).toBeInViewport({ ratio: 1 });
    // During the transition its picture covers the page.
    const isOnTop = () =>
      add.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    await expect.poll(isOnTop).toBe(true);
  }
  await expectNoFaults(page, "an open book on a small phone");
});
