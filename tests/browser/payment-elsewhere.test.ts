import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/shop-elsewhere.ts";
import { declinedCard, expectPaid, expectReady, fillDelivery, giveCard } from "#tests/support/shopper.ts";
import { openCart, payButton, payInWidget, summary, widgetOf } from "#tests/support/shopper.ts";
import { readWidgetOptions, rememberWidgetOptions } from "#tests/support/widget-options.ts";

const instagram =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0 Android";

test.afterEach(async ({ elsewhere }) => {
  for (const fault of ["silentWidget", "webhookDrop"]) elsewhere.standIn.setFault(fault, null);
  await elsewhere.standIn.settled();
});

/** Puts a book in the cart and brings it to the open widget. */
async function openWidget(page: Page, bookId: string) {
  await page.goto(`/books/${bookId}`);
  await expectReady(page);
  const add = page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first();
  await add.click();
  await expect(page.getByText(/is in your cart\./)).toBeVisible();
  await openCart(page);
  await fillDelivery(page);
  await payButton(page).click();
  return widgetOf(page);
}

test("inside another app, where the widget calls nobody back, the reader is brought to the paid order", async ({
  openContext,
  elsewhere,
}) => {
  elsewhere.standIn.setFault("silentWidget", { times: "always" });
  elsewhere.standIn.setFault("webhookDrop", { times: "always" });
  const page = await (await openContext({ userAgent: instagram })).newPage();
  const returned = page.waitForRequest("**/payments/return");
  await rememberWidgetOptions(page);
  const widget = await openWidget(page, "dune");
  expect(await readWidgetOptions(page)).toMatchObject({
    callback_url: `${elsewhere.url}/payments/return`,
    redirect: true,
  });
  await payInWidget(widget);

  const headers = await (await returned).allHeaders();
  expect([headers["sec-fetch-site"], headers.cookie]).toEqual(["cross-site", undefined]);
  await expect(page).toHaveURL(/\/orders\/EP-\w{10}$/);
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Dune" })).toBeVisible();
});

test("inside another app a payment that fails leads back to the cart, which can be paid again", async ({
  openContext,
  elsewhere,
}) => {
  elsewhere.standIn.setFault("silentWidget", { times: "always" });
  const page = await (await openContext({ userAgent: instagram })).newPage();
  const widget = await openWidget(page, "foundation");
  await giveCard(widget, declinedCard);
  await widget.getByRole("button", { name: "Failure" }).click();
  await expect(page.getByText("Payment failed. Please try again.")).toBeVisible();
  await expect(page).toHaveURL(/\/cart$/);

  await expectReady(page);
  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  await expect(page).toHaveURL(/\/orders\/EP-\w{10}$/);
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
});

test("a widget that falls silent after the bank's yes does not keep the page waiting", async ({ page, elsewhere }) => {
  elsewhere.standIn.setFault("silentWidget", {});
  await payInWidget(await openWidget(page, "ikigai"));
  await expectPaid(page);
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("a widget that is closed without a word gives the pay button back", async ({ page, elsewhere }) => {
  elsewhere.standIn.setFault("silentWidget", {});
  const widget = await openWidget(page, "sita");
  const looked = page.waitForResponse("**/checkout/status?*");
  await looked;
  await widget.getByRole("button", { name: "Close checkout" }).click();
  await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
  await expect(summary(page).getByRole("alert")).toHaveCount(0);
});

test("the widget shows the shop's mark, which it loads from another site", async ({ page }) => {
  const widget = await openWidget(page, "jaya");
  await expect(widget.locator("#shop-image")).toBeVisible();
});
