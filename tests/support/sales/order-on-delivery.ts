import { lastDayKept } from "#shop/sales/orders/collection/last-day-kept.ts";
import { confirmOrder } from "#shop/sales/orders/confirm-order.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { placeOnDelivery } from "#shop/sales/orders/placing/place-order.server.ts";
import type { CollectionTerms, OnDeliveryTerms, Services } from "#shop/services.ts";
import { cartOf, deliveryOf, fillCart } from "./sale.ts";

/** Terms of payment on delivery that hardly limit anything. */
export const openTerms: OnDeliveryTerms = {
  leastPaise: 0,
  mostPaise: 50_000_00,
  pins: [],
  notPins: [],
  openOrders: 20,
  refusals: 20,
  confirmHours: 24,
  onlineSaving: null,
};

/** How far an order goes. */
type Stage = "placed" | "confirmed" | "shipped" | "delivered";

/** A phone number of its own for each reader. */
const phoneOf = (reader: string) =>
  `+919${[...reader]
    .reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 1_000_000_000, 7)
    .toString()
    .padStart(9, "0")}`;

/** The tracking number of the parcel of an order on delivery. */
export const trackingOf = (number: string) => `AWB${number.slice(-10)}`;

/** Places an order that is paid on delivery, and takes it as far as `stage`; returns its number. */
export async function orderOnDelivery(
  services: Services,
  reader: string,
  books: Record<string, number>,
  stage: Stage = "confirmed",
): Promise<string> {
  const cart = cartOf(reader);
  await fillCart(services.db, cart, books);
  const placed = await placeOnDelivery(services, cart, { ...deliveryOf(cart), phone: phoneOf(reader) });
  if (!placed.ok) throw new Error(`The order of the test was refused: ${placed.reason}`);
  const { number } = placed;
  const steps = { placed: 0, confirmed: 1, shipped: 2, delivered: 3 }[stage];
  if (steps > 0) await confirmOrder(services, number, "link");
  if (steps > 1)
    await shipOrder(services, number, { carrier: "Delhivery", trackingNumber: trackingOf(number), trackingUrl: "" });
  if (steps > 2) await deliverOrder(services, number);
  return number;
}

/** Terms of collection at the shop, paid there or before. */
export const collectionTerms: CollectionTerms = { keptDays: 7, payable: openTerms };

/** Places an order that is collected and paid at the shop, and takes it as far as `stage`; returns its number. */
export async function orderToCollect(
  services: Services,
  reader: string,
  books: Record<string, number>,
  stage: "placed" | "confirmed" | "ready" = "confirmed",
): Promise<string> {
  const cart = cartOf(reader);
  await fillCart(services.db, cart, books);
  const { email, name } = deliveryOf(cart);
  const placed = await placeOnDelivery(services, cart, {
    ...noAddress,
    stateCode: services.settings.seller.stateCode,
    email,
    name,
    phone: phoneOf(reader),
    isCollection: true,
  });
  if (!placed.ok) throw new Error(`The order of the test was refused: ${placed.reason}`);
  const { number } = placed;
  if (stage !== "placed") await confirmOrder(services, number, "link");
  if (stage === "ready")
    await shipOrder(services, number, { keptUntil: lastDayKept(services.settings, services.now()) });
  return number;
}

/** The address of an order that is collected. */
export const noAddress = { addressLine1: "", addressLine2: "", city: "", pin: "" };
