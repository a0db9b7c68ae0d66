/** Payments that go wrong: stopped, paid in two tabs, reported by the webhook only, or paid after a cancellation. */
import { sql } from "#db/sql.ts";

import { expect, test } from "#tests/support/browser/journey.ts";
import { expectLetters } from "#tests/support/letters.ts";
import { placePaidUnreported } from "#tests/support/places/order-places.ts";
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
} from "#tests/support/sales/shopper.ts";
import { sendForm } from "#tests/support/sales/signed-in.ts";

test("each obstacle to a payment shows a message, keeps the form, and the next attempt works", async ({
  page,
  db,
  expectTrouble,
}) => {
  expectTrouble(/status of (409|422)|net::ERR_(CONNECTION_REFUSED|FAILED)/);
  // A book rated so low that it is in no chart.
  await putInCart(page, "girl-in-white-cotton");
  await openCart(page);
  const alert = summary(page).getByRole("alert");

  await test.step("missing details are named beside their fields and on top", async () => {
    await page.getByLabel("Full name").fill("Meera Nair");
    await page.getByLabel("E-mail").fill("meera at example");
    await page.getByLabel("Phone").fill("12345");
    await payButton(page).click();

    const wrong = page.getByRole("alert").filter({ hasText: "Please check these fields:" });
    await expect(wrong.getByRole("link")).toHaveText([
      "Address",
      "PIN code",
      "Town or city",
      "State",
      "Phone",
      "E-mail",
    ]);
    await expect(page.getByText("Check your e-mail address.")).toHaveCount(1);
    await expect(page.getByRole("alert")).toHaveCount(1);
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Check your e-mail address/);
    await expect(page.getByLabel("Phone")).toHaveAccessibleDescription(/10-digit mobile number/);
    for (const label of ["E-mail", "Phone", "Address", "PIN code", "Town or city", "State"])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Full name")).toHaveValue("Meera Nair");
    await expect(page.getByLabel("Full name")).not.toHaveAttribute("aria-invalid");
    await expect(page.getByLabel("E-mail")).toHaveValue("meera at example");
    await expect(page.getByLabel("Phone")).toHaveValue("12345");
    await wrong.getByRole("link", { name: "Address" }).click();
    await expect(page.getByLabel("Address", { exact: true })).toBeFocused();
    await fillDelivery(page);
  });

  await test.step("the shop cannot be reached", async () => {
    await page.route("**/checkout", (route) => route.abort("connectionrefused"));
    await payButton(page).click();
    await expect(alert).toContainText("The shop cannot be reached.");
    await expect(page.getByLabel("Full name")).toHaveValue("Meera Nair");
    await page.unroute("**/checkout");
  });

  await test.step("the shop refuses a code that ended while the cart was open, and shows the new total", async () => {
    await db.execute(sql`
      insert into promotions (code, name, applies_to, percent_off, starts_at) values ('ENDSNOW', 'Ends', 'everything', 10, '2020-01-01')`);
    await page.getByLabel("Promotion code").fill("ENDSNOW");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(summary(page).getByText("ENDSNOW is applied.")).toBeVisible();
    // The promotion ends as the button is pressed: a page that reloads after the end shows the new total by itself.
    await page.route(
      "**/checkout",
      async (route) => {
        await db.execute(sql`update promotions set ends_at = now() where code = 'ENDSNOW'`);
        await route.continue();
      },
      { times: 1 },
    );
    await payButton(page).click();
    await expect(alert).toContainText("This code is no longer valid, as its offer has ended. Look at the new total");
    await expect(alert).not.toContainText("money");
    await expect(summary(page).getByText("as its offer has ended. You pay ₹")).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
    expect(await ordersOf(db, page)).toEqual([]);
  });

  await test.step("the payment script does not load", async () => {
    await page.route("**/v1/checkout.js", (route) => route.abort());
    await payButton(page).click();
    await expect(alert.getByText("Failed to load Razorpay SDK", { exact: true })).toBeVisible();
    await expectBadge(page, 1);
    await page.unroute("**/v1/checkout.js");
  });

  await test.step("after the window the shop cannot be reached, so nobody knows whether a payment went through", async () => {
    await page.route("**/checkout/verify", (route) => route.abort("connectionrefused"));
    await payButton(page).click();
    await (await widgetOf(page)).getByRole("button", { name: "Close checkout" }).click();
    await expect(alert).toContainText("Please wait a few minutes before you pay again.");
    await expect(alert).toContainText("If your bank took the money");
    await expect(alert).not.toContainText(/try again/i);
    await page.unroute("**/checkout/verify");
  });

  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  const number = await expectPaid(page);
  expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
});

