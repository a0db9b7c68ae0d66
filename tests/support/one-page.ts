import type { Page } from "@playwright/test";

import { isTriedAgain, sharedShop, test as journey } from "./journey.ts";

/**
 * A journey whose page is the one page of its worker, for tests that look at a page as it stands: a browser's context
 * and process of its own is most of the work of opening a page. Cookies and storage of the test before are cleared;
 * cached files, the history and `window.name` are not.
 */
export const test = journey.extend<object, { onePage: Page }>({
  onePage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: sharedShop.url, serviceWorkers: "block" });
      await use(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],

  page: async ({ onePage: shared, browser, baseURL, viewport, watch }, use, testInfo) => {
    const own = isTriedAgain(testInfo) ? await browser.newContext({ baseURL, serviceWorkers: "block" }) : null;
    const onePage = own ? await own.newPage() : shared;
    await onePage.context().clearCookies();
    // No script of the shop runs on an image, and the storage there is the shop's.
    await onePage.goto("/favicon.svg");
    await onePage.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await onePage.setViewportSize(viewport!);
    await onePage.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    watch(onePage.context());
    await use(onePage);
    await own?.close();
  },
});
