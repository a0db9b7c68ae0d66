import type { MiddlewareHandler } from "hono";

/** A list and not Hono's `secureHeaders`: cached pages take them along, because they are sent without passing through Hono. */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  // Not `same-origin`: the bank's page may open in a window of its own.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
};

const onlyHttps = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

/** The headers that every answer of a shop at this address has; frames of the payment origins may ask the browser to pay. */
export function securityHeadersOf(publicUrl: string, paymentOrigins: readonly string[]): Record<string, string> {
  const payment = ["self", ...paymentOrigins.map((origin) => `"${origin}"`)].join(" ");
  return {
    ...securityHeaders,
    "permissions-policy": `camera=(), geolocation=(), microphone=(), payment=(${payment})`,
    ...(publicUrl.startsWith("https:") ? onlyHttps : {}),
  };
}

/** Gives every answer these headers, and says of those that say nothing that nobody keeps them. */
export function withHeadersOfAll(headersOfAll: [name: string, value: string][]): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of headersOfAll) if (!headers.has(name)) headers.set(name, value);
    // Without a word caches keep many a refusal for as long as they like (RFC 9111, 4.2.2).
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
    const isPage = headers.get("content-type")?.startsWith("text/html");
    if (!isPage && !headers.has("content-security-policy"))
      headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  };
}
