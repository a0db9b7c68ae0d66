import { deliverOrder } from "#shop/orders/deliver-order.server.ts";
import { shipOrder } from "#shop/orders/ship-order.server.ts";
import { expect, test } from "#tests/support/journey.ts";
import { expectPaid, expectReady, openWidget, payInWidget } from "#tests/support/shopper.ts";
import { signInBrowser } from "#tests/support/signed-in.ts";
import { withClock } from "#tests/support/with-clock.ts";

test("a reader buys a book, reads it, reviews it for everybody to see, thinks again and takes it back", async ({
  page,
  db,
  openContext,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await signInBrowser(page, "Reviewing Tara");
  await payInWidget(await openWidget(page, "samskara"));
  const number = await expectPaid(page);
  await shipOrder(withClock(db), number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
  await deliverOrder(withClock(db), number);
  await page.goto(`/orders/${number}`);
  await page.getByRole("link", { name: "Review this book Samskara" }).click();
  await expect(page.getByRole("heading", { name: "Samskara" })).toBeVisible();
  await expectReady(page);

  await page.getByRole("button", { name: "Publish your review" }).click();
  await expect(page.getByText("Choose how many stars you give.")).toBeVisible();
  await expect(page.getByRole("radiogroup", { name: "How many stars?" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  for (let stars = 1; stars < 4; stars += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await page.getByLabel("What did you make of it?").fill("A fever of a book.\n\nएक साँस में पढ़ा।");
  await expect(page.getByLabel("Shown as")).toHaveValue("Reviewing T.");
  await page.getByRole("button", { name: "Publish your review" }).click();
  await expect(page.getByText("Thank you. Your review is on the book’s page.")).toBeVisible();

  // Somebody else reads it, without scripts.
  const other = await (await openContext({ javaScriptEnabled: false })).newPage();
  const readers = other.getByRole("region", { name: "What readers say" });
  const theirs = readers.getByRole("listitem").filter({ hasText: "A fever of a book." });
  await expect(async () => {
    await other.goto("/books/samskara");
    await expect(theirs).toHaveCount(1, { timeout: 500 });
  }).toPass();
  for (const words of ["Reviewing T.", "Bought it here", "4 out of 5 stars", "एक साँस में पढ़ा।"])
    await expect(theirs).toContainText(words);

  await page.getByRole("radio", { name: "2 stars" }).check({ force: true });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(async () => {
    await other.goto("/books/samskara");
    await expect(theirs).toContainText("2 out of 5 stars", { timeout: 500 });
  }).toPass();
  await other.getByRole("link", { name: "Write a review" }).click();
  await expect(other.getByRole("heading", { name: "Welcome Back" })).toBeVisible();

  await page.goto("/account/reviews");
  await page.getByRole("link", { name: "Change or withdraw Samskara" }).click();
  await expectReady(page);
  await page.getByText("Withdraw your review").click();
  await page.getByRole("button", { name: "Delete it" }).click();
  await expect(page.getByText("Your review is deleted.")).toBeVisible();
  await expect(page.getByLabel("What did you make of it?")).toHaveValue("");
  await expect(async () => {
    await other.goto("/books/samskara");
    await expect(theirs).toHaveCount(0, { timeout: 500 });
  }).toPass();
});
