import { expect, test } from "#tests/support/journey.ts";
import {
  expectBadge,
  expectPaid,
  expectReady,
  fillDelivery,
  giveCard,
  openCart,
  openWidget,
  ordersOf,
  payButton,
  payInWidget,
  putInCart,
  summary,
  widgetOf,
} from "#tests/support/shopper.ts";

test("a payment script that does not load is told exactly, and pressing again works once it is back", async ({
  page,
  db,
  expectTrouble,
}) => {
  expectTrouble(/net::ERR_FAILED/);
  await page.route("**/v1/checkout.js", (route) => route.abort());
  await putInCart(page, "the-namesake");
  await openCart(page);
  await fillDelivery(page);
  await payButton(page).click();
  const alert = summary(page).getByRole("alert");
  await expect(alert.getByText("Failed to load Razorpay SDK", { exact: true })).toBeVisible();
  await expectBadge(page, 1);

  await page.unroute("**/v1/checkout.js");
  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  const number = await expectPaid(page);
  expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
});

test("a browser closed right after paying leaves the order to the webhook, which settles it", async ({ page, db }) => {
  await page.route("**/checkout/verify", () => {}); // the browser's own report never arrives
  const widget = await openWidget(page, "train-to-pakistan");
  await giveCard(widget);
  const bankSaidYes = page.waitForResponse(/\/bank$/);
  await widget.getByRole("button", { name: "Success" }).click();
  await bankSaidYes;
  const context = page.context();
  await page.close();

  await expect
    .poll(() => ordersOf(db, page), { timeout: 60_000 })
    .toEqual([{ number: expect.stringMatching(/^EP-/), state: "paid", captured: 1 }]);
  const back = await context.newPage();
  await openCart(back);
  await expect(back.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(back.getByText(/^Your order EP-\w{10} is paid\. Thank you!$/)).toBeVisible();
});

test("two tabs that pay the same cart make one order, paid once", async ({ page, context, db }) => {
  const first = await openWidget(page, "the-lowland");
  const other = await context.newPage();
  await openCart(other);
  await fillDelivery(other);
  await payButton(other).click();
  const second = await widgetOf(other);

  await giveCard(first);
  await giveCard(second);
  await first.getByRole("button", { name: "Success" }).click();
  const number = await expectPaid(page);
  await second.getByRole("button", { name: "Success" }).click();
  await second.getByRole("button", { name: "Try again" }).waitFor();
  await second.getByRole("button", { name: "Close checkout" }).click();
  expect(await expectPaid(other)).toBe(number);
  expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
});

test("a book put in the cart while another is being paid stays there", async ({ page, context, db }) => {
  const widget = await openWidget(page, "wings-of-fire");
  const other = await context.newPage();
  await other.goto("/books/born-a-crime");
  await expectReady(other);
  await other.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(other.getByText("Born a Crime is in your cart.")).toBeVisible();
  await expectBadge(other, 2);

  await payInWidget(widget);
  const number = await expectPaid(page);
  await expectBadge(page, 1);
  await expectBadge(other, 1);
  expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
  await openCart(other);
  await expect(other.getByRole("main").getByRole("link", { name: "Born a Crime" })).toBeVisible();
  await expect(other.getByRole("main").getByRole("link", { name: "Wings of Fire" })).toHaveCount(0);
});

test("a double click on the pay button makes one order and one widget", async ({ page, db }) => {
  await putInCart(page, "cosmos");
  await openCart(page);
  await fillDelivery(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/checkout")) asked.push(request.url());
  });
  await payButton(page).dblclick();
  await payInWidget(await widgetOf(page));
  const number = await expectPaid(page);
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(asked).toHaveLength(1);
  expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
});

test("a shop that cannot be reached says so, keeps what was typed, and the next press works", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/net::ERR_CONNECTION_REFUSED/);
  await page.route("**/checkout", (route) => route.abort("connectionrefused"));
  await putInCart(page, "jaya");
  await openCart(page);
  await fillDelivery(page);
  await payButton(page).click();
  await expect(summary(page).getByRole("alert")).toContainText("The shop cannot be reached.");
  await expect(page.getByLabel("Full name")).toHaveValue("Meera Nair");
  await page.unroute("**/checkout");
  await payButton(page).click();
  await widgetOf(page);
});

test("the last copy is held for the reader who pays, and the other is told before paying", async ({
  page,
  openContext,
  expectTrouble,
}) => {
  expectTrouble(/status of 409/);
  const other = await (await openContext()).newPage();
  await putInCart(other, "games-at-twilight");
  await openCart(other);
  await fillDelivery(other);
  const widget = await openWidget(page, "games-at-twilight");
  await payButton(other).click();
  await expect(summary(other).getByRole("alert")).toContainText(
    "There are not enough copies left of Games at Twilight. Nothing was charged; please change your cart.",
  );
  await payInWidget(widget);
  await expectPaid(page);
  await other.reload();
  await expect(other.getByText("This book sold out while it was in your cart. Remove it to continue.")).toBeVisible();
  await expect(payButton(other)).toBeDisabled();
});

test("the reader's next purchase finds the address filled in", async ({ page }) => {
  await payInWidget(await openWidget(page, "sita"));
  await expectPaid(page);
  await putInCart(page, "jaya");
  await openCart(page);
  await expect(page.getByLabel("Full name")).toHaveValue("Meera Nair");
  await expect(page.getByLabel("PIN code")).toHaveValue("560001");
  await expect(page.getByLabel("State", { exact: true })).toHaveValue("KA");
});
