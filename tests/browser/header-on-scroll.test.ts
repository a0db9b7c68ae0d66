/** The header on scrolling: on a phone it hides while scrolling down and returns on scrolling up. */
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

test("on a phone the header goes as one reads on, is back on scrolling up, moves nothing, and covers nothing that gets the focus", async ({
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
  const header = page.getByRole("banner");
  const scrolledTo = () => page.evaluate(() => Math.round(scrollY));

  await test.step("it goes and comes with the direction, and its panels keep it", async () => {
    await page.goto("/categories/fiction");
    await expectReady(page);
    const cart = header.getByRole("link", { name: /^Cart/ });
    await expect(cart).toBeInViewport();
    await page.mouse.wheel(0, 1600);
    await expect.poll(scrolledTo).toBe(1600);
    await expect(cart).not.toBeInViewport();
    await page.mouse.wheel(0, -120);
    await expect.poll(scrolledTo).toBe(1480);
    await expect(cart).toBeInViewport({ ratio: 1 });

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

  await page.goto("/books/foundation");
  await expectReady(page);
  await test.step("what gets the focus is never under the header or the bar at the foot", async () => {
    const findCovered = () =>
      page.evaluate(() => {
        const focused = document.activeElement!;
        const { top, bottom, left, width, height } = focused.getBoundingClientRect();
        if (width < 2 || height < 2 || height > innerHeight) return [];
        const at = (y: number) => document.elementFromPoint(left + width / 2, y);
        const isFree = (hit: Element | null) => hit !== null && (focused.contains(hit) || hit.contains(focused));
        const isInHeader = focused.closest("header, .foot-bar") !== null;
        return isInHeader || isFree(at(top + 2)) || isFree(at(bottom - 2)) ? [] : [focused.outerHTML.slice(0, 80)];
      });
    const covered: string[] = [];
    for (const [key, steps] of [
      ["Tab", 45],
      ["Shift+Tab", 30],
    ] as const)
      for (let step = 0; step < steps; step += 1) {
        await page.keyboard.press(key);
        for (const found of await findCovered()) covered.push(`${key}: ${found}`);
      }
    expect(covered).toEqual([]);
  });

  await test.step("the page stays where it is read while a keyboard goes through the header", async () => {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await page.mouse.wheel(0, 900);
    await expect.poll(scrolledTo).toBe(900);
    await page.mouse.wheel(0, -120);
    await expect.poll(scrolledTo).toBe(780);
    await expect(header).toBeInViewport({ ratio: 1 });
    await header.getByRole("link").first().focus();
    expect(await scrolledTo()).toBe(780);
    for (const name of ["Search", "Cart", "Menu"]) {
      await page.keyboard.press("Tab");
      await expect(header.locator(":focus")).toHaveAccessibleName(new RegExp(`^${name}`));
      expect(await scrolledTo(), name).toBe(780);
    }
  });
});

test("a desk's header, and that of a phone on its side, goes with the page", async ({ page }) => {
  await page.goto("/categories/fiction");
  await expectReady(page);
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 780, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await page.mouse.wheel(0, 1500);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
    await page.mouse.wheel(0, -100);
    await expect(page.getByRole("banner").getByRole("link", { name: /^Cart/ })).not.toBeInViewport();
  }
});
