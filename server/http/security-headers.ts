/** A list and not Hono's `secureHeaders`: cached pages take them along, because they are sent without passing through Hono. */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  // Not `same-origin`: the bank's page may open in a window of its own.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": 'camera=(), geolocation=(), microphone=(), payment=(self "https://api.razorpay.com")',
};

const onlyHttps = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

/** The headers that every answer of a shop at this address has. */
export function securityHeadersOf(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith("https:") ? { ...securityHeaders, ...onlyHttps } : securityHeaders;
}
