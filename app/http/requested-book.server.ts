import { setFlash, takeFlash } from "./flash-cookie.server.ts";

const subject = "asked";

/** Book request as the reader typed it; either field may be empty. */
interface AskedBook {
  title: string;
  author: string;
}

/**
 * Passes the requested book to the thank-you page by a flash cookie, so that the page's address alone does not reveal
 * it.
 */
export function setRequestedBook(headers: Headers, { url }: Request, { title, author }: AskedBook): void {
  // `readCookie` splits at `=`; `URLSearchParams` escapes both `=` and `~` in the values.
  setFlash(headers, url, subject, new URLSearchParams({ title, author }).toString().replaceAll("=", "~"));
}

/** Returns the book that this browser has just requested and deletes the cookie; null without one. */
export function takeRequestedBook(headers: Headers, request: Request): AskedBook | null {
  const flash = takeFlash(headers, request, subject);
  if (flash === null) return null;
  const asked = new URLSearchParams(flash.replaceAll("~", "="));
  return { title: asked.get("title") ?? "", author: asked.get("author") ?? "" };
}
