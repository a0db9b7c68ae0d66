import { readCartToken } from "#app/visitor/cart-cookie.server.ts";
import type { OrderReader } from "#shop/orders/find-order.server.ts";
import { isOrderKey } from "#shop/orders/order-link.server.ts";
import type { Services } from "#shop/services.ts";

/** Who asks for an order: the browser it was made in, or the holder of the link from a letter; null for anybody else. */
export function readOrderReader(services: Services, request: Request, orderNumber: string): OrderReader | null {
  const key = new URL(request.url).searchParams.get("key");
  if (isOrderKey(services.orderLinkKey, orderNumber, key)) return "link";
  const cartToken = readCartToken(request);
  return cartToken === null ? null : { cartToken };
}
