import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { cartLink, expectBadge, expectReady } from "#tests/support/sales/shopper.ts";

/** Blocks a script on this page until the returned function is called, as on a slow connection. */
async function holdScript(page: Page, name: "framework" | "below-hero"): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

const isReady = (page: Page) =>
  page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith("__react")));

test("what is pressed before the large scripts have come is taken back when it fails, else counts once and stays when they take over", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/net::ERR_FAILED/);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  const release = await holdScript(page, "framework");
  await page.goto("/books/tomb-of-sand");
  const heart = page.getByRole("main").getByRole("button", { name: /wishlist: Tomb of Sand$/ });
  const add = page.getByRole("button", { name: /^Add to Cart ?: Tomb of Sand$/ });
  const said = page.getByText("Tomb of Sand is in your cart.");

  await test.step("a press that the shop does not hear of is taken back, and said to be", async () => {
    await page.route("**/cart/lines", (route) => route.abort());
    await add.click();
    await expect(page.getByText("Tomb of Sand could not be put in your cart.")).toBeVisible();
    await expect(page.getByRole("link", { name: "View your cart" })).toHaveCount(0);
    await expectBadge(page, 0);
    await page.unroute("**/cart/lines");
    sent.length = 0;
  });

  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(heart).toHaveAccessibleName("Remove from wishlist: Tomb of Sand");
  await add.click();
  await expect(said).toBeVisible();
  await expectBadge(page, 1);
  expect(sent).toEqual(["/cart/lines"]);
  expect(await isReady(page)).toBe(false);

  release();
  await expectReady(page);
  await expect(page.locator(".cart-toast")).toHaveCount(1);
  await expect(said).toBeVisible();
  await expectBadge(page, 1);
  await expect(cartLink(page)).not.toHaveAttribute("data-count");
  await expect(heart).toHaveAttribute("aria-pressed", "true");

  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  // The button of a book that is in the cart adds one more copy.
  await page.getByRole("button", { name: /^Add one more ?: Tomb of Sand$/ }).click();
  await expectBadge(page, 2);
  expect(sent).toEqual(["/cart/lines", "/cart/lines"]);
});

test("a page opened again shows at once what this browser knows, and a message can be closed", async ({ page }) => {
  const release = await holdScript(page, "framework");
  await page.goto("/");
  const hearts = page.getByRole("region", { name: "Featured Books" }).getByRole("button", { name: /wishlist: / });
  const featured = page.getByRole("region", { name: "Featured Books" });
  await hearts.first().click();
  await featured
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByText("is in your cart.")).toBeVisible();
  await page.getByRole("button", { name: "Close this message" }).click();
  await expect(page.getByText("is in your cart.")).toHaveCount(0);

  await page.reload();
  await expect(hearts.first()).toHaveAttribute("aria-pressed", "true");
  await expectBadge(page, 1);
  await hearts.first().click();
  await expect(hearts.first()).toHaveAttribute("aria-pressed", "false");
  expect(await isReady(page)).toBe(false);
  release();
});

test("a press in a part of home that is hydrated after the rest is answered before its script has come", async ({
  page,
}) => {
  const release = await holdScript(page, "below-hero");
  await page.goto("/");
  await expectReady(page);
  const newest = page.getByRole("region", { name: "New Releases" });
  await newest
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByText("is in your cart.")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expectBadge(page, 1);
  release();
  await expect(newest.getByRole("link", { name: /^In your cart/ })).toHaveCount(1);
});
