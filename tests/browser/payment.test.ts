/** Paying for a cart: the widget, declined cards, a double click, and a widget that is closed and opened again. */
import { expect, test } from "#tests/support/browser/journey.ts";
import {
  address,
  cartLink,
  declined,
  declinedCard,
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
} from "#tests/support/sales/shopper.ts";
import { homeAddress, sendForm, signInBrowser } from "#tests/support/sales/signed-in.ts";
import { readWidgetOptions, rememberWidgetOptions } from "#tests/support/browser/widget-options.ts";

/** The provider's message about this card promises a refund. */
const cardWithRefund = "4100280000020007";

test(
  "a guest puts a book in the cart, pays by card, and gets an order number, an empty cart and a page of the order",
  {
    tag: "@core",
  },
  async ({ page, db }) => {
    await page.goto("/books/malgudi-days");
    await expectReady(page);
    await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByText("Malgudi Days is in your cart.")).toBeVisible();
    await cartLink(page).click();
    await expect(page).toHaveURL("/cart");
    await expectReady(page);
    await fillDelivery(page);
    await payButton(page).click();
    const widget = await widgetOf(page);
    await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Clear Cart" })).toBeDisabled();
    await expect(summary(page).getByText(/^Held for you until \d\d?:\d\d [ap]m$/)).toBeVisible();
    await payInWidget(widget);

    const number = await expectPaid(page);
    expect(number).toMatch(/^EP-[0-9A-HJKMNP-TV-Z]{10}$/);
    await expect(page.getByText("Thank you for your purchase")).toBeVisible();
    await expect(page.getByRole("link", { name: "Continue Shopping" })).toBeVisible();
    await expectBadge(page, 0);
    expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);

    await page.getByRole("main").getByRole("link", { name: number }).click();
    await expect(page.getByRole("heading", { name: number })).toBeVisible();
    await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Malgudi Days", exact: true })).toBeVisible();
    await expect(page.getByText("1 × ₹424.00")).toBeVisible();
    await expect(page.getByRole("definition").last()).toHaveText("₹424.00");
    await expect(page.getByText("12 Church Street", { exact: true })).toBeVisible();
  },
);

test("the ways to pay are named before the window opens, and a payment by UPI is named on the order", async ({
  page,
}) => {
  await putInCart(page, "the-guide");
  await openCart(page);
  await expect(summary(page).getByText("UPI, cards and netbanking")).toBeVisible();
  await fillDelivery(page);
  await payButton(page).click();
  const widget = await widgetOf(page);
  await widget.locator("summary").filter({ hasText: "Pay by UPI" }).click();
  await widget.getByRole("button", { name: "Pay by UPI" }).click();
  await expect(widget.getByText("Enter a UPI ID, such as name@okbank.")).toBeVisible();
  await widget.getByLabel("UPI ID").fill("meera@okbank");
  await widget.getByLabel("UPI ID").press("Enter");
  await expect(widget.getByText("from your UPI account meera@okbank.")).toBeVisible();
  await widget.getByLabel("One-time password").fill("1234");
  await widget.getByRole("button", { name: "Success" }).click();

  const number = await expectPaid(page);
  await page.goto(`/orders/${number}`);
  await expect(page.getByRole("region", { name: "Payment" })).toContainText("Paid from your UPI account");
});

test(
  "a signed-in reader pays with a saved address, and finds the order in the account",
  {
    tag: "@core",
  },
  async ({ page }) => {
    await signInBrowser(page, "Buying Reader");
    await sendForm(page, "/account/addresses/new", homeAddress);
    await putInCart(page, "the-hobbit");
    await openCart(page);
    await expect(page.getByRole("region", { name: "Delivery details" })).toContainText("12 Church Street");
    await payButton(page).click();
    await payInWidget(await widgetOf(page));
    const number = await expectPaid(page);
    await page.goto("/orders");
    await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: number })).toContainText("Paid");
  },
);

