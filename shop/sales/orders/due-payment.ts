/** The provider of payments on delivery: the shop itself. */
export const onDelivery = "on-delivery";
/** The provider of bank transfers that staff record. */
export const bankTransfer = "bank-transfer";

/** Whether staff handle the money of this provider themselves, refunds included. */
export function isByHand(provider: string): boolean {
  return provider === onDelivery || provider === bankTransfer;
}
