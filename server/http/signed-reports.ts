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
 * Whether what should be a payment provider's has its signature. Asked before anything is done with it: the router and the
 * few places for reports are for true ones.
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
