/**
 * Takes a plain browser's cart through the checkout: sends the requests of the page's script, and pays by card at the
 * Razorpay stand-in.
 */
import { expect } from "vitest";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { fieldsOf, type PlainBrowser, type Typed } from "./plain-browser.ts";
import type { TestShop } from "#tests/support/shop/test-shop.ts";

/** The response to the pay button. */
interface PayAnswer {
  status: number;
  /** The JSON body. */
  body: any;
}

/** The delivery form as a reader fills it in. */
export const typedDelivery = {
  "E-mail": "meera@example.com",
  Phone: "98765 43210",
  "Full name": "Meera Nair",
  Address: "12 Church Street",
  "PIN code": "560001",
  "Town or city": "Bengaluru",
  State: "Karnataka",
};

/** Puts one copy of each book in the cart; repeat a book for several copies. */
export async function putInCart(reader: PlainBrowser, ...bookIds: string[]): Promise<void> {
  for (const bookId of bookIds) expect(await changeCart(reader, { intent: "add", bookId })).toMatchObject({ ok: true });
}

/** Sends a form of the cart as the page's script does; returns the JSON body. */
export async function changeCart(reader: PlainBrowser, fields: Record<string, string>): Promise<any> {
  const answer = await reader.fetch("/cart/lines", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { accept: "application/json" },
  });
  return answer.json();
}

/** Opens the cart, types into its delivery form and presses the pay button. */
export async function pressPay(reader: PlainBrowser, typed: Typed = {}): Promise<PayAnswer> {
  await reader.open("/cart");
  const answer = await reader.fetch("/checkout", {
    method: "POST",
    body: new URLSearchParams(fieldsOf(reader.main.byId("delivery"), typed)),
    headers: { accept: "application/json" },
  });
  return { status: answer.status, body: await answer.json() };
}

/** Pays the order of the pay button, and reports the payment as the page does; returns the state of the order. */
export async function payOrder(shop: TestShop, reader: PlainBrowser, { body }: PayAnswer): Promise<string> {
  const { body: proof } = await payByCard(shop, { orderId: body.options.order_id });
  const report = new URLSearchParams({ order: body.orderNumber, ...proof });
  const answer = await reader.fetch("/checkout/verify", { method: "POST", body: report });
  return (await answer.json()).state;
}

/** Buys these books with an e-mail address made from `name`; returns the order number. */
export async function buyBooks(shop: TestShop, reader: PlainBrowser, name: string, ...bookIds: string[]) {
  await putInCart(reader, ...bookIds);
  const opened = await pressPay(reader, { ...typedDelivery, "E-mail": `${name}@example.com` });
  expect(await payOrder(shop, reader, opened)).toBe("paid");
  return opened.body.orderNumber as string;
}

/** The orders of an e-mail address, oldest first, with their numbers of captured payments. */
export async function ordersFor(db: Db, email: string) {
  const { rows } = await db.execute<{ number: string; state: string; captured: number }>(sql`
    select o.number, o.state,
      (select count(*)::int from payments p where p.order_id = o.id and p.status = 'captured') as captured
    from orders o where o.email = ${email} order by o.id`);
  return rows;
}

/** Subjects of the sent letters about an order, in alphabetical order. */
export function subjectsAbout(shop: TestShop, number: string): string[] {
  return shop.mailbox
    .letters()
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(number))
    .toSorted();
}
