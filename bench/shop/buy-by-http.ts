import { delivery, newReader, type ShopAddresses } from "./reader.ts";

/** A purchase, and the part of its time that the shop took, in milliseconds; excludes the payment form and the bank. */
export interface Purchase {
  orderNumber: string;
  shopMs: number;
}

let readers = 0;

/** Buys one book: cart, checkout, card and bank at the stand-in, confirmation. Throws on any unexpected response. */
export async function buyByHttp(addresses: ShopAddresses, bookId: string): Promise<Purchase> {
  const { ask, pay, shopMs } = newReader(addresses);
  async function post(path: string, fields: Record<string, string>) {
    const { status, body } = await ask(path, fields);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }
  await post("/cart/lines", { intent: "add", bookId });
  const checkout = await post("/checkout", { ...delivery, email: `reader-${(readers += 1)}@example.com` });
  const proof = await pay(checkout.options.order_id);
  if (!proof) throw new Error(`The bank said no to ${checkout.orderNumber}`);
  const answer = await post("/checkout/verify", { order: checkout.orderNumber, ...proof });
  if (answer.state !== "paid") throw new Error(`Order ${checkout.orderNumber} is ${answer.state}`);
  return { orderNumber: checkout.orderNumber, shopMs: shopMs() };
}
