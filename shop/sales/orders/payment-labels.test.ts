import { expect, test } from "vitest";

import { accountOf, paidBy } from "./payment-labels.ts";

test("money goes back to what was paid with, named as closely as it is known", () => {
  const ways: [method: string, network: string, last4: string, page: string, account: string][] = [
    ["card", "Visa", "1007", "Visa card ending in 1007", "your Visa card ending in 1007"],
    ["emi", "", "1007", "card ending in 1007", "your card ending in 1007"],
    ["card", "Visa", "", "Paid from your card", "the card you paid with"],
    ["upi", "", "", "Paid from your UPI account", "the UPI account you paid with"],
    ["netbanking", "", "", "Paid from your bank account", "the bank account you paid with"],
    ["wallet", "", "", "Paid from your wallet", "the wallet you paid with"],
    ["", "", "", "Paid through Razorpay", "the card or account you paid with"],
  ];
  for (const [method, network, last4, page, account] of ways) {
    const payment = { provider: "razorpay", method, network, last4 };
    expect(paidBy(payment, "Razorpay"), method).toBe(page);
    expect(accountOf(payment), method).toBe(account);
  }
  const atCounter = { provider: "counter", network: "", last4: "" };
  expect(paidBy({ ...atCounter, method: "upi" }, "Counter")).toBe("Paid at the counter by UPI");
  expect(paidBy({ ...atCounter, method: "several" }, "Counter")).toBe("Paid at the counter in several ways");
  const onDelivery = { provider: "on-delivery", method: "on-delivery", network: "", last4: "" };
  expect(accountOf(onDelivery)).toBe("your bank account or UPI ID, which we ask you for");
  expect(accountOf(null)).toBe("the card or account you paid with");
});
