import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/shop/shop-elsewhere.ts";
import { declinedCard, expectPaid, expectReady, fillDelivery, giveCard } from "#tests/support/sales/shopper.ts";
import { openCart, payButton, payInWidget, summary, widgetOf } from "#tests/support/sales/shopper.ts";
import { readWidgetOptions, rememberWidgetOptions } from "#tests/support/browser/widget-options.ts";

// Serial, and in one project, though one test looks at no pictures: another worker would open another shop.
test.describe.configure({ mode: "default" });
const tag = "@pictures";

const instagram =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0 Android";

const faults = ["silentWidget", "webhookDrop"] as const;

test.afterEach(async ({ elsewhere }) => {
  for (const fault of faults) elsewhere.standIn.setFault(fault, null);
  await elsewhere.standIn.settled();
});

/** Puts a book in the cart and opens the payment widget. */
async function openWidget(page: Page, origin: string, bookId: string) {
  const form = { intent: "add", bookId };
  expect((await page.request.post("/cart/lines", { maxRetries: 2, form, headers: { origin } })).ok()).toBe(true);
  await openCart(page);
  await fillDelivery(page);
  await payButton(page).click();
  return widgetOf(page);
}

test(
  "inside another app, where the widget calls nobody back, a payment that fails leads back to the cart, and the next one to the paid order",
  { tag },
  async ({ openContext, elsewhere }) => {
    for (const fault of faults) elsewhere.standIn.setFault(fault, { times: "always" });
    const page = await (await openContext({ userAgent: instagram })).newPage();
    await rememberWidgetOptions(page);
    const widget = await openWidget(page, elsewhere.url, "dune");
    expect(await readWidgetOptions(page)).toMatchObject({
      callback_url: `${elsewhere.url}/payments/return`,
      redirect: true,
    });
    await giveCard(widget, declinedCard);
    await widget.getByRole("button", { name: "Failure" }).click();
    await expect(page.getByText("Payment failed. Please try again.")).toBeVisible();
    await expect(page).toHaveURL(/\/cart$/);

    await expectReady(page);
    const returned = page.waitForRequest("**/payments/return");
    await payButton(page).click();
    await payInWidget(await widgetOf(page));
    const headers = await (await returned).allHeaders();
    expect([headers["sec-fetch-site"], headers.cookie]).toEqual(["cross-site", undefined]);
    await expect(page).toHaveURL(/\/orders\/EP-\w{10}$/);
    await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Dune", exact: true })).toBeVisible();
  },
);

test(
  "a widget from another site shows the shop's mark; one that is closed without a word, or silent after the bank's yes, does not keep the page waiting",
  { tag },
  async ({ page, elsewhere }) => {
    elsewhere.standIn.setFault("silentWidget", { times: "always" });
    await page.clock.install();
    /** Advances the page to its next check of the widget, which runs every 4 seconds. */
    async function look() {
      const looked = page.waitForResponse("**/checkout/status?*");
      await page.clock.fastForward(4000);
      await looked;
    }

    const widget = await openWidget(page, elsewhere.url, "sita");
    await expect(widget.locator("#shop-image")).toBeVisible();
    await look();
    await widget.getByRole("button", { name: "Close checkout" }).click();
    // Two checks: the page waits once more, because a widget may hide for a moment only.
    await look();
    await look();
    await expect(payButton(page)).toBeEnabled();
    await expect(summary(page).getByRole("alert")).toHaveCount(0);

    await payButton(page).click();
    await payInWidget(await widgetOf(page));
    await look();
    await expectPaid(page);
    await expect(page.locator("iframe")).toHaveCount(0);
  },
);
