import { expect, test } from "vitest";

import { refundReason, type OrderRefund } from "./refund-labels.ts";

const refund: OrderRefund = {
  id: 1,
  amountPaise: 50_900,
  state: "processed",
  reason: "bookseller",
  note: "",
  copies: [],
  askedAt: "",
  endedAt: "",
  isOfBill: true,
  isOfDue: false,
  replacedBy: null,
  payment: { provider: "razorpay", method: "card", network: "Visa", last4: "1007" },
  paidOtherwise: null,
};

test("a refund has its reason in a phrase, the bookseller's own words before all", () => {
  const replacedBy = { number: "EP-2", isOnDelivery: false };
  const phrases: [change: Partial<OrderRefund>, phrase: string][] = [
    [{ reason: "bookseller" }, "Refund by the shop"],
    [{ reason: "bookseller", note: "A stained cover" }, "A stained cover"],
    [{ reason: "cancelled", note: "not for the reader" }, "Cancelled before it was sent"],
    [{ reason: "cancelled", isOfBill: false }, "Your payment came after the order had been cancelled"],
    [{ reason: "returned", isOfBill: false }, "For what you returned"],
    [{ reason: "sold-out", isOfBill: false }, "The books were sold out when your payment came"],
    [{ reason: "sold-out", isOfBill: false, replacedBy }, "You had paid your newer order EP-2 instead"],
    [
      { reason: "sold-out", isOfBill: false, replacedBy: { ...replacedBy, isOnDelivery: true } },
      "You had confirmed your newer order EP-2 instead",
    ],
    [{ reason: "duplicate", isOfBill: false, replacedBy }, "The order had been paid twice"],
    [{ reason: "mismatch", isOfBill: false }, "The payment did not match the order"],
    [{ reason: "elsewhere" }, "Your payment was refunded"],
  ];
  for (const [change, phrase] of phrases)
    expect(refundReason({ ...refund, ...change }), JSON.stringify(change)).toBe(phrase);
});
