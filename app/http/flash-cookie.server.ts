import { cookieLine, readCookie } from "./cookies.server.ts";

const name = "flash";
const maxAgeSeconds = 60;

/** What a flash message is about: an order, by its number, the cart, or a wishlist. */
type Subject = "cart" | "wishlist" | "gift" | (string & {});

/** Leaves a message for the next page that shows its subject; a reload after that does not say it again. */
export function setFlash(headers: Headers, url: string, subject: Subject, message: string): void {
  headers.append("set-cookie", cookieLine({ url, name, value: `${subject}.${message}`, maxAgeSeconds }));
}

/** The message left about this subject, taken away by the answer's headers; null when there is none. */
export function takeFlash(headers: Headers, request: Request, subject: Subject): string | null {
  const flash = readCookie(request, name);
  if (!flash?.startsWith(`${subject}.`)) return null;
  headers.append("set-cookie", cookieLine({ url: request.url, name, value: "", maxAgeSeconds: 0 }));
  return flash.slice(`${subject}.`.length);
}
