import { expect, type Page } from "@playwright/test";

import type { Db } from "#db/connect.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";

import { placePaid } from "./order-places.ts";
import { expectReady } from "#tests/support/sales/shopper.ts";
import { sendForm, signInBrowser } from "#tests/support/sales/signed-in.ts";

/** The page where readers write about a book, in the states that look different. */
export const reviewPlaces: Record<string, (page: Page, db: Db) => Promise<unknown>> = {
  "a review with errors": async (page) => {
    await signInBrowser(page, "Reviewing Reader");
    await placePaid(page, "the-monk-who-sold-his-ferrari");
    await sendForm(page, "/books/the-monk-who-sold-his-ferrari/review", { intent: "withdraw" });
    await page.goto("/books/the-monk-who-sold-his-ferrari/review");
    await expectReady(page);
    await page.getByRole("button", { name: "Publish your review" }).click();
    await expect(page.getByText("Choose how many stars you give.")).toBeVisible();
  },
  "a review that is shown": async (page) => {
    await signInBrowser(page, "Reviewed Reader");
    await placePaid(page, "the-monk-who-sold-his-ferrari");
    const words = { rating: "4", title: "Kept me up", body: "धीरे पढ़िए।\n\nSlow, and worth it.", name: "Meera N." };
    await sendForm(page, "/books/the-monk-who-sold-his-ferrari/review", words);
    await page.goto("/books/the-monk-who-sold-his-ferrari/review");
    await page.getByText("Withdraw your review").click();
  },
  "a reader's reviews": async (page, db) => {
    await signInBrowser(page, "Listed Reviewer");
    const number = await placePaid(page, "the-monk-who-sold-his-ferrari", "the-guide");
    await shipOrder(withClock(db), number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
    await deliverOrder(withClock(db), number);
    const words = { rating: "2", title: "", body: "A present that I read first. ".repeat(12), name: "Listed R." };
    await sendForm(page, "/books/the-guide/review", words);
    await page.goto("/account/reviews");
  },
  "a book one has not bought": async (page) => {
    await signInBrowser(page, "Browsing Reader");
    await page.goto("/books/malgudi-days/review");
  },
};
