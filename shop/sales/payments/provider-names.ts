import { namePaidByHand } from "#shop/sales/orders/paid-by-hand.ts";

/** All payment providers, by their id in the columns `provider`. */
const providers = {
  razorpay: {
    name: "Razorpay",
    methods: "UPI, cards and netbanking",
    privacyPolicyUrl: "https://razorpay.com/privacy/",
    addedOn: "2025-05-31",
  },
};

export type ProviderId = keyof typeof providers;

/** What pages say about a payment provider. */
export interface ProviderFacts {
  /** Public name. */
  name: string;
  privacyPolicyUrl: string;
  /** The day (`YYYY-MM-DD`) on which it was added here, and so changed the privacy policy. */
  addedOn: string;
}

/** Null for a provider that the shop no longer knows. */
export function findProviderFacts(id: string): ProviderFacts | null {
  return new Map<string, ProviderFacts>(Object.entries(providers)).get(id) ?? null;
}

/** The ways to pay that a provider's window offers, such as `UPI, cards and netbanking`. */
export function nameMethods(id: ProviderId): string {
  return providers[id].methods;
}

/** The public name of a provider, or its id if the shop no longer knows it. */
export function nameProvider(id: string): string {
  return namePaidByHand(id) ?? findProviderFacts(id)?.name ?? id;
}

/** Names in a phrase, such as `Razorpay and Other`. */
export function joinNames(names: string[]): string {
  return new Intl.ListFormat("en-IN", { type: "conjunction" }).format(names);
}
