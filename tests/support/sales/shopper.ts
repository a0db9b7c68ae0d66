import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { hashSecret } from "#shop/kernel/security/secret.server.ts";

/** Where the parcels of the journeys go, by the labels of the form. */
export const address = {
  "E-mail": "meera@example.com",
  Phone: "98765 43210",
  "Full name": "Meera Nair",
  Address: "12 Church Street",
  "PIN code": "560001",
  "Town or city": "Bengaluru",
};

/** Documented test cards. */
export const goodCard = "4100280000001007";
export const declinedCard = "4100280000060003";
/** What the declined card's bank says. */
export const declined =
  "Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.";

/** The way to the cart in the header, whose name tells how many books are in it. */
export function cartLink(page: Page): Locator {
  return page.getByRole("banner").getByRole("link", { name: /^Cart/ });
}

/** Says how many copies the badge shows; 0 when there is none. */
export async function expectBadge(page: Page, count: number): Promise<void> {
  const name = count === 0 ? "Cart" : new RegExp(`^Cart ?${count} books?$`);
  await expect(cartLink(page)).toHaveAccessibleName(name);
}

/** Puts books in the cart as the add button's form does, without walking to their pages. */
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

/** Opens the cart page, ready to be pressed. */
export async function openCart(page: Page): Promise<void> {
  await page.goto("/cart");
  await expectReady(page);
}

/** Waits until the page's scripts have taken over, which they do also where nothing is painted. */
export async function expectReady(page: Page): Promise<void> {
  const isReady = () => Object.keys(document.body).some((key) => key.startsWith("__react"));
  await page.waitForFunction(isReady, undefined, { polling: 50 });
}

let readers = 0;

/** Fills in the delivery form, for a reader of the same name with an e-mail address of their own. */
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

/** Brings a cart with these books to the open widget. */
export async function openWidget(page: Page, ...bookIds: string[]): Promise<FrameLocator> {
  await putInCart(page, ...bookIds);
  await openCart(page);
  await fillDelivery(page);
  await payButton(page).click();
  return widgetOf(page);
}

/** The open widget, its card form ready. */
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

/** Pays with a card that the bank says yes to. */
export async function payInWidget(widget: FrameLocator): Promise<void> {
  await giveCard(widget);
  await widget.getByRole("button", { name: "Success" }).click();
}

/** The number of the order that the page thanks for. */
export async function expectPaid(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  return page.getByRole("main").getByRole("link", { name: /^EP-/ }).innerText();
}

/** One order of a reader's cart, with what was captured for it. */
export interface ReaderOrder {
  number: string;
  state: string;
  captured: number;
}

/** What the records say of the orders made from this browser's cart, oldest first. */
export async function ordersOf(db: Db, page: Page): Promise<ReaderOrder[]> {
  const token = (await page.context().cookies()).find(({ name }) => name === "cart")!.value;
  const { rows } = await db.execute<ReaderOrder>(sql`
    select o.number, o.state,
      (select count(*)::int from payments p where p.order_id = o.id and p.status = 'captured') as captured
    from orders o join carts c on c.id = o.cart_id where c.token_hash = ${hashSecret(token)} order by o.id`);
  return rows;
}
