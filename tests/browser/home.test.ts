/** The home page in the browser: search, copying the promotion's code, and limits on page weight and length. */
import type { Request } from "@playwright/test";
import sharp from "sharp";

import { sql } from "#db/sql.ts";

import { expect, test } from "#tests/support/browser/journey.ts";
import { findWideElements } from "#tests/support/browser/page-faults.ts";
import { expectHydrated, expectReady, putInCart } from "#tests/support/sales/shopper.ts";

/** Limits for the home page on a phone: bytes loaded, and length in screens. */
const maxPageBytes = 500_000;
const maxScreens = 8;

test("home begins with the skip link, does nothing on an empty search, and finds a book", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("Free delivery in India.")).toBeInViewport();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await expectReady(page);
  for (const place of ["banner", "main"] as const) {
    const search = page.getByRole(place).getByRole("search").filter({ visible: true });
    for (const text of ["", "   "]) {
      await search.getByRole("combobox").fill(text);
      await search.getByRole("button", { name: "Search" }).click();
      await search.getByRole("combobox").press("Enter");
    }
  }
  // The skip link has added its anchor to the address.
  await expect(page).toHaveURL(/\/#[a-z]+$/);
  await expect(page.getByRole("heading", { level: 1, name: "Discover Your Next Great Read" })).toBeVisible();

  const search = page.getByRole("main").getByRole("search");
  await search.getByRole("combobox").fill("jane éyre");
  await search.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Jane Eyre" })).toBeVisible();
});

test(
  "at every width no cover of the hero lies over another, and the author of the front book is named",
  { tag: "@pictures" },
  async ({ page }) => {
    await page.goto("/");
    for (const width of [320, 360, 390, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const covers = await page.locator(".fan > li").evaluateAll((items) =>
        items.map((item) => {
          const { left, right } = item.getBoundingClientRect();
          return { left, right, margin: (item as HTMLElement).offsetWidth * 0.05 };
        }),
      );
      expect(covers).toHaveLength(5);
      // A cover has a margin without letters, and the outer ones lean.
      for (const [at, { left, right, margin }] of covers.entries()) {
        expect([width, at, left >= 0, right <= width]).toEqual([width, at, true, true]);
        const next = covers[at + 1];
        if (next) expect([width, at, right - next.left <= margin]).toEqual([width, at, true]);
      }
      await expect(page.locator(".front-book a[href^='/authors/']").first()).toBeVisible();
    }
  },
);

test("the code is copied in one press, or marked where the clipboard is closed to us, and applied to the cart in another", async ({
  page,
  context,
  db,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from books b join works w on w.id = b.work_id join stock s on s.book_id = b.id
    where b.is_main and s.on_hand - s.reserved > 10 order by w.rating desc, w.rating_count desc limit 1`);
  await putInCart(page, rows[0]!.id);
  await page.goto("/");
  await expectReady(page);
  const sale = page.getByRole("region", { name: "Summer Reading Sale" });
  await expectHydrated(sale);
  await sale.getByRole("button", { name: "Copy code SUMMER20" }).click();
  await expect(sale.getByRole("button", { name: "Copied code SUMMER20" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("SUMMER20");

  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await sale.getByRole("button", { name: "Copied code SUMMER20" }).click();
  await expect(sale.getByRole("button", { name: "Selected code SUMMER20" })).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("SUMMER20");

  await sale.getByRole("button", { name: "Apply to my cart" }).click();
  await page.getByRole("status").getByRole("link", { name: "View your cart" }).click();
  await expect(page.getByRole("button", { name: "Remove code SUMMER20" })).toBeVisible();
});

test(
  "on a phone that saves data the home page is light and short, and what is far below comes when one is there",
  { tag: "@pictures" },
  async ({ openContext }) => {
    const viewport = { width: 390, height: 844 };
    const context = await openContext({ viewport, deviceScaleFactor: 3, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    const came: Request[] = [];
    page.on("requestfinished", (request) => came.push(request));
    const isDevanagari = (request: Request) => /devanagari.*\.woff2$/.test(request.url());
    await page.goto("/");
    await expectReady(page);
    // The last scripts load after hydration.
    await expect.poll(() => came.some((request) => /\/below-hero-[^/]*\.js$/.test(request.url()))).toBe(true);
    await page.waitForLoadState("networkidle");
    const sizes = await Promise.all(came.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
    expect(came.length).toBeGreaterThan(20);
    expect(bytes).toBeLessThan(maxPageBytes);
    expect(came.filter(isDevanagari)).toEqual([]);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThan(maxScreens * viewport.height);
    expect(height).toBeGreaterThan(6 * viewport.height);

    await page.getByRole("region", { name: "From our readers" }).scrollIntoViewIfNeeded();
    await expect.poll(() => came.filter(isDevanagari).length).toBeGreaterThan(0);
    // The reserved heights match the real ones.
    for (let above = 0; above < height; above += viewport.height) await page.mouse.wheel(0, viewport.height);
    const grown = (await page.evaluate(() => document.documentElement.scrollHeight)) - height;
    expect(Math.abs(grown)).toBeLessThan(100);
    await page
      .getByRole("region", { name: "Curated Reading Lists" })
      .getByRole("link", { name: /^Summer/ })
      .tap();
    await expect(page).toHaveURL("/reading-lists/summer");
    await expect(page.getByRole("heading", { level: 1, name: "Summer" })).toBeVisible();
  },
);

test(
  "a picture of the whole home page of a phone shows all of it, no wider than the screen, when the network is quiet",
  { tag: "@pictures" },
  async ({ openContext }) => {
    const context = await openContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.locator("html")).toHaveAttribute("data-far", "drawn");
    expect(await findWideElements(page)).toEqual([]);
    const left = () => page.evaluate(() => [...document.images].filter(({ complete }) => !complete).length);
    await expect.poll(left).toBe(0);
    expect(await highestBand(await page.screenshot({ fullPage: true }))).toBeLessThan(300);
  },
);

/** The height in pixels of the largest band of a picture that has one colour over the whole width. */
async function highestBand(png: Buffer): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const rowBytes = info.width * info.channels;
  let [highest, height] = [0, 0];
  for (let row = 0; row < info.height; row += 1) {
    const pixels = data.subarray(row * rowBytes, (row + 1) * rowBytes);
    const before = row === 0 ? pixels : data.subarray((row - 1) * rowBytes, row * rowBytes);
    const isPlain = pixels.every((value, place) => value === pixels[place % info.channels]);
    height = isPlain && pixels.equals(before) ? height + 1 : isPlain ? 1 : 0;
    highest = Math.max(highest, height);
  }
  return highest;
}
