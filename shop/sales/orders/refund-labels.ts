import { longDay } from "#shop/kernel/dates/dates.ts";
import type { PaidBy } from "./payment-labels.ts";

/** How the shop paid a refund that the payment provider could not make. */
export interface PaidOtherwise {
  by: "bank-transfer" | "upi" | "cash";
  /** ISO day. */
  on: string;
  /** The bank's number of the payment; may be empty. */
  reference: string;
}

/** The ways in which the shop pays what the payment provider could not. */
export const paidOtherwiseLabels: Record<PaidOtherwise["by"], string> = {
  "bank-transfer": "Bank transfer",
  upi: "UPI",
  cash: "Cash",
};

/** Such as `by bank transfer on 12 November 2026, reference 4321`. */
export function namePaidOtherwise({ by, on, reference }: PaidOtherwise): string {
  const way = { "bank-transfer": "by bank transfer", upi: "by UPI", cash: "in cash" }[by];
  return `${way} on ${longDay(on)}${reference && `, reference ${reference}`}`;
}

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
  /** The payment provider could not make it, and the shop paid it so; null for all others. */
  paidOtherwise: PaidOtherwise | null;
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
  if ((reason === "bookseller" || reason === "returned") && note) return note;
  if (reason === "cancelled" && !isOfBill) return "Your payment came after the order had been cancelled";
  if (reason === "sold-out" && paidInstead) return `You had paid your newer order ${paidInstead} instead`;
  return reasons[reason];
}
