import type { Browser, Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { sharedShop, test as journey } from "#tests/support/browser/journey.ts";

/** A page of the desk, signed in as an owner. */
export interface OpenDesk {
  page: Page;
  staffId: number;
}

/**
 * A journey whose tests share one page per worker, for tests that only check a page: opening a context and its process
 * takes most of the time of opening a page. Cookies and storage of the previous test are cleared; cached files, the
 * history and `window.name` are not. The page at the desk is signed in once.
 */
export const test = journey.extend<{ desk: OpenDesk }, { onePage: Page; oneDesk: OpenDesk }>({
  // Disables V8's optimisation: each document parses axe anew and is closed before the optimisation pays off. Without
  // it, axe takes half the time.
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), "--js-flags=--no-opt,--no-maglev,--no-flush-bytecode"],
      }),
    { scope: "worker" },
  ],

  onePage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: sharedShop.url, serviceWorkers: "block" });
      await use(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],

  page: async ({ onePage, viewport, watch }, use) => {
    await startAfresh(onePage);
    await onePage.setViewportSize(viewport!);
    await onePage.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    watch(onePage.context());
    await use(onePage);
  },

  oneDesk: [
    async ({ browser, sharedDb }, use) => {
      const desk = await openDesk(browser, sharedDb);
      await use(desk);
      await desk.page.context().close();
    },
    { scope: "worker" },
  ],

  desk: async ({ oneDesk, viewport, watch }, use) => {
    await oneDesk.page.setViewportSize(viewport!);
    watch(oneDesk.page.context());
    await use(oneDesk);
  },
});

async function openDesk(browser: Browser, db: Db): Promise<OpenDesk> {
  const context = await browser.newContext({ baseURL: deskOf(process.env.JOURNEY_URL!), serviceWorkers: "block" });
  const staffId = await signInAtDesk(context, db, "owner");
  return { page: await context.newPage(), staffId };
}

/** Removes the state of this browser: its cookies, and the shop's storage. */
export async function startAfresh(page: Page): Promise<void> {
  await page.context().clearCookies();
  const { origin } = new URL(process.env.JOURNEY_URL!);
  if (page.url() === "about:blank") return;
  // Only a document of the shop's origin can access its storage; an image runs no script.
  if (new URL(page.url()).origin !== origin) await page.goto("/favicon.svg");
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
