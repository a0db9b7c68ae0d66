import { cookieLine, readCookie } from "./cookies.server.ts";

const name = "flash";
const maxAgeSeconds = 60;

/** Subject of a flash message: an order number, the cart, a wishlist or a gift. */
type Subject = "cart" | "wishlist" | "gift" | (string & {});

/** Stores a message for the next page about its subject, for 60 s. */
export function setFlash(headers: Headers, url: string, subject: Subject, message: string): void {
  headers.append("set-cookie", cookieLine({ url, name, value: `${subject}.${message}`, maxAgeSeconds }));
}

/** Returns the message about a subject and deletes it, so that a reload does not repeat it; null when there is none. */
export function takeFlash(headers: Headers, request: Request, subject: Subject): string | null {
  const flash = readCookie(request, name);
  if (!flash?.startsWith(`${subject}.`)) return null;
  headers.append("set-cookie", cookieLine({ url: request.url, name, value: "", maxAgeSeconds: 0 }));
  return flash.slice(`${subject}.`.length);
}
