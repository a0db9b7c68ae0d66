import { cookieLine, hostCookieName, readCookie } from "#app/http/cookies.server.ts";
import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { attemptSeconds } from "#shop/people/readers/sign-in.server.ts";

/** Returns the secret of a browser that started a sign-in; null when there is none, or it has expired. */
export function readAttemptCookie(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "sign-in"));
  return isSecret(value) ? value : null;
}

/** Binds the sign-in to this browser. All its attempts share one secret, so that tabs do not interfere. */
export function setAttemptCookie(headers: Headers, url: string, browser: string): void {
  const name = hostCookieName(url, "sign-in");
  headers.append("set-cookie", cookieLine({ url, name, value: browser, maxAgeSeconds: attemptSeconds }));
}
