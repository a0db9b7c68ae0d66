import { expect, test } from "#tests/support/browser/journey.ts";
import { placePaid } from "#tests/support/places/order-places.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";
import { signInBrowser } from "#tests/support/sales/signed-in.ts";

test("a review without stars takes the focus to them, stars are chosen by keyboard, and withdrawing it empties the form", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await signInBrowser(page, "Reviewing Tara");
  await placePaid(page, "samskara");
  await page.goto("/books/samskara/review");
  await expectReady(page);
  await page.getByRole("button", { name: "Publish your review" }).click();
  await expect(page.getByText("Choose how many stars you give.")).toBeVisible();
  await expect(page.getByRole("radiogroup", { name: "How many stars?" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  for (let stars = 1; stars < 4; stars += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "4 stars" })).toBeChecked();
  const words = page.getByLabel("What did you think of the book?");
  await words.fill("A fever of a book.\n\nएक साँस में पढ़ा।");
  await expect(page.getByLabel("Shown as")).toHaveValue("Reviewing T.");
  await page.getByRole("button", { name: "Publish your review" }).click();
  await expect(page.getByText("Thank you. Your review is on the book’s page.")).toBeVisible();

  await page.getByRole("radio", { name: "2 stars" }).check({ force: true });
  await page.getByText("Withdraw your review").click();
  await page.getByRole("button", { name: "Delete it" }).click();
  await expect(page.getByText("Your review is deleted.")).toBeVisible();
  await expect(words).toHaveValue("");
});
