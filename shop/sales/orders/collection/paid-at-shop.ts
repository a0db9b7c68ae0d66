/** The ways to pay at the shop, as stored in `payments.method`. */
export const paidAtShop = ["cash", "upi", "card"] as const;

export type PaidAtShop = (typeof paidAtShop)[number];

const names: Record<PaidAtShop, string> = { cash: "in cash", upi: "by UPI", card: "by card" };

/** How it was paid, within a sentence. */
export function namePaidAtShop(by: PaidAtShop): string {
  return names[by];
}

/** How a sale at the counter was paid, within a sentence; `method` is that of its payment. */
export function namePaidAtCounter(method: string): string {
  const by = paidAtShop.find((one) => one === method);
  return by ? names[by] : "in several ways";
}
