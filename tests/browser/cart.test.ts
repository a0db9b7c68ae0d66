/** The cart in the browser: optimistic adds, quantities and sums, removal, and undo by keyboard. */
import { expect, test } from "#tests/support/browser/journey.ts";
import { expectBadge, expectReady, openCart, putInCart, summary } from "#tests/support/sales/shopper.ts";

test("an add moves the badge before the shop has answered, in every tab, and is taken back when it does not reach the shop", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/net::ERR_FAILED/);
  await page.goto("/books/malgudi-days");
  await expectReady(page);
  const add = page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first();

  await test.step("an add that does not reach the shop takes the badge back and says what to do", async () => {
    await page.route("**/cart/lines", (route) => route.abort());
    await expectBadge(page, 0);
    await add.click();
    await expect(page.getByText("could not be put in your cart. Check your connection and try again.")).toBeVisible();
    await expectBadge(page, 0);
    await page.unroute("**/cart/lines");
  });

  await test.step("the badge moves before the shop has answered, and then the page says so", async () => {
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/cart/lines", async (route) => {
      await isHeld;
      await route.continue();
    });
    await add.click();
    await expectBadge(page, 1);
    release();
    const said = page.getByRole("status").filter({ hasText: "Malgudi Days is in your cart." });
    await expect(said).toBeVisible();
    await expectBadge(page, 1);
    await page.unroute("**/cart/lines");
  });

  await test.step("the cart is there after a reload and in another tab, and the badge moves in both", async () => {
    await page.reload();
    await expectBadge(page, 1);
    const other = await context.newPage();
    await other.goto("/books/the-guide");
    await expectReady(other);
    await expectBadge(other, 1);
    await test.step("on paper a book has nothing to press, and its price once", async () => {
      await other.emulateMedia({ media: "print" });
      const article = other.getByRole("article").first();
      await expect(article.getByRole("button")).toHaveCount(0);
      await expect(article.getByText("₹", { exact: false }).filter({ visible: true }).first()).toBeVisible();
      await expect(other.getByRole("banner")).toBeHidden();
      await expect(other.getByRole("contentinfo").getByText("12 Church Street")).toBeVisible();
      const sheets = (await other.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g);
      expect(sheets).toHaveLength(1);
      await other.emulateMedia({ media: "screen" });
    });
    await other.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(other.getByText("The Guide is in your cart.")).toBeVisible();
    await expectBadge(other, 2);
    await expectBadge(page, 2);
  });
});

test("a card says that its book is in the cart, the next Tab key leads there, and the message is only announced", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const main = page.getByRole("main");
  const way = (title: string) => main.getByRole("link", { name: new RegExp(`^In your cart ?: ${title}$`) });
  const toast = page.locator(".cart-toast");
  await page.goto("/categories/poetry");
  await expectReady(page);

  const titles: string[] = [];
  for (const block of ["start", "end"] as const) {
    const form = main.locator("form[data-title]").first();
    const title = (await form.getAttribute("data-title"))!;
    titles.push(title);
    const add = form.getByRole("button");
    await add.evaluate((button, block) => button.scrollIntoView({ block, behavior: "instant" }), block);
    await add.press("Enter");
    await expect(toast.getByText(`${title} is in your cart.`)).toBeVisible();
    await expect(toast).toHaveCSS("opacity", "0");
    await page.keyboard.press("Tab");
    await expect(way(title)).toBeFocused();
  }

  await page.reload();
  await expect(main.getByRole("link", { name: /^In your cart/ })).toHaveCount(2);
  await openCart(page);
  await page.getByRole("button", { name: `Remove ${titles[0]}` }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.goto("/categories/poetry");
  await expect(way(titles[1]!)).toBeVisible();
  await expect(way(titles[0]!)).toHaveCount(0);
});

