/** The provider of payments on delivery: the shop itself. */
export const onDelivery = "on-delivery";
/** The provider of bank transfers that staff record. */
export const bankTransfer = "bank-transfer";
/** The provider of payments at the counter: the shop itself. */
export const atCounter = "counter";

const names = new Map([
  [onDelivery, "Payment on delivery"],
  [bankTransfer, "Bank transfer"],
  [atCounter, "Counter"],
]);

/** Whether refunds of this provider's payments are paid by hand, because no provider outside the shop has the money. */
export function isPaidByHand(provider: string): boolean {
  return names.has(provider);
}

/** What pages call payments of this provider; null if it is one outside the shop. */
export function namePaidByHand(provider: string): string | null {
  return names.get(provider) ?? null;
}
