/** Every payment provider that the shop knows, by its id in the columns `provider`: what people call it. */
const providerNames = { razorpay: "Razorpay" };

export type ProviderId = keyof typeof providerNames;

/** What people call a provider. One that the shop no longer knows is called by its id. */
export function nameProvider(id: string): string {
  return (providerNames as Record<string, string>)[id] ?? id;
}
