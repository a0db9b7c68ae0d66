import type { BrowserContext } from "@playwright/test";

import { deskHref, deskRoutes, type DeskPath, type DeskRoute } from "#desk/desk-routes.ts";
import { deskOf, signInAtDesk } from "#tests/support/desk/desk-journey.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { listRouteExamples } from "#tests/support/places/route-examples.ts";
import { expectBadge, expectReady } from "#tests/support/sales/shopper.ts";

/** Makes the storage properties throw, as in Chromium when site data is blocked. */
async function denyStorage(context: BrowserContext) {
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException(`Failed to read the '${name}' property from 'Window'`, "SecurityError");
        },
        configurable: true,
      });
  });
}

const inShop = "Your browser stores nothing for this shop.";
const atDesk = "Your browser stores no data for the desk.";

test("every page of the shop works without storage, and says once what is lost", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/status of (400|404|410)/);
  await denyStorage(context);
  await page.goto("/");
  await expect(page.getByText(inShop)).toBeVisible();
  await page.getByRole("button", { name: "Close this message" }).last().click();
  await expect(page.getByText(inShop)).toHaveCount(0);
  const pages = listRouteExamples().filter(({ route }) => route.file.endsWith(".tsx"));
  for (const { address } of pages) {
    await page.goto(address, { referer: new URL("/", page.url()).href });
    // The last page of a sign-in by popup runs no React: it closes itself.
    if (address !== "/auth/google/done") await expectReady(page);
    await expect(page.getByText(inShop), address).toHaveCount(0);
  }
});

test("a book is put in the cart and wished for without storage", async ({ page, context }) => {
  await denyStorage(context);
  await page.goto("/books/jaya");
  await expectReady(page);
  await page.getByRole("button", { name: "Add to wishlist: Jaya" }).first().click();
  await expect(page.getByRole("button", { name: "Remove from wishlist: Jaya" }).first()).toBeVisible();
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Jaya is in your cart.")).toBeVisible();
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Jaya" })).toBeVisible();
});

test("a reader whose browser blocks cookies is told that no cart can be kept", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  await page.goto("/books/jaya");
  await expect(page.getByText("Your browser blocks cookies for this shop.")).toBeVisible();
  await expectReady(page);
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Your browser keeps no cookies for this shop, so it cannot keep a cart.")).toBeVisible();
  await expect(page.getByText("In your cart")).toHaveCount(0);
  await expectBadge(page, 0);
});

test("every page of the desk works without storage, and says once what is lost", async ({
  openContext,
  db,
  page: shop,
}) => {
  test.slow(); // About 50 pages.
  const context = await openContext({ baseURL: deskOf(process.env.JOURNEY_URL!) });
  await denyStorage(context);
  const page = await context.newPage();
  await shop.close();
  await page.goto(deskHref("/sign-in"));
  await expect(page.getByText(atDesk)).toBeVisible();
  await signInAtDesk(context, db, "owner");
  const pages = Object.entries<DeskRoute>(deskRoutes)
    .filter(([path, { file }]) => !/[:*]/.test(path) && file.endsWith(".tsx"))
    .map(([path]) => path as DeskPath);
  for (const path of pages) {
    await page.goto(deskHref(path as "/"), { referer: new URL("/", page.url()).href });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (path !== "/sign-in") expect(page.url(), path).not.toContain("/sign-in");
    await expect(page.getByText(atDesk), path).toHaveCount(0);
  }
});
