import { findRoute } from "#routing/find-route.ts";
import type { Route } from "#routing/route.ts";
import { findProof, type PaymentProviders } from "#shop/sales/payments/payment-provider.ts";

interface Report {
  path: string;
  posts: Route["posts"];
  headers: Headers;
  body: Buffer | "too-large";
}

/**
 * Whether a report of a payment provider has a valid signature. This is checked first, so that forged reports never
 * reach the router or use a slot in the lane of reports.
 */
export function isSigned(providers: PaymentProviders, { path, posts, headers, body }: Report): boolean {
  if (body === "too-large") return false;
  if (posts === "signed-json") {
    const id = findRoute(path)?.values["provider"];
    return providers.find((provider) => provider.id === id)?.isSignedWebhook(body, headers) ?? false;
  }
  const proof = findProof(providers, new URLSearchParams(body.toString("utf8")));
  return proof !== null && proof !== "forged";
}
