const name = "flash";

/** What a note is about: an order, by its number, or the cart. */
type Subject = "cart" | "wishlist" | "gift" | (string & {});

/** Leaves a note for the next page that shows its subject; a reload after that does not say it again. */
export function setFlash(headers: Headers, url: string, subject: Subject, message: string): void {
  headers.append("set-cookie", flashCookie(url, `${subject}.${message}`, 60));
}

/** The note left about this subject, taken away by the answer's headers; null when there is none. */
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
