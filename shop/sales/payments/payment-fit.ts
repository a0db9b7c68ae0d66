import { formatPaise } from "#shop/kernel/money/money.ts";
import type { PaymentProvider, ProviderOrder, ProviderPayment } from "./payment-provider.ts";

/** What is paid of an order online, in paise. */
interface PayableOrder {
  totalPaise: string;
}

/** Whether money came in without a usable payment: it is not listed yet, unreadable or has an unknown status. */
export function isPaidUnseen(opened: ProviderOrder, payments: ProviderPayment[]): boolean {
  const isRefunded = payments.some((payment) => payment.status === "refunded");
  return !isRefunded && (opened.status === "paid" || opened.paidPaise > 0);
}

/** Advice for the bookseller, so that later payments match their orders: docs/decisions/014. */
export function whyUnfit(provider: PaymentProvider, payment: ProviderPayment, order: PayableOrder): string {
  const total = Number(order.totalPaise);
  if (payment.currency !== "INR" || payment.amountPaise === total) return "";
  const sums = `It is for ${formatPaise(payment.amountPaise)}, the order for ${formatPaise(total)}.`;
  return `${sums} ${provider.adviseOnAmount(payment, total)}`;
}

/** Whether a payment is for its order: in full, in rupees, and not refunded. */
export function pays(payment: ProviderPayment, opened: ProviderOrder, order: PayableOrder): boolean {
  const total = Number(order.totalPaise);
  return (
    payment.orderId === opened.id &&
    payment.amountPaise === total &&
    opened.amountPaise === total &&
    payment.currency === "INR" &&
    payment.refundedPaise === 0
  );
}
