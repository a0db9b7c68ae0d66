import type { Page } from "@playwright/test";

import { listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import { formatPaise, percentOf } from "#shop/kernel/money/money.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectBadge, expectReady, openCart, putInCart, summary } from "#tests/support/sales/shopper.ts";

async function expectSums(page: Page, sums: [term: string, amount: string][]) {
  await expect(summary(page).getByRole("term")).toHaveText(sums.map(([term]) => term));
  await expect(summary(page).getByRole("definition")).toHaveText(sums.map(([, amount]) => amount));
}

test("a bundle goes into the cart with one button and a code by keyboard, the sums follow, and the focus stays near", async ({
  page,
  db,
}) => {
  // A book high in the best sellers, where sales of other tests cannot displace it, with enough copies.
  const { id, pricePaise } = (await listBestSellers(db, 10)).find(({ stock }) => stock.state === "in-stock")!;
  await putInCart(page, id);
  await page.goto("/special-offers");
  await expectReady(page);
  const bundle = page.getByRole("article", { name: "Three cases for Feluda" });
  await bundle.getByRole("button", { name: "Add bundle to cart" }).click();
  await expect(bundle.getByRole("status")).toHaveText("Three cases for Feluda is in your cart: 3 books at 30% less.");
  await expectBadge(page, 4);
  await page.reload();
  await expect(bundle.getByRole("link", { name: "In your cart" })).toBeVisible();
  await expect(bundle.getByRole("button")).toHaveCount(0);
  await openCart(page);

  const subtotalPaise = 62_300 + pricePaise;
  // 30% of 199, 225 and 199, each rounded on its own.
  const bundlePaise = 5970 + 6750 + 5970;
  const codePaise = percentOf(pricePaise, 20);
  const sumsOf = (discounts: [string, number][], goodsPaise = subtotalPaise): [string, string][] => [
    ["Subtotal", formatPaise(goodsPaise)],
    ...discounts.map(([name, paise]): [string, string] => [name, `−${formatPaise(paise)}`]),
    ["Shipping", "Free"],
    ["Total", formatPaise(discounts.reduce((left, [, paise]) => left - paise, goodsPaise))],
  ];
  const ofBundle: [string, number] = ["Three cases for Feluda", bundlePaise];
  await expectSums(page, sumsOf([ofBundle]));
  const field = page.getByLabel("Promotion code");
  const remove = page.getByRole("button", { name: "Remove code SUMMER20" });

  await test.step("an unknown code is told in words at its field, which keeps it and the focus", async () => {
    const words = "We do not know this code. Please check how it is spelt.";
    await field.focus();
    await page.keyboard.type("WINTER99");
    await page.keyboard.press("Enter");
    await expect(page.getByText(words)).toHaveCount(1);
    await expect(field).toHaveAccessibleDescription(words);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("WINTER99");
    await expectSums(page, sumsOf([ofBundle]));
  });

  await test.step("a code is put in and taken out", async () => {
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("summer20");
    // While the cart reloads the button is disabled, and Enter does nothing.
    await expect(page.getByRole("button", { name: "Apply" })).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(page.getByText("SUMMER20 is applied.")).toBeVisible();
    await expect(remove).toBeFocused();
    await expectSums(page, sumsOf([ofBundle, ["Summer Reading Sale", codePaise]]));
    await page.keyboard.press("Enter");
    await expect(remove).toHaveCount(0);
    await expect(page.getByText("The code is removed.")).toBeVisible();
    await expect(field).toBeFocused();
    await expectSums(page, sumsOf([ofBundle]));
  });

  await test.step("a bundle with a book taken out costs what its books cost", async () => {
    await page.getByRole("button", { name: "Remove Trouble in Gangtok" }).click();
    const said = page.getByRole("listitem").getByText("Trouble in Gangtok was removed from your cart.");
    await expect(said).toBeVisible();
    await expectSums(page, sumsOf([], subtotalPaise - 22_500));
  });
});
