import { expect, test } from "#tests/support/journey.ts";
import { cartLink, expectBadge, expectReady, openCart, putInCart, summary } from "#tests/support/shopper.ts";

test("a book put in the cart moves the badge before the shop has answered, and the page says so", async ({ page }) => {
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/cart/lines", async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto("/books/malgudi-days");
  await expectReady(page);
  await expectBadge(page, 0);
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expectBadge(page, 1);
  release();
  await expect(
    page.getByRole("status").filter({ hasText: "Malgudi Days is in your cart. View your cart" }),
  ).toBeVisible();
  await expectBadge(page, 1);
});

test("the cart is still there after a reload, in another tab, and moves in both", async ({ page, context }) => {
  await page.goto("/books/the-guide");
  await expectReady(page);
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("The Guide is in your cart.")).toBeVisible();
  await page.reload();
  await expectBadge(page, 1);

  const other = await context.newPage();
  await other.goto("/books/the-guide");
  await expectReady(other);
  await expectBadge(other, 1);
  await other.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(other.getByText("The Guide is in your cart.")).toBeVisible();
  await expectBadge(other, 2);
  await expectBadge(page, 2);
});

test("quantities change in the cart, and minus stops at one", async ({ page }) => {
  await putInCart(page, "animal-farm");
  await openCart(page);
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Animal Farm" });
  const minus = line.getByRole("button", { name: "Decrease quantity of Animal Farm" });
  const plus = line.getByRole("button", { name: "Increase quantity of Animal Farm" });
  await expect(minus).toBeDisabled();

  await plus.click();
  await expect(page.getByText("Your cart has 2 copies of Animal Farm.")).toBeVisible();
  await expect(line.getByText("Total ₹398.00")).toBeVisible();
  await expect(summary(page).getByRole("definition")).toHaveText(["₹398.00", "Free", "₹398.00"]);
  await expectBadge(page, 2);

  await minus.click();
  await expect(minus).toBeDisabled();
  await expect(plus).toBeEnabled();
  await expect(line.getByText("Total ₹199.00")).toBeVisible();
  await expectBadge(page, 1);
});

test("plus stops at the last copy on the shelf", async ({ page }) => {
  await putInCart(page, "delhi-calm");
  await openCart(page);
  const plus = page.getByRole("button", { name: "Increase quantity of Delhi Calm" });
  await plus.click();
  await expectBadge(page, 2);
  await expect(plus).toBeDisabled();
});

test("a book taken out leaves the others, and the last one leaves an empty cart with the way on", async ({ page }) => {
  await putInCart(page, "jaya", "sita");
  await openCart(page);
  await expectBadge(page, 2);
  await page.getByRole("button", { name: "Remove Jaya" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Jaya was removed from your cart." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Jaya" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Remove Sita" })).toBeFocused();
  await expectBadge(page, 1);

  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Sita was removed from your cart." })).toBeVisible();
  await expectBadge(page, 0);
  await expect(page.getByRole("link", { name: "Continue Shopping" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
});

test("Clear Cart takes everything out", async ({ page }) => {
  await putInCart(page, "jaya", "sita", "sita");
  await openCart(page);
  await expectBadge(page, 3);
  await page.getByRole("button", { name: "Clear Cart" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2 books were removed from your cart." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue Shopping" })).toBeFocused();
  await expectBadge(page, 0);
});

test("a book taken out, and a cleared cart, are put back by keyboard from where they stood", async ({ page }) => {
  await putInCart(page, "jaya", "sita", "sita", "dune");
  await openCart(page);
  const titles = page.getByRole("main").getByRole("listitem").getByRole("heading");
  await page.getByRole("button", { name: "Remove Sita" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove Dune" })).toBeFocused();
  const undo = page.getByRole("button", { name: "Undo" });
  // From the next line's Remove back over its quantity and title to the line that was taken out.
  await expect(async () => {
    await page.keyboard.press("Shift+Tab");
    await expect(undo).toBeFocused({ timeout: 50 });
  }).toPass({ timeout: 20_000, intervals: [0] });
  await page.keyboard.press("Enter");
  await expect(titles).toHaveText(["Jaya", "Sita", "Dune"]);
  await expect(page.getByRole("button", { name: "Remove Sita" })).toBeFocused();
  await expectBadge(page, 4);
  await expect(undo).toHaveCount(0);

  await page.getByRole("button", { name: "Clear Cart" }).press("Enter");
  await expect(page.getByRole("link", { name: "Continue Shopping" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(titles).toHaveText(["Jaya", "Sita", "Dune"]);
  await expectBadge(page, 4);
});

test("without JavaScript a book taken out is put back by its form", async ({ openContext }) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await putInCart(page, "jaya", "sita");
  await page.goto("/cart");
  await page.getByRole("button", { name: "Remove Jaya" }).click();
  await expect(page.getByText("Jaya was removed from your cart.").last()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("main").getByRole("listitem").getByRole("heading")).toHaveText(["Jaya", "Sita"]);
});

test("an empty cart says so and shows no summary", async ({ page }) => {
  await page.goto("/");
  await cartLink(page).click();
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Continue Shopping" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Order Summary" })).toHaveCount(0);
});

test("the summary shows subtotal, free shipping, total and what is saved in rupees, also on a phone", async ({
  page,
}) => {
  await putInCart(page, "dune", "dune", "dune");
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await openCart(page);
    const sums = summary(page).locator("dl").first();
    await expect(sums.getByRole("term")).toHaveText(["Subtotal", "Shipping", "Total"]);
    await expect(sums.getByRole("definition")).toHaveText(["₹1,437.00", "Free", "₹1,437.00"]);
    await expect(summary(page).getByText("You save ₹360.00")).toBeVisible();
    await expect(summary(page).getByRole("link", { name: "10 days to return a book" })).toBeVisible();
  }
});

test("an add that does not reach the shop takes the badge back and says what to do", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/net::ERR_FAILED/);
  await page.route("**/cart/lines", (route) => route.abort());
  await page.goto("/books/malgudi-days");
  await expectReady(page);
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("could not be put in your cart. Check your connection and try again.")).toBeVisible();
  await expectBadge(page, 0);
});
