/** How long a browser remembers what it has to remember between visits. */
export const yearSeconds = 365 * 24 * 60 * 60;

/** The `__Host-` prefix binds a cookie to this host, but browsers take it over https only. */
export function hostCookieName(url: string, name: string): string {
  return url.startsWith("https:") ? `__Host-${name}` : name;
}

/** A cookie of the request by its whole name; null when there is none. */
export function readCookie(request: Request, name: string): string | null {
  for (const pair of request.headers.get("cookie")?.split(";") ?? []) {
    const [key, value] = pair.trim().split("=");
    if (key === name && value) return value;
  }
  return null;
}

interface CookieOptions {
  url: string;
  name: string;
  value: string;
  /** 0 takes the cookie away. */
  maxAgeSeconds: number;
  /** Scripts may read it; nothing secret may be in it. */
  isReadable?: boolean;
  /** `Strict`: not even with a link from another site. */
  sameSite?: "Lax" | "Strict";
}

/** A Set-Cookie line: sent to every page of this host, and with a link from another site, but not with its forms. */
export function cookieLine(options: CookieOptions): string {
  const { url, name, value, maxAgeSeconds, isReadable, sameSite = "Lax" } = options;
  const secure = url.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}${isReadable ? "" : "; HttpOnly"}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=${sameSite}${secure}`;
}
