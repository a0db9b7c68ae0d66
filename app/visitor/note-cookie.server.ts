const name = "note";

/** Leaves a note about an order for the next page that shows it; a reload later does not say it again. */
export function leaveNote(headers: Headers, url: string, orderNumber: string, note: string): void {
  headers.append("set-cookie", cookie(url, `${orderNumber}.${note}`, 60));
}

/** The note left about this order, taken away by the answer's headers; null when there is none. */
export function takeNote(headers: Headers, request: Request, orderNumber: string): string | null {
  const pairs = request.headers.get("cookie")?.split(";") ?? [];
  const [number, note] =
    pairs
      .find((pair) => pair.trim().startsWith(`${name}=`))
      ?.trim()
      .slice(name.length + 1)
      .split(".") ?? [];
  if (number !== orderNumber || !note) return null;
  headers.append("set-cookie", cookie(request.url, "", 0));
  return note;
}

function cookie(url: string, value: string, seconds: number): string {
  const secure = url.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; HttpOnly; Path=/orders; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
