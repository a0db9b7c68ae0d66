/** Where Razorpay's events arrive. */
export const webhookPath = "/webhooks/razorpay";

/** Addresses that others post to by design; each proves itself by a signature, or by a token nobody can guess. */
const signedPaths = /^\/(webhooks\/razorpay|payments\/return)$/;

/** Mail programs may post their one-click unsubscribing in parts (RFC 8058, 3.1). */
export const oneClickPath = /^\/((newsletter|wishlist)\/leave|review-letters\/leave\/[1-9]\d{0,14})\/[\w-]{43}$/;

/** Whether what arrives at a path proves itself by a signature. */
export function isSigned(path: string): boolean {
  return signedPaths.test(path) || oneClickPath.test(path);
}

/**
 * Whether a request may change something: it comes from our own pages, or to an address that checks signatures.
 * Browsers send Sec-Fetch-Site or at least Origin with every such request, text browsers and old ones a Referer; a client
 * that sends none of them is refused.
 */
export function mayChange(method: string, path: string, headers: Headers, publicOrigin: string): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return true;
  if (isSigned(path)) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin") ?? originOf(headers.get("referer"));
  return origin === publicOrigin;
}

function originOf(referer: string | null): string | null {
  return referer !== null && URL.canParse(referer) ? new URL(referer).origin : null;
}
