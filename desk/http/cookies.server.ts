import { cookieLine, hostCookieName, readCookie } from "#app/http/cookies.server.ts";
import { isSecret } from "#shop/kernel/security/secret.server.ts";
import { absoluteSeconds } from "#shop/people/staff/sessions.server.ts";
import { signInSeconds } from "#shop/people/staff/sign-in.server.ts";

const flashSeconds = 60;
const maxFlash = 1000;

/** The token of the desk's session; null when there is none, or none that could be ours. */
export function readDeskToken(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "desk"));
  return isSecret(value) ? value : null;
}

/** Signs the browser in. No other site's page or link brings this cookie along. */
export function setDeskToken(headers: Headers, url: string, token: string): void {
  append(headers, { url, name: "desk", value: token, maxAgeSeconds: absoluteSeconds });
}

/** Signs the browser out. */
export function dropDeskToken(headers: Headers, url: string): void {
  append(headers, { url, name: "desk", value: "", maxAgeSeconds: 0 });
}

/** The secret of a browser that is on its way to Google; null when it never set out, or too long ago. */
export function readWayCookie(request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "desk-sign-in"));
  return isSecret(value) ? value : null;
}

/** Lets only this browser come back; from Google, which is another site, so this cookie is not strict. */
export function setWayCookie(headers: Headers, url: string, browser: string): void {
  const name = hostCookieName(url, "desk-sign-in");
  headers.append("set-cookie", cookieLine({ url, name, value: browser, maxAgeSeconds: signInSeconds }));
}

/** Leaves a sentence for the next page. */
export function setDeskFlash(headers: Headers, url: string, message: string): void {
  const value = Buffer.from(message.slice(0, maxFlash)).toString("base64url");
  append(headers, { url, name: "desk-flash", value, maxAgeSeconds: flashSeconds });
}

/** The sentence that was left, taken away by the answer's headers; null when there is none. */
export function takeDeskFlash(headers: Headers, request: Request): string | null {
  const value = readCookie(request, hostCookieName(request.url, "desk-flash"));
  if (value === null) return null;
  append(headers, { url: request.url, name: "desk-flash", value: "", maxAgeSeconds: 0 });
  return Buffer.from(value, "base64url").toString().slice(0, maxFlash);
}

/** Leaves to the next page which entry of the record it may offer to undo. */
export function setDeskUndo(headers: Headers, url: string, entry: number): void {
  append(headers, { url, name: "desk-undo", value: String(entry), maxAgeSeconds: flashSeconds });
}

/** The entry of the record that was left, taken away by the answer's headers; null when there is none. */
export function takeDeskUndo(headers: Headers, request: Request): number | null {
  const value = readCookie(request, hostCookieName(request.url, "desk-undo"));
  if (value === null) return null;
  append(headers, { url: request.url, name: "desk-undo", value: "", maxAgeSeconds: 0 });
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

function append(headers: Headers, { name, ...cookie }: Omit<Parameters<typeof cookieLine>[0], "sameSite">) {
  headers.append("set-cookie", cookieLine({ ...cookie, name: hostCookieName(cookie.url, name), sameSite: "Strict" }));
}