test(
  "a payment that failed is told in the summary, the cart is kept, and the next try pays the same order",
  {
    tag: "@core",
  },
  async ({ page, db }) => {
    const widget = await openWidget(page, "dune");
    await giveCard(widget, declinedCard);
    await widget.getByRole("button", { name: "Failure" }).click();
    await expect(widget.getByText(declined)).toBeVisible();
    await widget.getByRole("button", { name: "Close checkout" }).click();

    const alert = summary(page).getByRole("alert");
    await expect(alert.getByText(declined)).toBeVisible();
    await expect(alert).toContainText("refund you within 7 working days");
    await expect(alert).toContainText("Your cart is kept. Try again, or choose another way to pay.");
    await expect(payButton(page)).toBeEnabled();
    await expect(page.getByRole("button", { name: "Clear Cart" })).toBeEnabled();
    await expect(page.getByRole("main").getByRole("link", { name: "Dune" })).toBeVisible();

    await payButton(page).click();
    const again = await widgetOf(page);
    await giveCard(again, cardWithRefund);
    await again.getByRole("button", { name: "Failure" }).click();
    await expect(again.getByText("will be refunded in 4-5 business days")).toBeVisible();
    await again.getByRole("button", { name: "Close checkout" }).click();
    await expect(alert).toContainText("will be refunded in 4-5 business days");
    await expect(alert).toContainText("within 7 working days at the latest");
    await expectBadge(page, 1);
    const [order] = await ordersOf(db, page);
    expect(order).toMatchObject({ state: "pending_payment", captured: 0 });

    await payButton(page).click();
    await payInWidget(await widgetOf(page));
    const number = await expectPaid(page);
    expect(number).toBe(order!.number);
    expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
  },
);

test("a declined card is followed by another one in the open widget, a double click opens one widget, and Back finds an empty cart", async ({
  page,
  db,
}) => {
  await putInCart(page, "foundation");
  await openCart(page);
  await fillDelivery(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/checkout")) asked.push(request.url());
  });
  await payButton(page).dblclick();
  const widget = await widgetOf(page);
  await giveCard(widget, declinedCard);
  await widget.getByRole("button", { name: "Failure" }).click();
  await expect(widget.getByText(declined)).toBeVisible();
  await widget.getByRole("button", { name: "Try again" }).click();
  await payInWidget(widget);
  const number = await expectPaid(page);
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(asked).toHaveLength(1);

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

test("a widget that is closed leaves the button as it was; the next press finds the same order, and a changed cart its new price", async ({
  page,
  db,
}) => {
  await rememberWidgetOptions(page);
  const widget = await openWidget(page, "beach-read");
  const [order] = await ordersOf(db, page);
  const options = await readWidgetOptions(page);
  // The fields are those of the specification.
  expect(options).toEqual({
    key: "rzp_test_EndpaperStandIn",
    amount: 49_900,
    currency: "INR",
    name: "Endpaper",
    description: `Order ${order!.number}`,
    image: `${process.env.JOURNEY_URL}/icons/apple-touch-icon.png`,
    order_id: expect.stringMatching(/^order_\w{14}$/),
    prefill: {
      name: "Meera Nair",
      email: expect.stringMatching(/^meera-\d+-\d+@example\.com$/),
      contact: "+919876543210",
      method: "card",
    },
    theme: { color: "#4F46E5" },
    timeout: 900,
    handler: "function",
    modal: expect.anything(),
  });
  await widget.getByRole("button", { name: "Close checkout" }).click();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("Full name")).toHaveValue(address["Full name"]);

  await payButton(page).click();
  await (await widgetOf(page)).getByRole("button", { name: "Close checkout" }).click();
  expect(await readWidgetOptions(page)).toMatchObject({ order_id: options.order_id, amount: options.amount });
  expect(await ordersOf(db, page)).toHaveLength(1);

  await page.getByRole("button", { name: "Increase quantity of Beach Read" }).click();
  await expectBadge(page, 2);
  await payButton(page).click();
  const last = await widgetOf(page);
  expect(await readWidgetOptions(page)).toMatchObject({ amount: 99_800 });
  await payInWidget(last);
  const number = await expectPaid(page);
  expect(await ordersOf(db, page)).toMatchObject([{ state: "superseded" }, { number, state: "paid", captured: 1 }]);
});
