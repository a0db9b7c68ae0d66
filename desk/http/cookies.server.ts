import { cookieLine, hostCookieName, readCookie, yearSeconds } from "#app/http/cookies.server.ts";
import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { absoluteSeconds } from "#shop/people/staff/sessions.server.ts";
import { signInSeconds } from "#shop/people/staff/sign-in.server.ts";

const flashSeconds = 60;
const maxFlash = 1000;

/** The token of the desk's session; null if the cookie is missing or malformed. */
export function readDeskToken(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "desk"));
  return isSecret(value) ? value : null;
}

/** Sets the session cookie. It is `SameSite=Strict`: no request from another site carries it. */
export function setDeskToken(headers: Headers, url: string, token: string): void {
  append(headers, { url, name: "desk", value: token, maxAgeSeconds: absoluteSeconds });
}

export function dropDeskToken(headers: Headers, url: string): void {
  append(headers, { url, name: "desk", value: "", maxAgeSeconds: 0 });
}

/** The secret of a browser that is signing in at Google; null if the cookie is missing or malformed. */
export function readWayCookie(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "desk-sign-in"));
  return isSecret(value) ? value : null;
}

/**
 * Binds the sign-in to this browser. The cookie is `SameSite=Lax`, because Google's redirect comes from another site.
 */
export function setWayCookie(headers: Headers, url: string, browser: string): void {
  const name = hostCookieName(url, "desk-sign-in");
  headers.append("set-cookie", cookieLine({ url, name, value: browser, maxAgeSeconds: signInSeconds }));
}

/** Sets the flash message for the next page. */
export function setDeskFlash(headers: Headers, url: string, message: string): void {
  const value = Buffer.from(message.slice(0, maxFlash)).toString("base64url");
  append(headers, { url, name: "desk-flash", value, maxAgeSeconds: flashSeconds });
}

/** Reads the flash message, and clears it by the response's headers; null for none. */
export function takeDeskFlash(headers: Headers, request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "desk-flash"));
  if (value === null) return null;
  append(headers, { url: request.url, name: "desk-flash", value: "", maxAgeSeconds: 0 });
  return Buffer.from(value, "base64url").toString().slice(0, maxFlash);
}

/** Sets the audit log entry that the next page may offer to undo. */
export function setDeskUndo(headers: Headers, url: string, entry: number): void {
  append(headers, { url, name: "desk-undo", value: String(entry), maxAgeSeconds: flashSeconds });
}

/** Reads the audit log entry to undo, and clears it by the response's headers; null for none. */
export function takeDeskUndo(headers: Headers, request: Request): number | null {
  const value = readCookie(request, hostCookieName(request.url, "desk-undo"));
  if (value === null) return null;
  append(headers, { url: request.url, name: "desk-undo", value: "", maxAgeSeconds: 0 });
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** The columns that this person chose for the table of books; null before a choice. */
export function readDeskColumns(request: Request, staffId: number): string[] | null {
  return readCookie(request, hostCookieName(request.url, `desk-columns-${staffId}`))?.split(".") ?? null;
}

/** Keeps the columns of the table of books for a year, in this browser. */
export function setDeskColumns(headers: Headers, url: string, staffId: number, columns: string[]): void {
  append(headers, { url, name: `desk-columns-${staffId}`, value: columns.join("."), maxAgeSeconds: yearSeconds });
}

function append(headers: Headers, { name, ...cookie }: Omit<Parameters<typeof cookieLine>[0], "sameSite">) {
  headers.append("set-cookie", cookieLine({ ...cookie, name: hostCookieName(cookie.url, name), sameSite: "Strict" }));
}
