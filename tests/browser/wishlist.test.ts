import { expect, test } from "#tests/support/journey.ts";
import { expectBadge, expectReady } from "#tests/support/shopper.ts";
import { signInAs, wishFor } from "#tests/support/wisher.ts";

test("a guest's wishes join the account, go to the cart, and are shared with a friend without spoiling anything", async ({
  page,
  context,
  openContext,
}) => {
  const main = page.getByRole("main");
  await page.goto("/wishlist");
  await expect(main.getByRole("heading", { name: "Nothing on your wishlist yet" })).toBeVisible();
  await wishFor(page, "malgudi-days", "the-hobbit", "jaya");

  // On a card, by keyboard, in another tab: the first tab knows.
  const other = await context.newPage();
  await other.goto("/authors/r-k-narayan");
  await expectReady(other);
  const onCard = other.getByRole("button", { name: "Remove from wishlist: Malgudi Days" });
  await onCard.focus();
  await other.keyboard.press("Enter");
  await expect(other.getByRole("button", { name: "Add to wishlist: Malgudi Days" })).toBeFocused();
  await other.keyboard.press("Enter");
  await expect(onCard).toHaveAttribute("aria-pressed", "true");

  await page.goto("/wishlist");
  const titles = main.getByRole("listitem").getByRole("heading");
  await expect(titles).toHaveText(["Malgudi Days", "Jaya", "The Hobbit"]);
  await main.getByRole("button", { name: "Remove from wishlist: Jaya" }).click();
  await expect(titles).toHaveText(["Malgudi Days", "The Hobbit"]);

  await signInAs(page, "Wishing Lila", "/wishlist");
  await expect(titles).toHaveText(["Malgudi Days", "The Hobbit"]);
  await expect(other.getByRole("button", { name: "Remove from wishlist: Malgudi Days" })).toBeVisible();

  await main.getByText("Edit The Hobbit").click();
  await main.getByLabel("Note").last().fill("The one with the maps");
  await main.getByRole("button", { name: "Save The Hobbit" }).click();
  await expect(main.getByText("The one with the maps")).toBeVisible();
  await main.getByRole("button", { name: "Move to cart Malgudi Days" }).click();
  await expect(titles).toHaveText(["The Hobbit"]);
  await expectBadge(page, 1);

  await expect(main.getByRole("button", { name: "Make a link" })).toBeHidden();
  await main.getByText("This list", { exact: true }).click();
  await main.getByRole("button", { name: "Make a link" }).click();
  const link = await main.getByLabel("The link").inputValue();
  const friend = await (await openContext()).newPage();
  await friend.goto(link);
  await expect(friend.getByText("The one with the maps")).toBeVisible();
  await friend.getByRole("button", { name: "I’ll get this The Hobbit" }).click();
  await expect(friend.getByText("You are getting this", { exact: true })).toBeVisible();

  await page.goto("/wishlist");
  await expect(titles).toHaveText(["The Hobbit"]);
  await page.goto(link);
  await expect(main.getByText(/stays a surprise/)).toBeVisible();
  for (const spoiler of [/getting this/, /I’ll get this/]) await expect(main.getByText(spoiler)).toHaveCount(0);

  // Signing out leaves no wishes behind.
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^My Account/ })
    .click();
  await page.getByRole("navigation", { name: "My Account" }).getByRole("button", { name: "Sign out" }).click();
  await page.goto("/books/the-hobbit");
  await expectReady(page);
  await expect(main.getByRole("button", { name: "Add to wishlist: The Hobbit" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a heart leads by the sign-in to the wishlist, where one press keeps the book", async ({ page }) => {
    await page.goto("/books/jaya");
    await page.getByRole("button", { name: "Add to wishlist: Jaya" }).first().click();
    await page.getByRole("button", { name: "Login with Google" }).click();
    await page.getByText("Use another account").click();
    await page.getByLabel("Name", { exact: true }).fill("Scriptless Wisher");
    await page.getByLabel("E-mail address").fill("scriptless.wisher@example.com");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Put it on my wishlist" }).click();
    await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveText(["Jaya"]);
    await page.getByText("Edit Jaya").click();
    await page.getByRole("button", { name: "Remove Jaya" }).click();
    await expect(page.getByRole("heading", { name: "Nothing on your wishlist yet" })).toBeVisible();
  });
});
