import { expect, test } from "#tests/support/journey.ts";
import { expectReady } from "#tests/support/shopper.ts";

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

test("on a phone the header goes as one reads on, is back on scrolling up, and moves nothing", async ({
  openContext,
}) => {
  const page = await (await openContext(phone)).newPage();
  await page.addInitScript(() => {
    const moved = { sum: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/categories/fiction");
  await expectReady(page);
  const header = page.getByRole("banner");
  const cart = header.getByRole("link", { name: /^Cart/ });
  await expect(cart).toBeInViewport();
  const scrolledTo = () => page.evaluate(() => Math.round(scrollY));
  await page.mouse.wheel(0, 1600);
  await expect.poll(scrolledTo).toBe(1600);
  await expect(cart).not.toBeInViewport();
  await page.mouse.wheel(0, -120);
  await expect.poll(scrolledTo).toBe(1480);
  await expect(cart).toBeInViewport({ ratio: 1 });

  // Its panels open below it, wherever the page stands, and keep it there.
  await header.getByRole("button", { name: "Search", exact: true }).first().click();
  const search = page.getByRole("search", { name: "Search books" });
  await expect(search).toBeInViewport({ ratio: 1 });
  // Playwright may scroll a page before it clicks; a finger does not.
  const before = await scrolledTo();
  expect(before).toBeGreaterThan(800);
  await page.mouse.wheel(0, 300);
  await expect.poll(scrolledTo).toBe(before + 300);
  await expect(search).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum)).toBeLessThan(0.01);
});

test("the page stays where it is read while a keyboard goes through the header", async ({ page }) => {
  await page.setViewportSize(phone.viewport);
  await page.goto("/books/foundation");
  await expectReady(page);
  await page.mouse.wheel(0, 900);
  const scrolledTo = () => page.evaluate(() => scrollY);
  await expect.poll(scrolledTo).toBe(900);
  await page.mouse.wheel(0, -120);
  await expect.poll(scrolledTo).toBe(780);
  const header = page.getByRole("banner");
  await expect(header).toBeInViewport({ ratio: 1 });
  await header.getByRole("link").first().focus();
  expect(await scrolledTo()).toBe(780);
  for (const name of ["Search", "Cart", "Menu"]) {
    await page.keyboard.press("Tab");
    await expect(header.locator(":focus")).toHaveAccessibleName(new RegExp(`^${name}`));
    expect(await scrolledTo(), name).toBe(780);
  }
});

test("what gets the focus is never under the header or the bar at the foot", async ({ openContext }) => {
  const page = await (await openContext(phone)).newPage();
  await page.goto("/books/foundation");
  await expectReady(page);
  const covered: string[] = [];
  const look = async () =>
    page.evaluate(() => {
      const focused = document.activeElement!;
      const { top, bottom, left, width, height } = focused.getBoundingClientRect();
      if (width < 2 || height < 2 || height > innerHeight) return null;
      const at = (y: number) => document.elementFromPoint(left + width / 2, y);
      const isFree = (hit: Element | null) => hit !== null && (focused.contains(hit) || hit.contains(focused));
      const isInHeader = focused.closest("header, .foot-bar") !== null;
      return isInHeader || isFree(at(top + 2)) || isFree(at(bottom - 2)) ? null : focused.outerHTML.slice(0, 80);
    });
  for (let step = 0; step < 45; step += 1) {
    await page.keyboard.press("Tab");
    const found = await look();
    if (found) covered.push(`on: ${found}`);
  }
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press("Shift+Tab");
    const found = await look();
    if (found) covered.push(`back: ${found}`);
  }
  expect(covered).toEqual([]);
});

test("a desk's header, and that of a phone on its side, goes with the page", async ({ page }) => {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 780, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto("/categories/fiction");
    await expectReady(page);
    await page.mouse.wheel(0, 1500);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
    await page.mouse.wheel(0, -100);
    await expect(page.getByRole("banner").getByRole("link", { name: /^Cart/ })).not.toBeInViewport();
  }
});
