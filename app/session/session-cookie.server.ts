import { authStorageOf, type Reader } from "#shop/people/readers/reader.ts";
import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { authTokenOf } from "#shop/kernel/security/signature.server.ts";
import { absoluteSeconds, type NewSession } from "#shop/people/readers/sessions.server.ts";
import { cookieLine, hostCookieName, readCookie } from "#app/http/cookies.server.ts";

/** Lifetime of the auth hint cookie, in seconds. */
const authHintSeconds = 120;

/** Returns the session token from its cookie; null when missing or malformed. */
export function readSessionToken(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "session"));
  return isSecret(value) ? value : null;
}

/** Sets the cookies of a new session. */
export function setSessionCookie(headers: Headers, url: string, session: NewSession): void {
  const name = hostCookieName(url, "session");
  headers.append("set-cookie", cookieLine({ url, name, value: session.token, maxAgeSeconds: absoluteSeconds }));
  setAuthHint(headers, url, session.reader, session.authToken);
}

/** Deletes the session cookie, and tells the browser's scripts about the sign-out. */
export function dropSessionCookie(headers: Headers, url: string): void {
  const name = hostCookieName(url, "session");
  headers.append("set-cookie", cookieLine({ url, name, value: "", maxAgeSeconds: 0 }));
  headers.append("set-cookie", authHintLine(url, "out"));
}

/** Renews the auth hint after a change of the name, or when the browser may have lost it. */
export function renewAuthHint(headers: Headers, request: Request, sessionId: string, reader: Reader): void {
  const token = readSessionToken(request);
  if (token) setAuthHint(headers, request.url, reader, authTokenOf(sessionId, token));
}

function setAuthHint(headers: Headers, url: string, reader: Reader, authToken: string) {
  headers.append("set-cookie", authHintLine(url, encodeURIComponent(JSON.stringify(authStorageOf(reader, authToken)))));
}

/** The first-paint script moves its value into `auth-storage`: see `first-paint.ts`. */
function authHintLine(url: string, value: string) {
  return cookieLine({ url, name: "auth-hint", value, maxAgeSeconds: authHintSeconds, isReadable: true });
}
