import { expect, test } from "#tests/support/browser/journey.ts";
import { expectBadge, expectReady } from "#tests/support/sales/shopper.ts";
import { signInBrowser } from "#tests/support/sales/signed-in.ts";
import { wishFor } from "#tests/support/sales/wisher.ts";

test(
  "a guest's wishes are known in every tab, join the account, go to the cart, and are gone after signing out",
  {
    tag: "@core",
  },
  async ({ page, context }) => {
    const main = page.getByRole("main");
    await wishFor(page, "malgudi-days");

    // A change by keyboard on a card in another tab: the first tab shows it.
    const other = await context.newPage();
    await other.goto("/authors/r-k-narayan");
    await expectReady(other);
    const isWished = other.getByRole("button", { name: "Remove from wishlist: Malgudi Days" });
    const isNotWished = other.getByRole("button", { name: "Add to wishlist: Malgudi Days" });
    await isWished.focus();
    await other.keyboard.press("Enter");
    await expect(isNotWished).toBeFocused();
    await expect(main.getByRole("button", { name: "Add to wishlist: Malgudi Days" }).first()).toBeVisible();
    for (const title of ["Swami and Friends", "The Guide"])
      await other.getByRole("button", { name: `Add to wishlist: ${title}` }).click();
    await isNotWished.focus();
    await other.keyboard.press("Enter");
    await expect(isWished).toHaveAttribute("aria-pressed", "true");

    await page.goto("/wishlist");
    const titles = main.getByRole("listitem").getByRole("heading");
    await expect(titles).toHaveText(["Malgudi Days", "The Guide", "Swami and Friends"]);
    await main.getByRole("button", { name: "Remove from wishlist: The Guide" }).click();
    await expect(titles).toHaveText(["Malgudi Days", "Swami and Friends"]);

    await signInBrowser(page, "Wishing Lila");
    await page.goto("/wishlist");
    await expect(titles).toHaveText(["Malgudi Days", "Swami and Friends"]);
    await expect(isWished).toBeVisible();
    await main.getByRole("button", { name: "Move to cart Malgudi Days" }).click();
    await expect(titles).toHaveText(["Swami and Friends"]);
    await expectBadge(page, 1);

    await page
      .getByRole("banner")
      .getByRole("button", { name: /^My Account/ })
      .click();
    await page.getByRole("navigation", { name: "My Account" }).getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL("/");
    await expect(other.getByRole("button", { name: "Add to wishlist: Swami and Friends" })).toBeVisible();
    await page.goto("/wishlist");
    await expect(main.getByRole("heading", { name: "Nothing on your wishlist yet" })).toBeVisible();
  },
);