test("two tabs that pay the same cart make one order, paid once, and a book put in the cart meanwhile stays there", async ({
  page,
  context,
  db,
}) => {
  const first = await openWidget(page, "the-lowland");
  const other = await context.newPage();
  // The other tab would otherwise notice the payment and close its widget before the press.
  await other.route("**/checkout/status?*", (route) => route.fulfill({ json: { state: "unpaid" } }));
  await openCart(other);
  await fillDelivery(other);
  await payButton(other).click();
  const second = await widgetOf(other);
  const shelf = await context.newPage();
  await shelf.goto("/books/born-a-crime");
  await expectReady(shelf);
  await shelf.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(shelf.getByText("Born a Crime is in your cart.")).toBeVisible();
  await expectBadge(shelf, 2);

  await giveCard(first);
  await giveCard(second);
  await first.getByRole("button", { name: "Success" }).click();
  const number = await expectPaid(page);
  await expectBadge(page, 1);
  await expectBadge(shelf, 1);
  await second.getByRole("button", { name: "Success" }).click();
  await second.getByRole("button", { name: "Try again" }).waitFor();
  await second.getByRole("button", { name: "Close checkout" }).click();
  expect(await expectPaid(other)).toBe(number);
  expect(await ordersOf(db, page)).toEqual([{ number, state: "paid", captured: 1 }]);
  await openCart(shelf);
  await expect(shelf.getByRole("main").getByRole("link", { name: "Born a Crime" })).toBeVisible();
  await expect(shelf.getByRole("main").getByRole("link", { name: "The Lowland" })).toHaveCount(0);
});

test("a payment that no browser reports is settled by the webhook of Razorpay, and the link of its letter opens the order in any browser", async ({
  page,
  db,
  openContext,
  expectTrouble,
}) => {
  expectTrouble(/^Blocked script execution in .*\/stand-ins\/mailbox\//); // Playwright's own script in the letter
  const number = await placePaidUnreported(page, "train-to-pakistan");
  await expect.poll(() => ordersOf(db, page), { timeout: 60_000 }).toEqual([{ number, state: "paid", captured: 1 }]);
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(page.getByText(`Your order ${number} is paid. Thank you!`)).toBeVisible();

  const subject = `We’re packing Train to Pakistan, order ${number}`;
  await expectLetters(page, number, [subject]);
  await page.goto(`/stand-ins/mailbox/?find=${number}`);
  await page.getByRole("link", { name: subject }).click();
  const letter = page.frameLocator("iframe[title='The letter']");
  await expect(letter.getByText("Train to Pakistan", { exact: true })).toBeVisible();
  const link = await letter.getByRole("link", { name: "See your order" }).getAttribute("href");
  const elsewhere = await (await openContext()).newPage();
  await elsewhere.goto(link!);
  await expect(elsewhere.getByRole("heading", { name: number })).toBeVisible();
});

test("a payment that comes after its order was cancelled leads to the order's page, which tells where the money goes", async ({
  page,
  db,
}) => {
  const widget = await openWidget(page, "the-stepchild");
  const [order] = await ordersOf(db, page);
  await sendForm(page, `/orders/${order!.number}`, { intent: "cancel-order" });
  await payInWidget(widget);
  await expect(page).toHaveURL(`/orders/${order!.number}`);
  await expect(page.getByText(/^₹405\.00 (goes|went) back to your Visa card ending in 1007/)).toBeVisible();
});

test("a paid cart whose confirmation cannot be loaded leads to the order's page", async ({ page, expectTrouble }) => {
  expectTrouble(/net::ERR_FAILED/);
  await page.route(/\/payment-success-[\w-]+\.js/, (route) => route.abort());
  await payInWidget(await openWidget(page, "train-to-pakistan"));
  await expect(page).toHaveURL(/\/orders\/EP-/);
  await expect(page.getByRole("heading", { name: "We’re packing your books" })).toBeVisible();
});
