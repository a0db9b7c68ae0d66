import { settlePayment } from "#shop/payments/settle-payment.server.ts";
import { payAtRazorpay } from "./paid-order.ts";
import { delivery } from "./sale.ts";
import { visit, type TestShop } from "./test-shop.ts";

export type Visitor = ReturnType<typeof visit>;

/** Sends a form as a page would. */
export function send(visitor: Pick<Visitor, "fetch">, path: string, fields: Record<string, string>) {
  return visitor.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
}

/** Buys over HTTP as a browser does; the order's number. */
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
