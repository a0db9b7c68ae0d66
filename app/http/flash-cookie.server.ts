const name = "flash";

/** The subject of a flash message: an order, by its number, or the cart. */
type Subject = "cart" | "wishlist" | "gift" | (string & {});

/** Sets a flash message for the next page that shows its subject; a reload does not show it again. */
export function setFlash(headers: Headers, url: string, subject: Subject, message: string): void {
  headers.append("set-cookie", flashCookie(url, `${subject}.${message}`, 60));
}

/** Reads the flash message of this subject, and clears it with the response's headers; null when there is none. */
export function takeFlash(headers: Headers, request: Request, subject: Subject): string | null {
  const pairs = request.headers.get("cookie")?.split(";") ?? [];
  const left = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${name}=${subject}.`));
  if (!left) return null;
  headers.append("set-cookie", flashCookie(request.url, "", 0));
  return left.slice(`${name}=${subject}.`.length);
}

function flashCookie(url: string, value: string, seconds: number): string {
  const secure = url.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; HttpOnly; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
