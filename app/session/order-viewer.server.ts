import type { RouterContextProvider } from "react-router";

import { servicesContext, visitorContext } from "#app/http/context.ts";
import type { OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import { readOrderKey } from "#shop/sales/orders/order-link.server.ts";

/**
 * Returns as whom the visitor views an order: by its signed link, as its reader, or by the guest's cart that placed it;
 * null for none of these.
 */
export function readOrderViewer(
  context: Readonly<RouterContextProvider>,
  request: Request,
  orderNumber: string,
): OrderViewer | null {
  const key = new URL(request.url).searchParams.get("key");
  const linkVersion = readOrderKey(context.get(servicesContext).linkKey, orderNumber, key);
  if (linkVersion !== null) return { linkVersion };
  const { reader, cart } = context.get(visitorContext);
  if (reader) return { readerId: reader.id };
  return cart === null ? null : { cartToken: cart };
}
