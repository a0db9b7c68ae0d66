import type { Locator, Page } from "@playwright/test";

import { acceptReturn, receiveReturn } from "#shop/returns/answer-return.server.ts";
import { deliverOrder } from "#shop/orders/deliver-order.server.ts";
import { listReturns } from "#shop/back-office/list-returns.server.ts";
import { shipOrder } from "#shop/orders/ship-order.server.ts";
import { formatPaise } from "#shop/money/money.ts";
import { expect, test } from "#tests/support/journey.ts";
import { expectLetters } from "#tests/support/letters.ts";
import { placeUnpaid } from "#tests/support/order-places.ts";
import { refundsOf } from "#tests/support/paid-order.ts";
import { signInBrowser } from "#tests/support/signed-in.ts";
import {
  expectBadge,
  expectPaid,
  expectReady,
  openWidget,
  payButton,
  payInWidget,
  widgetOf,
} from "#tests/support/shopper.ts";
import { withClock } from "#tests/support/with-clock.ts";

const parcel = {
  carrier: "India Post",
  trackingNumber: "EE987654321IN",
  trackingUrl: "https://www.indiapost.gov.in/t",
};
const region = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const main = (page: Page) => page.getByRole("main");

test("a reader finds the order in the list, sends a book back, sees the money go, and buys the order again", async ({
  page,
  db,
}) => {
  await signInBrowser(page, "Returning Reader");
  await payInWidget(await openWidget(page, "gitanjali", "gitanjali", "malgudi-days"));
  const number = await expectPaid(page);
  await page.goto("/orders");
  await expectReady(page);
  await expect(main(page).getByRole("listitem").filter({ hasText: number })).toContainText("Paid");
  await expect(page.getByRole("link", { name: /^On the way/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Delivered/ })).toHaveCount(0);
  await page.goto("/orders?show=delivered");
  await expectReady(page);
  await expect(page.getByText("You have no orders in this list.")).toBeVisible();

  expect(await shipOrder(withClock(db), number, parcel)).toEqual({ ok: true });
  expect(await deliverOrder(withClock(db), number)).toEqual({ ok: true });
  await page.reload();
  await expectReady(page);
  await main(page)
    .getByRole("link", { name: /and 1 more$/ })
    .click();
  await expect(page.getByRole("heading", { name: number })).toBeVisible();
  await expect(region(page, "History").getByRole("listitem")).toHaveText([
    /^Order placed/,
    /^Paid/,
    /^SentWith India Post, EE987654321IN/,
    /^Delivered/,
  ]);

  await page.getByText("Return a book", { exact: true }).click();
  await page.getByLabel("Which book").selectOption({ index: 0 });
  await page.getByLabel("Why").selectOption("It came damaged");
  await page.getByLabel("Tell us more").fill("The spine is broken.");
  await page.getByRole("button", { name: "Ask to return it" }).click();
  await expect(page.getByText("We have received your request and will answer by e-mail")).toBeVisible();
  await expect(region(page, "Books").getByText("1 copy: return requested")).toBeVisible();

  const asked = (await listReturns(db, "open")).find((one) => one.orderNumber === number)!;
  expect(asked).toMatchObject({ reason: "damaged", words: "The spine is broken.", quantity: 1 });
  expect(await acceptReturn(withClock(db), asked.id, { isKept: false, answer: "" })).toMatchObject({ ok: true });
  await page.reload();
  const sendBack = region(page, "Please send back");
  await expect(sendBack.getByText(`Order ${number}`)).toBeVisible();
  await expect(sendBack.getByText("We pay the postage")).toBeVisible();
  expect(await receiveReturn(withClock(db), asked.id, { isFit: true })).toMatchObject({ ok: true });
  await expect(async () => {
    await page.reload();
    await expect(region(page, "Your refund").getByText("went back to your Visa card")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await expect(region(page, "Books").getByText("1 copy: returned")).toBeVisible();
  const [refund] = await refundsOf(db, number);
  await expectLetters(page, number, [
    `Your order ${number} is paid`,
    `Your order ${number} is on its way`,
    `We have received your return request for order ${number}`,
    `Return ${asked.id} of order ${number}: ${asked.title}`,
    `Your return for order ${number}: please send it to us`,
    `Your refund of ${formatPaise(refund!.amount)} for order ${number}`,
  ]);

  await page.getByRole("button", { name: "Buy again" }).click();
  await expect(page).toHaveURL("/cart");
  await expectBadge(page, 3);
});

test("an order that was not paid is found again and paid, with one payment", async ({ page }) => {
  await signInBrowser(page, "Forgetful Reader");
  const number = await placeUnpaid(page, "the-guide");
  await page.goto("/orders?show=unpaid");
  await main(page).getByRole("link", { name: "The Guide" }).click();
  await expect(
    page.getByText(/^This order is not paid yet\. Your books are held for you until \d\d?:\d\d [ap]m\.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page).toHaveURL("/cart");
  await expectReady(page);
  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  expect(await expectPaid(page)).toBe(number);
});

test("the list and an order work without JavaScript", async ({ openContext }) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await signInBrowser(page, "Plain Reader");
  const number = await placeUnpaid(page, "persuasion");
  await page.goto("/orders");
  await page.getByRole("link", { name: /^Waiting for payment/ }).click();
  await page.getByRole("link", { name: "Persuasion" }).click();
  await expect(page.getByRole("heading", { name: number })).toBeVisible();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page).toHaveURL("/cart");

  await page.goto(`/orders/${number}`);
  await page.getByRole("button", { name: "or cancel this order" }).click();
  const cancelled = region(page, "Your order is cancelled");
  await expect(cancelled.getByText("No money was taken for it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Buy again" })).toBeVisible();
});
