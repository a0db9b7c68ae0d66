/** Takes a plain browser's cart through the checkout: what the page's script sends, and the card at Razorpay's stand-in. */
import { expect } from "vitest";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { fieldsOf, type PlainBrowser, type Typed } from "./plain-browser.ts";
import type { TestShop } from "#tests/support/shop/test-shop.ts";

/** What the pay button is answered. */
interface PayAnswer {
  status: number;
  /** The shop's JSON. */
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

/** Puts one copy of each of these books in the cart; a book named twice is there twice. */
export async function putInCart(reader: PlainBrowser, ...bookIds: string[]): Promise<void> {
  for (const bookId of bookIds) expect(await changeCart(reader, { intent: "add", bookId })).toMatchObject({ ok: true });
}

/** Sends a form of the cart as the page's script does; the shop's JSON. */
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

/** Pays the order that the pay button opened, and reports it as the page does; how the order then stands. */
export async function payOrder(shop: TestShop, reader: PlainBrowser, { body }: PayAnswer): Promise<string> {
  const { body: proof } = await payByCard(shop, { orderId: body.options.order_id });
  const report = new URLSearchParams({ order: body.orderNumber, ...proof });
  const answer = await reader.fetch("/checkout/verify", { method: "POST", body: report });
  return (await answer.json()).state;
}

/** Buys these books with a mailbox of the reader's own; the order's number. */
export async function buyBooks(shop: TestShop, reader: PlainBrowser, name: string, ...bookIds: string[]) {
  await putInCart(reader, ...bookIds);
  const opened = await pressPay(reader, { ...typedDelivery, "E-mail": `${name}@example.com` });
  expect(await payOrder(shop, reader, opened)).toBe("paid");
  return opened.body.orderNumber as string;
}

/** The orders of a mailbox, oldest first, with how many payments were captured for each. */
export async function ordersFor(db: Db, email: string) {
  const { rows } = await db.execute<{ number: string; state: string; captured: number }>(sql`
    select o.number, o.state,
      (select count(*)::int from payments p where p.order_id = o.id and p.status = 'captured') as captured
    from orders o where o.email = ${email} order by o.id`);
  return rows;
}

/** Subjects of the letters about an order that were sent, in the order of the alphabet. */
export function subjectsAbout(shop: TestShop, number: string): string[] {
  return shop.mailbox
    .letters()
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(number))
    .toSorted();
}
