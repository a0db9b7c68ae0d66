import { expect, test } from "#tests/support/browser/journey.ts";
import { payButton } from "#tests/support/sales/shopper.ts";
import { homeAddress, sendForm, signInBrowser } from "#tests/support/sales/signed-in.ts";

test.use({ javaScriptEnabled: false });

test(
  "from home by a category to a book in the cart, which says that paying needs JavaScript",
  {
    tag: "@core",
  },
  async ({ page }) => {
    await page.goto("/");
    await page
      .getByRole("region", { name: "Browse Categories" })
      .getByRole("listitem")
      .getByRole("link")
      .first()
      .click();
    await expect(page).toHaveURL(/\/categories\?id=fiction$/);
    await page.getByRole("main").getByRole("link", { name: "Malgudi Days" }).click();
    await expect(page.getByLabel("Delivery to PIN code")).toBeVisible();
    await page.getByRole("article").first().getByRole("button", { name: "Add to Cart" }).click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByRole("main").getByRole("link", { name: "Malgudi Days" })).toBeVisible();
    await payButton(page).click();
    await expect(page.getByRole("status").filter({ hasText: "Paying needs JavaScript" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Malgudi Days" })).toBeVisible();
  },
);

test("an empty search stays where it is, and every form of a guest and a reader can be seen and reached", async ({
  page,
}) => {
  const main = page.getByRole("main");
  await page.goto("/search");
  await main.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/search");
  await page.goto("/books/in-custody");
  await expect(main.getByRole("button", { name: "Tell me when it is back" })).toBeVisible();
  await expect(main.getByRole("button", { name: "Add to wishlist: In Custody" }).first()).toBeVisible();
  await page.goto("/contact");
  await expect(main.getByRole("button", { name: "Send Message" })).toBeVisible();
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Login with Google" })).toBeVisible();

  await signInBrowser(page, "Plain Reader");
  await sendForm(page, "/account/addresses/new", homeAddress);
  await page.goto("/account/addresses");
  await expect(page.getByRole("banner").getByRole("link", { name: "My Account" })).toBeVisible();
  await expect(main.getByRole("button", { name: /^Delete/ })).toBeVisible();
  await page.goto("/wishlist?add=jaya");
  await main.getByRole("button", { name: "Put it on my wishlist" }).click();
  await page.getByText("Edit Jaya").click();
  await page.getByRole("button", { name: "Remove Jaya" }).click();
  await expect(page.getByRole("heading", { name: "Nothing on your wishlist yet" })).toBeVisible();
  // A message that is shown for three seconds disappears without a script, too.
  await page.goto("/account");
  await page.getByRole("button", { name: "Save changes" }).click();
  const updated = page.getByText("Your information has been updated successfully.");
  await expect(updated).toBeVisible();
  await main.getByText("Set an account password").click();
  await expect(main.getByRole("button", { name: "Set password" })).toBeVisible();
  await expect(updated).toBeHidden();
});
