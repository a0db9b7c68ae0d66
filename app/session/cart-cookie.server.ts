import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { cookieLine, hostCookieName, readCookie, yearSeconds } from "#app/http/cookies.server.ts";

/** The guest cart's secret name from the request's cookie; null when there is none, or none that could be ours. */
export function readCartToken(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "cart"));
  return isSecret(value) ? value : null;
}

/** Remembers a guest's cart (for the server alone) and its total quantity (for the badge, which the browser draws). */
export function setCartCookies(headers: Headers, url: string, owner: CartOwner, count: number): void {
  if (typeof owner === "string") {
    const name = hostCookieName(url, "cart");
    headers.append("set-cookie", cookieLine({ url, name, value: owner, maxAgeSeconds: yearSeconds }));
  }
  setCartCount(headers, url, count);
}

/** The guest's cart is no more, or is none of this visitor's business: its cookie goes, and the badge shows `count`. */
export function dropCartToken(headers: Headers, url: string, count: number): void {
  const name = hostCookieName(url, "cart");
  headers.append("set-cookie", cookieLine({ url, name, value: "", maxAgeSeconds: 0 }));
  setCartCount(headers, url, count);
}

function setCartCount(headers: Headers, url: string, count: number) {
  const options = { url, name: "cart-count", value: String(count), maxAgeSeconds: yearSeconds, isReadable: true };
  headers.append("set-cookie", cookieLine(options));
}
