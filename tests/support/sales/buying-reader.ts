/** Readers who buy over HTTP while the shop is stopped or fails, and what the shop confirmed to them. */
import { randomUUID } from "node:crypto";

import { payByCard, type Mount } from "#razorpay-stand-in/drive.ts";

/** Everything that the shop confirmed; none of it may be lost. */
export interface StorePolicies {
  /** Order numbers in responses of /checkout. */
  placed: Set<string>;
  /** Order numbers confirmed as paid by /checkout/verify. */
  paid: Set<string>;
  /** Number of requests that were cut off. */
  cutOff: number;
}

export interface BuyingReader {
  url: string;
  razorpay: Mount;
  policies: StorePolicies;
  /** Waits until the shop is open again. If it is null, a reader gives up when a request is cut off. */
  untilOpen: (() => Promise<void>) | null;
}

const delivery = {
  name: "Meera Nair",
  phone: "9876543210",
  addressLine1: "12 Church Street",
  city: "Bengaluru",
  stateCode: "KA",
  pin: "560001",
};
const maxTries = 4;

/** Buys one copy over HTTP as the pages would: cart, checkout, card and bank, report. */
export async function buyOne(reader: BuyingReader, bookId: string): Promise<void> {
  const { policies, razorpay } = reader;
  const post = poster(reader);
  const added = await post("/cart/lines", { intent: "add", bookId });
  if (!added?.body.ok) return; // sold out
  const checkout = await post("/checkout", { ...delivery, email: `reader-${randomUUID()}@example.com` });
  if (checkout?.status !== 200) return; // sold out meanwhile, or Razorpay was unreachable
  const { orderNumber, options } = checkout.body;
  policies.placed.add(orderNumber);

  const paid = await payByCard(razorpay, { orderId: options.order_id });
  if (paid.status !== 200) throw new Error(`The bank refused ${orderNumber}: ${JSON.stringify(paid.body)}`);
  const verified = await post("/checkout/verify", { order: orderNumber, ...paid.body });
  if (verified?.body.state === "paid") policies.paid.add(orderNumber);
}

/** Posts forms with the reader's cookie; returns null when the reader gives up. */
function poster({ url, policies, untilOpen }: BuyingReader) {
  let cookie = "";
  return async function post(path: string, fields: Record<string, string>) {
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await fetch(url + path, {
          method: "POST",
          body: new URLSearchParams(fields),
          headers: { accept: "application/json", origin: url, cookie },
        });
        const token = response.headers.getSetCookie().find((line) => line.startsWith("cart="));
        const text = await response.text();
        if (token) cookie = token.split(";")[0]!;
        // While the database is unavailable, the shop responds with 500 and HTML.
        const body = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
        if (response.status < 500 || !untilOpen || tries === maxTries) return { status: response.status, body };
      } catch {
        policies.cutOff += 1;
        if (!untilOpen || tries === maxTries) return null;
      }
      await untilOpen();
    }
  };
}
