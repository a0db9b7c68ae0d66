import { redirect } from "react-router";

import { visitorContext } from "#app/http/context.ts";
import { dropCartToken } from "#app/session/cart-cookie.server.ts";
import { dropFriendCookie } from "#app/session/friend-cookie.server.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { href } from "#routing/href.ts";
import type { Route } from "./+types/forget.route";

export function loader() {
  return redirect(href("/cart"));
}

/**
 * A guest leaves a device that others use too: it loses the way to the cart, to its orders and to what the browser keeps
 * for the shop. The orders themselves stay, and the links in their letters open them.
 */
export function action({ request, context }: Route.ActionArgs) {
  const headers = new Headers();
  if (context.get(visitorContext).reader) return redirect(href("/cart"), 303);
  dropCartToken(headers, request.url, 0);
  dropFriendCookie(headers, request.url);
  // Kept pages, the wishlist and the PIN code of the delivery time.
  headers.set("clear-site-data", '"storage"');
  setFlash(headers, request.url, "cart", "forgotten");
  return redirect(href("/cart"), { status: 303, headers });
}
