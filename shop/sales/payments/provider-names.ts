/** Public names of all payment providers, by their id in the columns `provider`. */
const providerNames = { razorpay: "Razorpay" };

export type ProviderId = keyof typeof providerNames;

/** The public name of a provider, or its id if the shop no longer knows it. */
export function nameProvider(id: string): string {
  const names: Record<string, string> = providerNames;
  return names[id] ?? id;
}
