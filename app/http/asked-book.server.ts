import { setFlash, takeFlash } from "./flash-cookie.server.ts";

const subject = "asked";

/** A book that somebody has asked the shop for, as they named it; either may be empty. */
interface AskedBook {
  title: string;
  author: string;
}

/** Leaves what was asked for to the page that thanks: the page itself tells nobody who only has its address. */
export function setAsked(headers: Headers, { url }: Request, { title, author }: AskedBook): void {
  // A cookie's value has no `=`; both signs are escaped in what was typed.
  setFlash(headers, url, subject, new URLSearchParams({ title, author }).toString().replaceAll("=", "~"));
}

/** What this browser has just asked for, taken away by the answer's headers; null when it has not. */
export function takeAsked(headers: Headers, request: Request): AskedBook | null {
  const flash = takeFlash(headers, request, subject);
  if (flash === null) return null;
  const asked = new URLSearchParams(flash.replaceAll("~", "="));
  return { title: asked.get("title") ?? "", author: asked.get("author") ?? "" };
}
