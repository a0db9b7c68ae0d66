import { expect } from "vitest";

import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { payAtRazorpay } from "./paid-order.ts";
import { delivery } from "./sale.ts";
import { visit, type TestShop } from "#tests/support/shop/test-shop.ts";

export type Visitor = ReturnType<typeof visit>;

/** Sends a form as a page would. */
export function send(visitor: Pick<Visitor, "fetch">, path: string, fields: Record<string, string>) {
  return visitor.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
}

/** Submits a form to an order and returns the message that its page then shows, without markup. */
export async function flashAfter(visitor: Visitor, number: string, fields: Record<string, string>): Promise<string> {
  expect((await send(visitor, `/orders/${number}`, fields)).status).toBe(303);
  const html = await (await visitor.fetch(`/orders/${number}`)).text();
  return /<div role="status"[^>]*>.*?<div[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? "";
}

/** An answer without the parts that always differ: number, nonce and date. */
export async function bytesOf(response: Response, number: string): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== "date").map(([name, value]) => `${name}: ${value}`);
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ?? "no nonce";
  const text = `${response.status}\n${headers.join("\n")}\n${await response.text()}`;
  return text.replaceAll(nonce, "NONCE").replaceAll(number, "NUMBER");
}

/** Buys over HTTP as a browser does; returns the order's number. */
export async function buy(
  shop: TestShop,
  visitor: Visitor,
  books: Record<string, number> = { godan: 1 },
  { isPaid = true } = {},
): Promise<string> {
  for (const [bookId, quantity] of Object.entries(books)) {
    await send(visitor, "/cart/lines", { intent: "add", bookId });
    if (quantity > 1)
      await send(visitor, "/cart/lines", { intent: "set-quantity", bookId, quantity: String(quantity) });
  }
  const answer = await visitor.fetch("/checkout", {
    method: "POST",
    body: new URLSearchParams({ ...delivery }),
    headers: { accept: "application/json" },
  });
  const { orderNumber, options, message } = await answer.json();
  if (!orderNumber) throw new Error(`The test's order was refused: ${message}`);
  if (isPaid) {
    await payAtRazorpay(shop, options.order_id);
    await settlePayment(shop.services, options.order_id, "browser");
  }
  return orderNumber;
}