test("quantities and sums change in place, between one copy and the last on the shelf, also on a phone", async ({
  page,
}) => {
  await putInCart(page, "animal-farm", "delhi-calm");
  await openCart(page);
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Animal Farm" });
  const minus = line.getByRole("button", { name: "Decrease quantity of Animal Farm" });
  const plus = line.getByRole("button", { name: "Increase quantity of Animal Farm" });
  await expect(minus).toBeDisabled();

  await plus.click();
  await expect(page.getByText("Your cart has 2 copies of Animal Farm.")).toBeVisible();
  await expect(line.getByText("Total ₹398.00")).toBeVisible();
  await expect(summary(page).getByRole("definition")).toHaveText(["₹897.00", "Free", "₹897.00"]);
  await expect(summary(page).getByText("You save ₹200.00")).toBeVisible();
  await expectBadge(page, 3);

  await minus.click();
  await expect(minus).toBeDisabled();
  await expect(plus).toBeEnabled();
  await expect(line.getByText("Total ₹199.00")).toBeVisible();
  await expectBadge(page, 2);

  const last = page.getByRole("button", { name: "Increase quantity of Delhi Calm" });
  await last.click();
  await expectBadge(page, 3);
  await expect(last).toBeDisabled();

  await page.setViewportSize({ width: 360, height: 740 });
  const sums = summary(page).locator("dl").first();
  await expect(sums.getByRole("term")).toHaveText(["Subtotal", "Shipping", "Total"]);
  await expect(sums.getByRole("definition")).toHaveText(["₹1,197.00", "Free", "₹1,197.00"]);
  await expect(summary(page).getByText("You save ₹100.00")).toBeVisible();
  await expect(summary(page).getByRole("link", { name: "10-day returns" })).toBeVisible();
});

test("a book taken out and a cleared cart are put back by keyboard from where they stood, and an emptied cart leads on", async ({
  page,
}) => {
  await putInCart(page, "jaya", "sita", "sita", "dune");
  await openCart(page);
  await expectBadge(page, 4);
  const titles = page.getByRole("main").getByRole("listitem").getByRole("heading");
  const empty = page.getByRole("heading", { name: "Your cart is empty" });
  const wayOn = page.getByRole("link", { name: "Continue Shopping" });
  const undo = page.getByRole("button", { name: "Undo" });
  const remove = (title: string) => page.getByRole("button", { name: `Remove ${title}` });
  const said = (words: string) => page.getByRole("status").filter({ hasText: words });

  await test.step("a book is taken out and put back", async () => {
    await remove("Sita").press("Enter");
    await expect(said("Sita was removed from your cart.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Sita" })).toHaveCount(0);
    await expect(remove("Dune")).toBeFocused();
    await expectBadge(page, 2);
    // From the next line's Remove button back over its quantity and title to the line that was removed.
    await expect(async () => {
      await page.keyboard.press("Shift+Tab");
      await expect(undo).toBeFocused({ timeout: 50 });
    }).toPass({ timeout: 20_000, intervals: [0] });
    await page.keyboard.press("Enter");
    await expect(titles).toHaveText(["Jaya", "Sita", "Dune"]);
    await expect(remove("Sita")).toBeFocused();
    await expectBadge(page, 4);
    await expect(undo).toHaveCount(0);
  });

  await test.step("the cart is cleared and put back", async () => {
    await page.getByRole("button", { name: "Clear Cart" }).press("Enter");
    await expect(empty).toBeVisible();
    await expect(said("3 books were removed from your cart.")).toBeVisible();
    await expect(wayOn).toBeFocused();
    await expectBadge(page, 0);
    await page.keyboard.press("Shift+Tab");
    await expect(undo).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(titles).toHaveText(["Jaya", "Sita", "Dune"]);
    await expectBadge(page, 4);
  });

  await test.step("the last book taken out leaves an empty cart with the way on", async () => {
    await remove("Jaya").press("Enter");
    for (const title of ["Sita", "Dune"]) {
      await expect(remove(title)).toBeFocused();
      await page.keyboard.press("Enter");
    }
    await expect(empty).toBeVisible();
    await expect(said("Dune was removed from your cart.")).toBeVisible();
    await expectBadge(page, 0);
    await expect(wayOn).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
  });
});
