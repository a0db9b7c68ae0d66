import { expect, test } from "#tests/support/journey.ts";
import { address, cartLink, payButton, summary } from "#tests/support/shopper.ts";

test.use({ javaScriptEnabled: false });

test("a guest without JavaScript searches, reads, asks, writes to the shop, and brings a cart as far as paying", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  expectTrouble(/Applying inline style/); // Chromium's own, around a picture that is opened by itself
  const main = page.getByRole("main");
  await page.goto("/");
  await main.getByRole("searchbox").fill("malgudi");
  await main.getByRole("button", { name: "Search" }).click();
  await main.getByRole("link", { name: "Malgudi Days" }).click();
  await main.getByRole("article").first().getByRole("link", { name: "R. K. Narayan", exact: true }).click();
  await expect(main.getByRole("heading", { level: 1, name: "R. K. Narayan" })).toBeVisible();
  await main.getByRole("link", { name: "The Guide", exact: true }).click();
  await main.getByRole("link", { name: /, up close$/ }).click();
  await expect(page).toHaveURL(/\/covers\/the-guide-.*-960\.webp$/);
  await page.goBack();
  await main.getByLabel("Delivery to PIN code").fill("560001");
  await main.getByRole("button", { name: "Check" }).click();
  await expect(page).toHaveURL("/shipping?pin=560001");
  await expect(main.getByText("To 560001: usually")).toBeVisible();
  await page.goBack();
  await main.getByRole("article").first().getByRole("button", { name: "Add to Cart" }).click();

  await page.goto("/reading-lists/long-train-journeys");
  await main.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(cartLink(page)).toBeVisible();
  await expect(main.getByRole("group", { name: /^Quantity of/ })).toHaveCount(2);
  await page.getByLabel("Promotion code").fill("SUMMER20");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(main.getByText("Code SUMMER20", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove code SUMMER20" }).click();
  for (const [label, text] of Object.entries(address)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel("State", { exact: true }).selectOption("Karnataka");
  await payButton(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Paying needs JavaScript" })).toBeVisible();

  await page.goto("/special-offers");
  await main.getByRole("button", { name: /cart/i }).first().click();
  await expect(summary(page)).toContainText("−₹");
  await page.goto("/faq");
  await main.getByRole("searchbox", { name: "Search the questions" }).fill("cash");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByRole("heading", { level: 3, name: /cash/i })).toBeVisible();
  await page.goto("/books/in-custody");
  await page.getByLabel("Your e-mail address").fill("waits-without-script@example.com");
  await page.getByRole("button", { name: "Tell me when it is back" }).click();
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/");
  await page.getByLabel("Your e-mail address").fill("letters-without-script@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(main.getByText("Thank you. One more step.")).toBeVisible();
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send Message" }).click();
  const fields = { Name: "Script Less", Email: "writes-without-script@example.com", Subject: "A", Message: "Hello" };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/contact\/[A-Z0-9-]+/);
});

test("a reader without JavaScript signs in by a heart, keeps a list, and changes the account", async ({ page }) => {
  const main = page.getByRole("main");
  await page.goto("/books/malgudi-days");
  await main.getByRole("article").first().getByRole("button", { name: "Add to wishlist: Malgudi Days" }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByRole("button", { name: /Google/ }).click();
  await page.getByText("Use another account").click();
  await page.getByLabel("Name", { exact: true }).fill("Scriptless Reader");
  await page.getByLabel("E-mail address").fill("scriptless.reader@example.com");
  await page.getByRole("button", { name: "Continue" }).click();
  await main.getByRole("button", { name: "Put it on my wishlist" }).click();
  await expect(main.getByRole("link", { name: "Malgudi Days" })).toBeVisible();

  await page.goto("/account");
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Your information has been updated successfully.")).toBeVisible();
  await page.goto("/account/addresses/new");
  const { "E-mail": _email, ...place } = address;
  for (const [label, text] of Object.entries(place)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel("State", { exact: true }).selectOption("Karnataka");
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(main.getByText("12 Church Street", { exact: true })).toBeVisible();
  await page.goto("/orders");
  await expect(main.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
});
