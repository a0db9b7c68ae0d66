import { listReturnsOf } from "#shop/office/back-office/list-returns.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { acceptReturn, receiveReturn } from "#shop/sales/returns/answer-return.server.ts";
import { expect, test } from "#tests/support/browser/journey.ts";
import { placePaid } from "#tests/support/places/order-places.ts";
import { refundsOf } from "#tests/support/sales/paid-order.ts";
import { expectBadge, expectReady } from "#tests/support/sales/shopper.ts";
import { signInBrowser } from "#tests/support/sales/signed-in.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";

const parcel = { carrier: "India Post", trackingNumber: "EE987654321IN", trackingUrl: "" };

test(
  "a reader sends a book of a delivered order back, sees the money go, and buys the order again",
  {
    tag: "@core",
  },
  async ({ page, db }) => {
    await signInBrowser(page, "Returning Reader");
    const number = await placePaid(page, "gitanjali", "gitanjali", "malgudi-days");
    expect(await shipOrder(withClock(db), number, parcel)).toEqual({ ok: true });
    expect(await deliverOrder(withClock(db), number)).toEqual({ ok: true });
    await page.goto("/orders?show=delivered");
    await expectReady(page);
    await page
      .getByRole("main")
      .getByRole("link", { name: /and 1 more$/ })
      .click();
    await expect(page.getByRole("heading", { name: number })).toBeVisible();

    await page.getByText("Return a book", { exact: true }).click();
    await page.getByLabel("Which book").selectOption({ index: 0 });
    await page.getByLabel("Why").selectOption("It came damaged");
    await page.getByLabel("Tell us more").fill("The spine is broken.");
    await page.getByRole("button", { name: "Request a return" }).click();
    await expect(page.getByText("We have received your request and will answer by e-mail")).toBeVisible();
    const books = page.getByRole("region", { name: "Books", exact: true });
    await expect(books.getByText("1 copy: return requested")).toBeVisible();

    const asked = (await listReturnsOf(db, "open", { after: null, limit: 50 })).returns.find(
      (one) => one.orderNumber === number,
    )!;
    expect(asked).toMatchObject({ reason: "damaged", words: "The spine is broken.", quantity: 1 });
    expect(await acceptReturn(withClock(db), asked.id, { isKept: false, answer: "" })).toMatchObject({ ok: true });
    expect(await receiveReturn(withClock(db), asked.id, { isFit: true })).toMatchObject({ ok: true });
    await expect.poll(() => refundsOf(db, number)).toMatchObject([{ state: "processed" }]);
    await page.reload();
    await expect(page.getByRole("region", { name: "Your refund" })).toContainText("went back to your Visa card");
    await expect(books.getByText("1 copy: returned")).toBeVisible();
    await page.getByRole("button", { name: "Buy again" }).click();
    await expect(page).toHaveURL("/cart");
    await expectBadge(page, 3);
  },
);
