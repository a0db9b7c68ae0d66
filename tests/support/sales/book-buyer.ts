import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { payAtRazorpay } from "./paid-order.ts";
import { addReader } from "./readers.ts";
import { delivery, fillCart } from "./sale.ts";
import type { TestServices } from "#tests/support/shop/test-services.ts";

/** Adds a reader with an order for these books, paid unless `isPaid` is false. */
export async function addBuyer(
  testServices: TestServices,
  name: string,
  books: Record<string, number>,
  { isPaid = true } = {},
): Promise<{ readerId: number; number: string }> {
  const { db, services } = testServices;
  const readerId = await addReader(db, name);
  await fillCart(db, { readerId }, books);
  const placed = await placeOrder(services, { readerId }, { ...delivery, email: `${name}@example.com` });
  if (!placed.ok) throw new Error(placed.reason);
  if (isPaid) {
    await payAtRazorpay(testServices, placed.order.providerOrderId);
    await settlePayment(services, placed.order.providerOrderId, "browser");
  }
  return { readerId, number: placed.order.number };
}

/** Ships an order and marks it as delivered. */
export async function deliverParcel(services: DbAndClock, number: string): Promise<void> {
  await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
  await deliverOrder(services, number);
}
