import { receiveCopies } from "#shop/stock/stock.server.ts";
import { expect, test } from "#tests/support/journey.ts";
import { expectLetters } from "#tests/support/letters.ts";
import { endHold, leaveCopies } from "#tests/support/stock.ts";
import {
  expectPaid,
  expectReady,
  fillDelivery,
  openCart,
  openWidget,
  ordersOf,
  payButton,
  payInWidget,
  putInCart,
  summary,
} from "#tests/support/shopper.ts";

test("who comes second for the last copy is told before paying, asks for a letter, and gets it when it is back", async ({
  page,
  db,
  openContext,
  expectTrouble,
}) => {
  expectTrouble(/status of 409/);
  await leaveCopies(db, "crowfall", 1);
  const late = await (await openContext()).newPage();
  await putInCart(late, "crowfall", "swami-and-friends");
  await openCart(late);
  await fillDelivery(late);
  const widget = await openWidget(page, "crowfall");
  await payButton(late).click();
  await expect(summary(late).getByRole("alert")).toContainText(
    "There are not enough copies left of Crowfall. Nothing was charged; please change your cart.",
  );
  await expect(late.locator("iframe")).toHaveCount(0);
  expect(await ordersOf(db, late)).toEqual([]);
  await payInWidget(widget);
  await expectPaid(page);

  await late.goto("/books/crowfall");
  await expect(late.getByRole("main").getByText("Sold out").first()).toBeVisible();
  await expectReady(late);
  await late.getByLabel("Your e-mail address").fill("second@nowhere");
  await late.getByRole("button", { name: "Tell me when it is back" }).click();
  await expect(late.getByRole("heading", { name: "That is not an e-mail address" })).toBeVisible();
  await expect(late.getByLabel("Your e-mail address")).toHaveAccessibleDescription(/such as name@example.com/);
  await late.getByLabel("Your e-mail address").fill("second@example.com");
  await late.getByRole("button", { name: "Tell me when it is back" }).click();
  await expect(late.getByRole("heading", { name: "We will write to you" })).toBeVisible();
  await expect(late.getByText("One e-mail, when Crowfall is back on the shelf.")).toBeVisible();

  await receiveCopies(db, "crowfall", 2);
  await expectLetters(late, "Crowfall", ["Back in stock: Crowfall"]);
  await late.getByRole("link", { name: "Back to the book" }).click();
  await expect(late.getByRole("article").getByRole("button", { name: "Add to Cart" }).first()).toBeVisible();
});

test("a held copy goes to another reader when its time is over; a payment that comes after that is sent back, and a letter says so", async ({
  page,
  db,
  openContext,
}) => {
  await leaveCopies(db, "the-stepchild", 1);
  const widget = await openWidget(page, "the-stepchild");
  await expect(summary(page).getByText(/^Held for you until \d\d?:\d\d [ap]m$/)).toBeVisible();
  const [held] = await ordersOf(db, page);

  const other = await (await openContext()).newPage();
  await other.goto("/books/the-stepchild");
  await expect(other.getByRole("main").getByText("Sold out").first()).toBeVisible();
  await endHold(db, held!.number);
  await expect(async () => {
    await other.reload();
    await expect(other.getByRole("main").getByText("Only 1 left").first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  expect(await ordersOf(db, page)).toMatchObject([{ state: "expired", captured: 0 }]);
  await payInWidget(await openWidget(other, "the-stepchild"));
  await expectPaid(other);

  const tab = await page.context().newPage();
  await openCart(tab);
  await expect(tab.getByText("This book sold out while it was in your cart. Remove it to continue.")).toBeVisible();
  await expect(payButton(tab)).toBeDisabled();

  await payInWidget(widget);
  await expect(async () => {
    await tab.goto(`/orders/${held!.number}`);
    await expect(tab.getByText(/^₹405\.00 went back to your Visa card ending in 1007 on/)).toBeVisible({
      timeout: 500,
    });
  }).toPass({ timeout: 60_000 });
  await expectLetters(tab, held!.number, [
    `Your order ${held!.number} sold out; you get ₹405.00 back`,
    `Your refund of ₹405.00 for order ${held!.number}`,
  ]);
});
