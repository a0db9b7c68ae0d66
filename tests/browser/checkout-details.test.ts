import { expect, test } from "#tests/support/journey.ts";
import { lookOver } from "#tests/support/look-over.ts";
import { leaveCopies } from "#tests/support/stock.ts";
import {
  address,
  expectBadge,
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
  widgetOf,
} from "#tests/support/shopper.ts";

test("a PIN code that does not fit the state is mentioned while typing, and the order is paid all the same", async ({
  page,
}) => {
  await putInCart(page, "one-part-woman");
  await openCart(page);
  await fillDelivery(page);
  const odd = page.getByText("This PIN code does not seem to belong to that state. If it is correct, please continue.");
  await expect(odd).toHaveCount(0);
  await page.getByLabel("State", { exact: true }).selectOption("Kerala");
  await expect(odd).toBeVisible();
  await page.getByLabel("PIN code").fill("682001");
  await expect(odd).toHaveCount(0);
  await page.getByLabel("PIN code").fill("110001");
  await expect(odd).toBeVisible();
  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  await page.goto(`/orders/${await expectPaid(page)}`);
  const goesTo = page.getByRole("region", { name: "Delivery address" });
  await expect(goesTo.getByText("Bengaluru 110001")).toBeVisible();
  await expect(goesTo.getByText("Kerala")).toBeVisible();
});

test("the back button leads from the order to an empty cart that mentions the order, and nothing is paid again", async ({
  page,
  db,
}) => {
  await payInWidget(await openWidget(page, "poonachi"));
  const number = await expectPaid(page);
  await page.getByRole("main").getByRole("link", { name: number }).click();
  await expect(page.getByRole("heading", { name: number })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(page.getByText(`Your order ${number} is paid. Thank you!`)).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: number }).click();
  await expect(page.getByRole("heading", { name: number })).toBeVisible();
  expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
});

test("more copies taken in another tab while the widget is open stay in the cart: paid are those that were asked for", async ({
  page,
  context,
  db,
}) => {
  await leaveCopies(db, "chemmeen", 12);
  const widget = await openWidget(page, "chemmeen");
  const other = await context.newPage();
  await openCart(other);
  const plus = other.getByRole("button", { name: "Increase quantity of Chemmeen" });
  await plus.click();
  await expect(other.getByText("Your cart has 2 copies of Chemmeen.")).toBeVisible();
  await plus.click();
  await expect(other.getByText("Your cart has 3 copies of Chemmeen.")).toBeVisible();

  await payInWidget(widget);
  const number = await expectPaid(page);
  expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
  await expectBadge(page, 2);
  await openCart(other);
  await expect(other.getByText("Total ₹638.00")).toBeVisible();
  await page.goto(`/orders/${number}`);
  await expect(page.getByText("1 × ₹319.00")).toBeVisible();
});

test("an order that another tab has replaced at another price is paid when its widget is, and what is new stays in the cart", async ({
  page,
  context,
  db,
}) => {
  await leaveCopies(db, "midnights-children", 12);
  const widget = await openWidget(page, "midnights-children");
  const other = await context.newPage();
  await putInCart(other, "a-rising-man");
  await openCart(other);
  await fillDelivery(other);
  await payButton(other).click();
  await widgetOf(other);
  expect(await ordersOf(db, page)).toMatchObject([{ state: "superseded" }, { state: "pending_payment" }]);

  await payInWidget(widget);
  await expectPaid(page);
  await expect
    .poll(() => ordersOf(db, page))
    .toMatchObject([
      { state: "paid", captured: 1 },
      { state: "pending_payment", captured: 0 },
    ]);
  await expectBadge(page, 1);
  await page.goto("/cart");
  await expect(page.getByRole("main").getByRole("link", { name: "A Rising Man" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Midnight’s Children" })).toHaveCount(0);
});

test("what was typed for the last order is filled in the next time, also when that one was never paid", async ({
  page,
}) => {
  await putInCart(page, "devdas");
  await openCart(page);
  await fillDelivery(page);
  await page.getByLabel("Address, second line").fill("Opposite the bakery");
  await payButton(page).click();
  const widget = await widgetOf(page);
  await widget.getByRole("button", { name: "Close checkout" }).click();
  await openCart(page);
  for (const [label, text] of Object.entries({ ...address, "E-mail": /^meera-/, Phone: "+91 98765 43210" }))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(page.getByLabel("Address, second line")).toHaveValue("Opposite the bakery");
  await expect(page.getByLabel("State", { exact: true })).toHaveValue("KA");
  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  await expectPaid(page);
});

test("an order about to be cancelled has nothing that axe finds and never scrolls sideways", async ({ page }) => {
  await payInWidget(await openWidget(page, "the-dying-day", "the-dying-day", "a-rising-man"));
  const number = await expectPaid(page);
  await expect(async () => {
    await page.goto(`/orders/${number}`);
    await expect(page.getByRole("link", { name: /^Bill / })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await expectReady(page);
  await page.getByText("Cancel this order").click();
  await expect(page.getByRole("button", { name: "Cancel the whole order" })).toBeVisible();
  await lookOver(page, "about to be cancelled");
});

test("a bill has nothing that axe finds and never scrolls sideways", async ({ page }) => {
  await payInWidget(await openWidget(page, "jane-eyre"));
  const number = await expectPaid(page);
  await expect(async () => {
    await page.goto(`/orders/${number}`);
    await expect(page.getByRole("link", { name: /^Bill / })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole("link", { name: /^Bill / }).click();
  await expect(page.getByRole("article", { name: "Bill of Supply" })).toBeVisible();
  await lookOver(page, "a bill");
});

test("the answer to tell-me has nothing that axe finds and never scrolls sideways", async ({ page, db }) => {
  await leaveCopies(db, "indulekha", 0);
  await page.goto("/books/indulekha");
  await expectReady(page);
  await page.getByLabel("Your e-mail address").fill("reader@example.com");
  await page.getByRole("button", { name: "Tell me when it is back" }).click();
  await expect(page.getByRole("heading", { name: "We will write to you" })).toBeVisible();
  await lookOver(page, "tell me");
});

test("a cart with a code and what is wrong with it has nothing that axe finds and never scrolls sideways", async ({
  page,
}) => {
  await putInCart(page, "worlds-best-boyfriend");
  await openCart(page);
  await page.getByLabel("Promotion code").fill("WINTER99");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("We do not know this code.")).toBeVisible();
  await lookOver(page, "an unknown code");
  await page.getByLabel("Promotion code").fill("SUMMER20");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(summary(page).getByText("gives no discount")).toBeVisible();
  await page.getByLabel("PIN code").fill("110001");
  await page.getByLabel("State", { exact: true }).selectOption("Kerala");
  await expect(page.getByText("This PIN code does not seem to belong to that state.")).toBeVisible();
  await lookOver(page, "a code that takes nothing off, an odd PIN code");
});
