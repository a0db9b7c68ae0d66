import { namePaidAtCounter, namePaidAtShop, paidAtShop } from "./collection/paid-at-shop.ts";
import { atCounter, bankTransfer, isPaidByHand, onDelivery } from "./paid-by-hand.ts";

/** The method of a payment, as the provider reports it; unknown fields are empty. */
export interface PaidBy {
  provider: string;
  /** `card`, `upi`, `netbanking`, `wallet` and others. */
  method: string;
  /** Such as `Visa`. */
  network: string;
  last4: string;
}

const accounts: Record<string, string> = {
  card: "card",
  upi: "UPI account",
  netbanking: "bank account",
  wallet: "wallet",
};

/**
 * Payment method for the order's page, such as `Visa card ending in 1007`; `providerName` is the provider's public
 * name.
 */
export function paidBy(payment: PaidBy, providerName: string, isCollection = false): string {
  if (payment.method === "on-delivery") return isCollection ? "Pay when you collect" : "Pay on delivery";
  const atShop = payment.provider === onDelivery && paidAtShop.find((by) => by === payment.method);
  if (atShop) return `Paid at the shop ${namePaidAtShop(atShop)}`;
  if (payment.provider === atCounter) return `Paid at the counter ${namePaidAtCounter(payment.method)}`;
  if (payment.provider === bankTransfer) return "By bank transfer";
  const account = accounts[payment.method];
  return cardOf(payment) ?? (account ? `Paid from your ${account}` : `Paid through ${providerName}`);
}

/** The account of a refund in a sentence: `your Visa card ending in 1007`, `the UPI account you paid with`. */
export function accountOf(payment: PaidBy | null): string {
  if (payment && isPaidByHand(payment.provider)) return "your bank account or UPI ID, which we ask you for";
  const card = payment && cardOf(payment);
  return card ? `your ${card}` : `the ${accounts[payment?.method ?? ""] ?? "card or account"} you paid with`;
}

function cardOf({ network, last4 }: PaidBy): string | null {
  return last4 ? `${network} card ending in ${last4}`.trim() : null;
}
