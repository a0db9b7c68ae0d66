import { redirect } from "react-router";

import { visitorContext } from "#app/http/context.ts";
import { dropCartToken } from "#app/session/cart-cookie.server.ts";
import { dropFriendCookie } from "#app/session/friend-cookie.server.ts";
import { setPlateCookie } from "#app/session/plate-cookie.server.ts";
import { setFlash } from "#app/http/flash-cookie.server.ts";
import { href } from "#routing/href.ts";
import type { Route } from "./+types/forget.route";

export function loader() {
  return redirect(href("/cart"));
}

/**
 * Removes a guest's data from a shared device: cookies of the cart and its orders, and the browser's storage. The
 * orders themselves stay, and the links in their letters still open them.
 */
export function action({ request, context }: Route.ActionArgs) {
  const headers = new Headers();
  if (context.get(visitorContext).reader) return redirect(href("/cart"), 303);
  dropCartToken(headers, request.url, 0);
  dropFriendCookie(headers, request.url);
  setPlateCookie(headers, request.url, null);
  // Cached pages, the wishlist and the PIN code.
  headers.set("clear-site-data", '"storage"');
  setFlash(headers, request.url, "cart", "forgotten");
  return redirect(href("/cart"), { status: 303, headers });
}
