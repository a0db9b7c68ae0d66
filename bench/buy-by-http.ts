import type { ShopUnderLoad } from "./shop-under-load.ts";

/** How long the parts of one purchase took, in milliseconds; the payment form and the bank are not the shop's time. */
export interface Purchase {
  orderNumber: string;
  shopMs: number;
}

const delivery = {
  email: "meera@example.com",
  name: "Meera Nair",
  phone: "9876543210",
  addressLine1: "12 Church Street",
  addressLine2: "",
  city: "Bengaluru",
  stateCode: "KA",
  pin: "560001",
};

/** One reader buys one book: cart, checkout, card and bank at the stand-in, report. Throws at any answer but the good one. */
export async function buyByHttp({ url, razorpayUrl, keyId }: ShopUnderLoad, bookId: string): Promise<Purchase> {
  let cookie = "";
  let shopMs = 0;
  async function post(path: string, fields: Record<string, string>) {
    const begun = performance.now();
    const response = await fetch(url + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { accept: "application/json", origin: url, cookie },
    });
    const body = await response.json();
    shopMs += performance.now() - begun;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`);
    const token = response.headers.getSetCookie().find((line) => line.startsWith("cart="));
    if (token) cookie = token.split(";")[0]!;
    return body;
  }

  await post("/cart/lines", { intent: "add", bookId });
  const checkout = await post("/checkout", delivery);
  const paid = await payAtStandIn(razorpayUrl, keyId, checkout.options.order_id);
  const answer = await post("/checkout/verify", { order: checkout.orderNumber, ...paid });
  if (answer.state !== "paid") throw new Error(`Order ${checkout.orderNumber} is ${answer.state}`);
  return { orderNumber: checkout.orderNumber, shopMs };
}

async function payAtStandIn(razorpayUrl: string, keyId: string, orderId: string): Promise<Record<string, string>> {
  async function send(path: string, body: unknown) {
    const response = await fetch(razorpayUrl + path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
    if (!response.ok) throw new Error(`The stand-in answered ${response.status} to ${path}: ${await response.text()}`);
    return response.json();
  }
  const begun = await send("/v1/checkout/payments", {
    key_id: keyId,
    order_id: orderId,
    email: delivery.email,
    contact: delivery.phone,
    card: { number: "4100280000001007", expiry: "12/39", cvv: "123" },
  });
  const bank = await send(`/v1/checkout/payments/${begun.payment_id}/bank`, {
    token: begun.token,
    choice: "success",
    otp: "1234",
  });
  return bank.response ?? bank;
}
