import { expect, test } from "#tests/support/journey.ts";
import {
  address,
  declined,
  declinedCard,
  expectBadge,
  expectPaid,
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
import { readWidgetOptions, rememberWidgetOptions } from "#tests/support/widget-options.ts";

test("a reader pays by card and gets an order number, an empty cart and a page of the order", async ({ page, db }) => {
  const widget = await openWidget(page, "malgudi-days", "malgudi-days", "the-hobbit");
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
  await expect(page.getByRole("link", { name: "Malgudi Days" })).toBeVisible();
  await expect(page.getByText("2 × ₹424.00")).toBeVisible();
  await expect(page.getByRole("definition").last()).toHaveText("₹1,198.00");
  await expect(page.getByText("12 Church Street")).toBeVisible();
});

test("the widget is opened with the options of the specification", async ({ page, db }) => {
  await rememberWidgetOptions(page);
  await openWidget(page, "thinking-fast-and-slow", "thinking-fast-and-slow");
  const [order] = await ordersOf(db, page);
  expect(await readWidgetOptions(page)).toEqual({
    key: "rzp_test_EndpaperStandIn",
    amount: 89_800,
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
});

test("missing delivery details are named beside their fields and on top, and nothing typed is lost", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await putInCart(page, "sita");
  await openCart(page);
  await page.getByLabel("Full name").fill("Meera Nair");
  await page.getByLabel("E-mail").fill("meera at example");
  await page.getByLabel("Phone").fill("12345");
  await payButton(page).click();

  const wrong = page.getByRole("alert").filter({ hasText: "Please check these fields:" });
  await expect(wrong.getByRole("link")).toHaveText(["E-mail", "Phone", "PIN code", "Town or city", "State", "Address"]);
  await expect(page.getByText("such as name@example.com")).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/such as name@example.com/);
  await expect(page.getByLabel("Phone")).toHaveAccessibleDescription(/10-digit Indian mobile number/);
  for (const label of ["E-mail", "Phone", "Address", "PIN code", "Town or city", "State"])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Full name")).toHaveValue("Meera Nair");
  await expect(page.getByLabel("Full name")).not.toHaveAttribute("aria-invalid");
  await expect(page.getByLabel("E-mail")).toHaveValue("meera at example");
  await expect(page.getByLabel("Phone")).toHaveValue("12345");

  await wrong.getByRole("link", { name: "Address" }).click();
  await expect(page.getByLabel("Address", { exact: true })).toBeFocused();
  await fillDelivery(page);
  await payButton(page).click();
  await widgetOf(page);
});

test("a card that is declined can be followed by another one in the open widget", async ({ page, db }) => {
  const widget = await openWidget(page, "foundation");
  await giveCard(widget, declinedCard);
  await widget.getByRole("button", { name: "Failure" }).click();
  await expect(widget.getByText(declined)).toBeVisible();
  await widget.getByRole("button", { name: "Try again" }).click();
  await payInWidget(widget);
  const number = await expectPaid(page);
  expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
});

test("a payment that failed and was closed is told in the summary, and the cart is kept", async ({ page, db }) => {
  const widget = await openWidget(page, "dune");
  await giveCard(widget, declinedCard);
  await widget.getByRole("button", { name: "Failure" }).click();
  await expect(widget.getByText(declined)).toBeVisible();
  await widget.getByRole("button", { name: "Close checkout" }).click();

  await expect(summary(page).getByRole("alert").getByText(declined)).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByRole("button", { name: "Clear Cart" })).toBeEnabled();
  await expect(page.getByRole("main").getByRole("link", { name: "Dune" })).toBeVisible();
  await expectBadge(page, 1);
  expect(await ordersOf(db, page)).toMatchObject([{ state: "pending_payment", captured: 0 }]);
});

test("a widget that is closed leaves the button as it was, and the next press finds the same order", async ({
  page,
  db,
}) => {
  await rememberWidgetOptions(page);
  const widget = await openWidget(page, "one-day");
  const first = await readWidgetOptions(page);
  await widget.getByRole("button", { name: "Close checkout" }).click();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("Full name")).toHaveValue(address["Full name"]);

  await payButton(page).click();
  await widgetOf(page);
  expect(await readWidgetOptions(page)).toMatchObject({ order_id: first.order_id, amount: first.amount });
  expect(await ordersOf(db, page)).toHaveLength(1);
});

test("a cart that was changed after the widget was closed is paid at its new price", async ({ page, db }) => {
  const widget = await openWidget(page, "beach-read");
  await widget.getByRole("button", { name: "Close checkout" }).click();
  await page.getByRole("button", { name: "Increase quantity of Beach Read" }).click();
  await expectBadge(page, 2);
  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  const number = await expectPaid(page);
  expect(await ordersOf(db, page)).toMatchObject([{ state: "superseded" }, { number, state: "paid", captured: 1 }]);
  await page.goto(`/orders/${number}`);
  await expect(page.getByText("2 × ₹499.00")).toBeVisible();
});

test("the page of an order is for the reader whose cart it was", async ({ page, openContext, expectTrouble }) => {
  expectTrouble(/status of 404/);
  await payInWidget(await openWidget(page, "ikigai"));
  const number = await expectPaid(page);
  const stranger = await (await openContext()).newPage();
  const answer = await stranger.goto(`/orders/${number}`);
  expect(answer!.status()).toBe(404);
  await expect(stranger.getByText("Meera Nair")).toHaveCount(0);
});
