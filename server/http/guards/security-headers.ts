import type { MiddlewareHandler } from "hono";

/** Not Hono's `secureHeaders`, because cached pages also need these headers, and do not pass through Hono. */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  // Not `same-origin`, because the bank's page may open in a popup.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
};

const onlyHttps = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

/** The security headers of every response. Frames of `paymentOrigins` may use the browser's Payment Request API. */
export function securityHeadersOf(
  publicUrl: string,
  providers: readonly { paymentOrigin: string }[],
): Record<string, string> {
  const payment = ["self", ...providers.map(({ paymentOrigin }) => `"${paymentOrigin}"`)].join(" ");
  return {
    ...securityHeaders,
    "permissions-policy": `camera=(), geolocation=(), microphone=(), payment=(${payment})`,
    ...(publicUrl.startsWith("https:") ? onlyHttps : {}),
  };
}

/** Adds these headers to every response, and `no-store` to a response without `cache-control`. */
export function withHeadersOfAll(headersOfAll: () => Record<string, string>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of Object.entries(headersOfAll())) if (!headers.has(name)) headers.set(name, value);
    // Without `cache-control` caches may store many error responses by heuristics (RFC 9111, 4.2.2).
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
    const isPage = headers.get("content-type")?.startsWith("text/html");
    if (!isPage && !headers.has("content-security-policy"))
      headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  };
}
