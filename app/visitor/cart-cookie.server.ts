const yearSeconds = 365 * 24 * 60 * 60;

/** The cart's secret name from the request's cookie; null when there is none, or none that could be ours. */
export function readCartToken(request: Request): string | null {
  const name = tokenName(request.url);
  for (const pair of request.headers.get("cookie")?.split(";") ?? []) {
    const [key, value] = pair.trim().split("=");
    if (key === name && value && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/** Remembers the cart (for the server alone) and its total quantity (for the badge, which the browser draws). */
export function setCartCookies(headers: Headers, url: string, token: string, count: number): void {
  const secure = url.startsWith("https:") ? "; Secure" : "";
  const rest = `; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  headers.append("set-cookie", `${tokenName(url)}=${token}; HttpOnly${rest}`);
  headers.append("set-cookie", `cart-count=${count}${rest}`);
}

/** The `__Host-` prefix binds a cookie to this host, but browsers take it over https only. */
function tokenName(url: string): string {
  return url.startsWith("https:") ? "__Host-cart" : "cart";
}
