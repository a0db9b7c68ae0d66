import { longDay } from "#shop/kernel/dates/dates.ts";
import type { PaidBy } from "./payment-labels.ts";

/** How the shop paid a refund that the payment provider could not make. */
export interface PaidOtherwise {
  by: "bank-transfer" | "upi" | "cash";
  /** ISO day. */
  on: string;
  /** The bank's transaction number; may be empty. */
  reference: string;
}

/** Ways of paying a refund that the payment provider could not make. */
export const paidOtherwiseLabels: Record<PaidOtherwise["by"], string> = {
  "bank-transfer": "Bank transfer",
  upi: "UPI",
  cash: "Cash",
};

/** Describes the payment, such as `by bank transfer on 12 November 2026, reference 4321`. */
export function namePaidOtherwise({ by, on, reference }: PaidOtherwise): string {
  const way = { "bank-transfer": "by bank transfer", upi: "by UPI", cash: "in cash" }[by];
  return `${way} on ${longDay(on)}${reference && `, reference ${reference}`}`;
}

/** An order that a reader paid, or confirmed to pay it on delivery, instead of an older one of the same cart. */
export interface ReplacingOrder {
  number: string;
  isOnDelivery: boolean;
}

/** A refund to the reader; money in paise. */
export interface OrderRefund {
  id: number;
  amountPaise: number;
  state: "requested" | "pending" | "processed" | "failed";
  reason: "cancelled" | "returned" | "bookseller" | "sold-out" | "duplicate" | "mismatch" | "elsewhere";
  /** The bookseller's text; may be empty. */
  note: string;
  /** Cancelled or returned copies, by position of the order line. */
  copies: { position: number; quantity: number }[];
  askedAt: string;
  /** When it was made, or failed. */
  endedAt: string;
  /** Whether the refund is of the billed payment, not of a duplicate or late one. */
  isOfBill: boolean;
  /** Whether it lowered what was still to be paid on delivery, so that no money went back. */
  isOfDue: boolean;
  /** The newer order of the cart that had been paid, or confirmed to be paid on delivery, by then; else null. */
  replacedBy: ReplacingOrder | null;
  /** The refunded payment. */
  payment: PaidBy;
  /** How the shop paid it if the payment provider could not, else null. */
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

/** The reason of a refund, as a phrase for the reader. */
export function refundReason({ reason, note, isOfBill, replacedBy }: OrderRefund): string {
  if ((reason === "bookseller" || reason === "returned") && note) return note;
  if (reason === "cancelled" && !isOfBill) return "Your payment came after the order had been cancelled";
  if (reason === "sold-out" && replacedBy) return describeReplaced(replacedBy);
  return reasons[reason];
}

/** What the reader did instead of paying the older order in time. */
export function describeReplaced({ number, isOnDelivery }: ReplacingOrder): string {
  return `You had ${isOnDelivery ? "confirmed" : "paid"} your newer order ${number} instead`;
}
