import type { Page } from "@playwright/test";

import { expectPaid, openWidget, payInWidget } from "./shopper.ts";
import { homeAddress, sendForm, signInBrowser } from "./signed-in.ts";

/** Places an order as the pay button does, and leaves it unpaid; its number. */
export async function placeUnpaid(page: Page, ...bookIds: string[]): Promise<string> {
  for (const bookId of bookIds) await sendForm(page, "/cart/lines", { intent: "add", bookId });
  const answer = await page.request.post("/checkout", {
    form: { ...homeAddress, email: "meera@example.com" },
    headers: { origin: process.env.JOURNEY_URL!, accept: "application/json" },
  });
  return (await answer.json()).orderNumber;
}

/** A reader's orders, in the states that look different. */
export const orderPlaces: Record<string, (page: Page) => Promise<unknown>> = {
  "an order": async (page) => {
    await payInWidget(await openWidget(page, "the-monk-who-sold-his-ferrari"));
    await page.goto(`/orders/${await expectPaid(page)}`);
  },
  "an order that waits for its payment": async (page) => {
    await page.goto(`/orders/${await placeUnpaid(page, "malgudi-days")}`);
  },
  "no orders yet": async (page) => {
    await signInBrowser(page, "Orderless Reader");
    await page.goto("/orders");
  },
  "a reader's orders": async (page) => {
    await signInBrowser(page, "Ordering Reader");
    await payInWidget(await openWidget(page, "the-guide"));
    await sendForm(page, `/orders/${await expectPaid(page)}`, { intent: "cancel-order" });
    await placeUnpaid(page, "malgudi-days", "the-hobbit", "godan", "kanthapura", "persuasion");
    await page.goto("/orders");
  },
};
