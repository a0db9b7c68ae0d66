/** Places an order from a cart, and opens it at the payment provider if it is paid online. */
import { sql } from "#db/sql.ts";

import { removePromotion } from "#shop/sales/cart/cart.server.ts";
import { isCartOf, type CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { isReadersOwn } from "#shop/sales/pricing/promotion-messages.ts";
import type { Services } from "#shop/services.ts";
import type { OrderDelivery } from "./insert-order.server.ts";
import { runInNetworkQueue } from "./network-queue.ts";
import type { OnDeliveryRefusal } from "./on-delivery-terms.server.ts";
import { openAtProvider } from "./open-payment.server.ts";
import { writeOrder, type UnplacedOrder } from "./write-order.server.ts";

/** An order that waits for its payment. */
export interface OpenOrder {
  number: string;
  /** Id of the payment provider. */
  provider: string;
  /** The provider's id of the order. */
  providerOrderId: string;
  totalPaise: number;
  /** End of the reservation of the copies. */
  reservedUntil: Date;
}

export type PlacedOrder =
  | { ok: true; order: OpenOrder }
  | { ok: false; reason: "payments-unavailable" }
  | UnplacedOrder;

/** An order that is paid on delivery and waits for its confirmation. */
export type PlacedOnDelivery = { ok: true; number: string } | ({ ok: false } & OnDeliveryRefusal) | UnplacedOrder;

/**
 * Turns the cart into an order that is paid on delivery, empties it, and writes to the reader, who must confirm the
 * order. Repeated with the cart that it emptied, it returns the same order. See `placeOrder` for the other parameters.
 */
export async function placeOnDelivery(
  services: Services,
  owner: CartOwner,
  delivery: OrderDelivery,
  network: string | null = null,
  shownCode: string | null = null,
  shownTotalPaise: number | null = null,
): Promise<PlacedOnDelivery> {
  const asked = { owner, delivery, network, shownCode, shownTotalPaise, paymentMethod: "on_delivery" } as const;
  const written = await runInNetworkQueue(network, () => writeOrder(services, asked));
  if (written.ok) return { ok: true, number: written.order.number };
  if (written.reason === "empty-cart") return (await findJustPlaced(services, owner)) ?? written;
  if (written.reason === "code" && isReadersOwn(written.trouble)) await removePromotion(services, owner);
  return written;
}

/** The order that emptied the cart in the last ten minutes, if it waits for its confirmation. */
async function findJustPlaced({ db, now }: Services, owner: CartOwner): Promise<PlacedOnDelivery | null> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select o.number from orders o join carts c on c.id = o.cart_id
    where ${isCartOf(owner)} and o.state = 'to_confirm' and o.created_at > ${now().toISOString()}::timestamptz - interval '10 minutes'
    order by o.id desc limit 1`);
  return rows[0] ? { ok: true, number: rows[0].number } : null;
}

/**
 * Turns the cart into an order that can be paid. In one transaction it prices the cart, fixes the prices and reserves
 * the copies; after the commit it opens the order at the payment provider. Idempotent: submitting an unchanged cart
 * again returns its open order. `network` is the client's network, see `findPendingOrderLimit`. `shownCode` is the code
 * whose discount the page showed, empty for none, null if unknown: a code without a discount is refused only if the
 * page showed one, so that the reader sees the new total first. For the same reason an order is refused if its total is
 * not `shownTotalPaise`, which is 0 if the page showed no exact total, null if unknown.
 */
export async function placeOrder(
  services: Services,
  owner: CartOwner,
  delivery: OrderDelivery,
  network: string | null = null,
  shownCode: string | null = null,
  shownTotalPaise: number | null = null,
): Promise<PlacedOrder> {
  const asked = { owner, delivery, network, shownCode, shownTotalPaise, paymentMethod: "online" } as const;
  const written = await runInNetworkQueue(network, () => writeOrder(services, asked));
  if (!written.ok) {
    if (written.reason === "code" && isReadersOwn(written.trouble)) await removePromotion(services, owner);
    return written;
  }
  const { number, totalPaise, reservedUntil } = written.order;
  try {
    const attempt = written.order.attempt ?? (await openAtProvider(services, written.order, delivery));
    return { ok: true, order: { number, ...attempt, totalPaise, reservedUntil } };
  } catch (error) {
    console.error(`Order ${number} could not be opened at the payment provider`, error);
    return { ok: false, reason: "payments-unavailable" };
  }
}
