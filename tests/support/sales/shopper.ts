/** Steps of a purchase in the browser that many journeys share: cart, delivery form, payment widget. */
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { hashSecret } from "#shop/kernel/security/secret.server.ts";

/** The delivery address of the journeys, by the labels of the form. */
export const address = {
  "Full name": "Meera Nair",
  Address: "12 Church Street",
  "PIN code": "560001",
  "Town or city": "Bengaluru",
  Phone: "98765 43210",
  "E-mail": "meera@example.com",
};

/** Test cards that Razorpay documents. */
export const goodCard = "4100280000001007";
export const declinedCard = "4100280000060003";
/** The message of the declined card's bank. */
export const declined =
  "Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.";

/** The link to the cart in the header; its name contains the number of books. */
export function cartLink(page: Page): Locator {
  return page.getByRole("banner").getByRole("link", { name: /^Cart/ });
}

/** Expects this number of copies on the badge; 0 for no badge. */
export async function expectBadge(page: Page, count: number): Promise<void> {
  const name = count === 0 ? "Cart" : new RegExp(`^Cart ?${count} books?$`);
  await expect(cartLink(page)).toHaveAccessibleName(name);
}

/** Puts books in the cart with the form of the add button, without opening their pages. */
export async function putInCart(page: Page, ...bookIds: string[]): Promise<void> {
  for (const bookId of bookIds) {
    const answer = await page.request.post("/cart/lines", {
      maxRetries: 2,
      form: { intent: "add", bookId },
      headers: { origin: process.env.JOURNEY_URL!, accept: "application/json" },
    });
    expect(await answer.json()).toMatchObject({ ok: true });
  }
}

/** Opens the cart page and waits until it can be used. */
export async function openCart(page: Page): Promise<void> {
  await page.goto("/cart");
  await expectReady(page);
}

/** Waits for hydration; polls, because nothing may be painted. */
export async function expectReady(page: Page): Promise<void> {
  const isReady = () => Object.keys(document.body).some((key) => key.startsWith("__react"));
  await page.waitForFunction(isReady, undefined, { polling: 50 });
}

/** Waits for hydration of a part of a page, as the sections of home follow its hero. */
export async function expectHydrated(part: Locator): Promise<void> {
  const isHydrated = () => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__react")));
  await expect.poll(isHydrated).toBe(true);
}

let readers = 0;

/** Fills in the delivery form, with the same name and a new e-mail address each time. */
export async function fillDelivery(page: Page): Promise<void> {
  const email = `meera-${process.pid}-${(readers += 1)}@example.com`;
  for (const [label, text] of Object.entries({ ...address, "E-mail": email })) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByLabel("State", { exact: true }).selectOption("Karnataka");
}

export function payButton(page: Page): Locator {
  return page.getByRole("button", { name: "Pay with Razorpay" });
}

export function summary(page: Page): Locator {
  return page.getByRole("region", { name: "Order Summary" });
}

/** Puts these books in the cart and opens the payment widget. */
export async function openWidget(page: Page, ...bookIds: string[]): Promise<FrameLocator> {
  await putInCart(page, ...bookIds);
  await openCart(page);
  await fillDelivery(page);
  await payButton(page).click();
  return widgetOf(page);
}

/** The open widget, with its card form ready. */
export async function widgetOf(page: Page): Promise<FrameLocator> {
  const widget = page.frameLocator("iframe[title='Razorpay Checkout']");
  await expect(widget.getByLabel("Card number")).toBeVisible();
  return widget;
}

/** Fills in the card and goes on to the bank's page. */
export async function giveCard(widget: FrameLocator, card = goodCard): Promise<void> {
  await widget.getByLabel("Card number").fill(card);
  await widget.getByLabel("Expiry (MM/YY)").fill("12/39");
  await widget.getByLabel("CVV").fill("123");
  await widget.getByRole("button", { name: /^Pay/ }).click();
  await widget.getByLabel("One-time password").fill("1234");
}

/** Pays with a card that the bank accepts. */
export async function payInWidget(widget: FrameLocator): Promise<void> {
  await giveCard(widget);
  await widget.getByRole("button", { name: "Success" }).click();
}

/** Expects the page of a successful payment; returns the order's number. */
export async function expectPaid(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  const order = page.getByRole("main").getByRole("link", { name: "See your order EP-" });
  return (await order.innerText()).replace("See your order ", "");
}

/** An order of a cart, and the number of its captured payments. */
export interface ReaderOrder {
  number: string;
  state: string;
  captured: number;
}

/** The orders made from this browser's cart in the database, oldest first. */
export async function ordersOf(db: Db, page: Page): Promise<ReaderOrder[]> {
  const token = (await page.context().cookies()).find(({ name }) => name === "cart")!.value;
  const { rows } = await db.execute<ReaderOrder>(sql`
    select o.number, o.state,
      (select count(*)::int from payments p where p.order_id = o.id and p.status = 'captured') as captured
    from orders o join carts c on c.id = o.cart_id where c.token_hash = ${hashSecret(token)} order by o.id`);
  return rows;
}
