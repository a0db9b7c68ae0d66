/** Lifetime of long-lived cookies, in seconds. */
export const yearSeconds = 365 * 24 * 60 * 60;

/** Adds the `__Host-` prefix, which binds a cookie to this host; browsers accept it only over https. */
export function hostCookieName(url: string, name: string): string {
  return url.startsWith("https:") ? `__Host-${name}` : name;
}

/** Returns the value of a cookie by its full name; null when there is none. */
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
  /** 0 deletes the cookie. */
  maxAgeSeconds: number;
  /** Readable by scripts; must not contain secrets. */
  isReadable?: boolean;
  /** `Strict` also omits the cookie when the reader follows a link from another site. */
  sameSite?: "Lax" | "Strict";
}

/** Builds a Set-Cookie header. `Lax` by default: sent with links from other sites, but not with their forms. */
export function cookieLine(options: CookieOptions): string {
  const { url, name, value, maxAgeSeconds, isReadable, sameSite = "Lax" } = options;
  const secure = url.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}${isReadable ? "" : "; HttpOnly"}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=${sameSite}${secure}`;
}
