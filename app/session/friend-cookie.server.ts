import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { cookieLine, hostCookieName, readCookie, yearSeconds } from "#app/http/cookies.server.ts";

/** Returns the secret of a browser that marked a book on a friend's wishlist with "I'll get this"; null without one. */
export function readFriendToken(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "friend"));
  return isSecret(value) ? value : null;
}

/** Deletes the cookie, after which the browser can no longer undo its marks. */
export function dropFriendCookie(headers: Headers, url: string): void {
  const name = hostCookieName(url, "friend");
  headers.append("set-cookie", cookieLine({ url, name, value: "", maxAgeSeconds: 0 }));
}

/** Remembers the browser, so that only it can undo its marks. */
export function setFriendCookie(headers: Headers, url: string, token: string): void {
  const name = hostCookieName(url, "friend");
  headers.append("set-cookie", cookieLine({ url, name, value: token, maxAgeSeconds: yearSeconds }));
}
