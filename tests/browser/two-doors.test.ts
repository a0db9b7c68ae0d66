import { expect, test } from "#tests/support/journey.ts";
import { expectReady, openCart } from "#tests/support/shopper.ts";

const doors = (page: import("@playwright/test").Page) => page.getByRole("navigation", { name: "Languages" });

test("from the English door to the Hindi one by keyboard, and the Hindi edition into the cart", async ({ page }) => {
  await page.goto("/books/tamas-daisy-rockwell");
  await expectReady(page);
  await expect(doors(page).getByRole("link", { name: /English/ })).toHaveAttribute("aria-current", "page");
  const hindi = doors(page).getByRole("link", { name: /हिन्दी तमस ₹339/ });
  await hindi.focus();
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/books\/tamas$/);
  await expect(page.getByRole("heading", { level: 1, name: "तमस" })).toBeVisible();
  await expect(hindi).toHaveAttribute("aria-current", "page");
  await expect(hindi).toBeFocused();
  await expect(page.getByRole("article").getByRole("link", { name: "भीष्म साहनी" }).first()).toBeVisible();

  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("तमस is in your cart.")).toBeVisible();
  await openCart(page);
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "तमस" });
  await expect(line.getByText("Total ₹339.00")).toBeVisible();
  await expect(line).toContainText("भीष्म साहनी");
  await expect(page.getByRole("main").getByText("Tamas", { exact: true })).toHaveCount(0);
});

test("without JavaScript the doors are links", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto("/books/tamas");
  await doors(page)
    .getByRole("link", { name: /English/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Tamas" })).toBeVisible();
  await context.close();
});
