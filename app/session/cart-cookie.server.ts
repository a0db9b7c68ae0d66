import type { CartOwner } from "#shop/sales/cart/cart-owner.server.ts";
import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { cookieLine, hostCookieName, readCookie, yearSeconds } from "#app/http/cookies.server.ts";

/** Returns the secret token of a guest's cart from its cookie; null when missing or malformed. */
export function readCartToken(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "cart"));
  return isSecret(value) ? value : null;
}

/** Sets the cookies of a guest's cart token (HttpOnly) and of its number of copies (readable, for the badge). */
export function setCartCookies(headers: Headers, url: string, owner: CartOwner, count: number): void {
  if (typeof owner === "string") {
    const name = hostCookieName(url, "cart");
    headers.append("set-cookie", cookieLine({ url, name, value: owner, maxAgeSeconds: yearSeconds }));
  }
  setCartCount(headers, url, count);
}

/** Deletes the cookie of a guest's cart, and sets the badge to `count`. */
export function dropCartToken(headers: Headers, url: string, count: number): void {
  const name = hostCookieName(url, "cart");
  headers.append("set-cookie", cookieLine({ url, name, value: "", maxAgeSeconds: 0 }));
  setCartCount(headers, url, count);
}

function setCartCount(headers: Headers, url: string, count: number) {
  const options = { url, name: "cart-count", value: String(count), maxAgeSeconds: yearSeconds, isReadable: true };
  headers.append("set-cookie", cookieLine(options));
}
