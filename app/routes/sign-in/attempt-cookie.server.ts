import { cookieLine, hostCookieName, readCookie } from "#app/http/cookies.server.ts";
import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { attemptSeconds } from "#shop/people/readers/sign-in.server.ts";

/** The secret of a browser that is on its way to Google; null when it never set out, or too long ago. */
export function readAttemptCookie(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "sign-in"));
  return isSecret(value) ? value : null;
}

/** Lets only this browser come back. All its attempts share the one secret, so that tabs do not get in each other's way. */
export function setAttemptCookie(headers: Headers, url: string, browser: string): void {
  const name = hostCookieName(url, "sign-in");
  headers.append("set-cookie", cookieLine({ url, name, value: browser, maxAgeSeconds: attemptSeconds }));
}
