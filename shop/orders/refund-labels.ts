import type { PaidBy } from "./payment-labels.ts";

/** Money that is refunded to the reader, in paise. */
export interface OrderRefund {
  id: number;
  amountPaise: number;
  state: "requested" | "pending" | "processed" | "failed";
  reason: "cancelled" | "returned" | "bookseller" | "sold-out" | "duplicate" | "mismatch" | "elsewhere";
  /** The bookseller's own words; may be empty. */
  note: string;
  /** Copies that were cancelled or sent back, by the line of the order. */
  copies: { position: number; quantity: number }[];
  askedAt: string;
  /** When it went back, or could not. */
  endedAt: string;
  /** Of the payment the bill is for; not so for a second one, or one that came too late. */
  isOfBill: boolean;
  /** Number of the newer order of the same cart that had been paid by then. */
  paidInstead: string | null;
  /** What it goes back to. */
  payment: PaidBy;
}

const reasons: Record<OrderRefund["reason"], string> = {
  cancelled: "Cancelled before it was sent",
  returned: "For what you returned",
  bookseller: "Refund by the shop",
  "sold-out": "The books were sold out when your payment came",
  duplicate: "The order had been paid twice",
  mismatch: "The payment did not match the order",
  elsewhere: "Your payment was refunded",
};

/** Why money goes back, in a phrase for the reader. */
export function refundReason({ reason, note, isOfBill, paidInstead }: OrderRefund): string {
  if (reason === "bookseller" && note) return note;
  if (reason === "cancelled" && !isOfBill) return "Your payment came after the order had been cancelled";
  if (reason === "sold-out" && paidInstead) return `You had paid your newer order ${paidInstead} instead`;
  return reasons[reason];
}
