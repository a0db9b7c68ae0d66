import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";

const doors = (page: Page) => page.getByRole("navigation", { name: "Languages" });

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
});
