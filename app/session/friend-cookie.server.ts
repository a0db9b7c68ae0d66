import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { cookieLine, hostCookieName, readCookie, yearSeconds } from "#app/http/cookies.server.ts";

/** The secret of a browser that said "I'll get this" on a friend's wishlist; null when it never did. */
export function readFriendToken(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "friend"));
  return isSecret(value) ? value : null;
}

/** The browser is not known as a friend's any more. */
export function dropFriendCookie(headers: Headers, url: string): void {
  const name = hostCookieName(url, "friend");
  headers.append("set-cookie", cookieLine({ url, name, value: "", maxAgeSeconds: 0 }));
}

/** Remembers the browser, so that it alone can take its word back. */
export function setFriendCookie(headers: Headers, url: string, token: string): void {
  const name = hostCookieName(url, "friend");
  headers.append("set-cookie", cookieLine({ url, name, value: token, maxAgeSeconds: yearSeconds }));
}
