import type { RouterContextProvider } from "react-router";

import { servicesContext, visitorContext } from "#app/http/context.ts";
import type { OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import { readOrderKey } from "#shop/sales/orders/order-link.server.ts";

/** The viewer of an order: the holder of its signed link, its reader, or the guest cart that placed it; else null. */
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
