/** Compares the shop's payments and refunds with the payment provider's ledger, to the paisa (invariant I1). */
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Breach } from "./breach.ts";

/** The provider's payments and refunds, with its field names; amounts in paise, times in Unix seconds. */
export interface Ledger {
  payments: readonly LedgerPayment[];
  refunds: readonly LedgerRefund[];
}

export interface LedgerPayment {
  id: string;
  amount: number;
  amount_refunded: number;
  /** Whether the payment was captured, even if it was refunded since. */
  captured: boolean;
  created_at: number;
}

export interface LedgerRefund {
  id: string;
  payment_id: string;
  amount: number;
  status: "pending" | "processed" | "failed";
  receipt: string | null;
  created_at: number;
}

/** Payments and refunds in the shop's database. */
export interface MoneyRecords {
  /** Every payment that settles an order, with the order's total and whether it counts as paid. */
  settling: { paymentId: string; orderNumber: string; amountPaise: number; totalPaise: number; isPaid: boolean }[];
  refunds: RecordedRefund[];
  /** Sum of the totals of all paid orders. */
  paidOrdersPaise: number;
}

export interface RecordedRefund {
  /** The provider's id of the refund; null until the provider has responded. */
  providerId: string | null;
  paymentId: string;
  orderNumber: string;
  amountPaise: number;
  state: "requested" | "pending" | "processed" | "failed";
  /** Sent to the provider as the receipt. */
  idempotencyKey: string;
  createdAt: Date;
  /** Whether the shop paid the refund in another way, because the provider could not make it. */
  isPaidOtherwise: boolean;
}

/** All captured money, divided by where it is now, in paise. */
export interface MoneySums {
  captured: number;
  /** Totals of paid orders, less their refunds. */
  paidOrders: number;
  /** Refunds of all payments, by the provider or in another way. */
  givenBack: number;
  refundDue: number;
  /** Payments within the grace period, which may not be in the database yet. */
  justNow: number;
}

/** Grace period in seconds. A younger difference is ignored, because one side may not have been updated yet. */
const graceSeconds = 15 * 60;

interface Comparison {
  ledger: Ledger;
  /**
   * Must be read before the ledger. A payment made in between is then recent in the ledger, which `graceSeconds`
   * allows.
   */
  records: MoneyRecords;
  now: Date;
  graceSeconds?: number;
}

/**
 * Compares the shop's payments and refunds with the provider's, in both directions (I1); `breaches` is empty if all
 * agree.
 */
export function compareWithLedger(comparison: Comparison): { breaches: Breach[]; sums: MoneySums } {
  const { orphans, sums } = sortCaptured(comparison);
  const breaches = [
    ...orphans.map(({ id, amount }) => breach(sentences.orphan, `${id} for ${formatPaise(amount)}`)),
    ...findWrongSettlements(comparison),
    ...findWrongRefunds(comparison),
    ...findUnknownRefunds(comparison),
  ];
  const accounted = sums.paidOrders + sums.givenBack + sums.refundDue + sums.justNow;
  if (accounted !== sums.captured) {
    breaches.push(breach(sentences.sum, `${formatPaise(sums.captured)}, of which ${formatPaise(accounted)} are`));
  }
  return { breaches, sums };
}

const sentences = {
  orphan: "every captured payment settles a paid order, is refunded in full, or will be within 15 minutes",
  settling: "the payment that settles an order was captured, once, for the order's amount",
  made: "a refund that is processed in the shop's records was made once by the payment provider, for the same amount; a failed refund was not made",
  unknown: "every refund of captured money by the payment provider is in the shop's records",
  sum: "all captured money is accounted for to the paisa",
};

function breach(rule: string, what: string): Breach {
  return { id: "I1", rule, what };
}

/** Assigns each captured payment to exactly one sum; the rest are orphans. */
function sortCaptured({ ledger, records, now, graceSeconds: grace = graceSeconds }: Comparison) {
  const settling = new Set(records.settling.filter(({ isPaid }) => isPaid).map(({ paymentId }) => paymentId));
  const due = new Map<string, number>();
  for (const refund of records.refunds) {
    if (refund.state !== "requested" || secondsSince(refund.createdAt, now) >= grace) continue;
    due.set(refund.paymentId, (due.get(refund.paymentId) ?? 0) + refund.amountPaise);
  }
  const paidOtherwise = new Map<string, number>();
  for (const { paymentId, amountPaise, isPaidOtherwise } of records.refunds)
    if (isPaidOtherwise) paidOtherwise.set(paymentId, (paidOtherwise.get(paymentId) ?? 0) + amountPaise);
  const orphans: LedgerPayment[] = [];
  const sums: MoneySums = { captured: 0, paidOrders: records.paidOrdersPaise, givenBack: 0, refundDue: 0, justNow: 0 };
  for (const payment of ledger.payments) {
    if (!payment.captured) continue;
    const gone = payment.amount_refunded + (paidOtherwise.get(payment.id) ?? 0);
    const left = payment.amount - gone;
    sums.captured += payment.amount;
    sums.givenBack += gone;
    if (settling.has(payment.id)) sums.paidOrders -= gone;
    else if (left === 0) continue;
    else if ((due.get(payment.id) ?? 0) >= left) sums.refundDue += left;
    else if (isYoung(payment, now, grace)) sums.justNow += left;
    else orphans.push(payment);
  }
  return { orphans, sums };
}

function findWrongSettlements({ ledger, records }: Comparison): Breach[] {
  const captured = new Map(
    ledger.payments.filter((payment) => payment.captured).map((payment) => [payment.id, payment]),
  );
  return records.settling
    .filter(({ paymentId, amountPaise, totalPaise, isPaid }) => {
      const payment = captured.get(paymentId);
      return !isPaid || payment?.amount !== amountPaise || amountPaise !== totalPaise;
    })
    .map(({ orderNumber, paymentId }) => breach(sentences.settling, `${orderNumber} (${paymentId})`));
}

function findWrongRefunds({ ledger, records }: Comparison): Breach[] {
  const byId = new Map(ledger.refunds.map((refund) => [refund.id, refund]));
  const byReceipt = Map.groupBy(ledger.refunds, (refund) => refund.receipt ?? "");
  return records.refunds
    .filter((refund) => {
      const withKey = (byReceipt.get(refund.idempotencyKey) ?? []).filter((keyed) => keyed.status !== "failed");
      if (withKey.length > 1) return true;
      const made = byId.get(refund.providerId ?? "");
      if (refund.state === "failed" || refund.isPaidOtherwise)
        return made?.status === "processed" || withKey.length > 0;
      if (refund.state !== "processed") return false;
      return made?.status !== "processed" || made.payment_id !== refund.paymentId || made.amount !== refund.amountPaise;
    })
    .map((refund) => breach(sentences.made, `${refund.orderNumber} (${refund.providerId ?? refund.idempotencyKey})`));
}

/**
 * Finds refunds of the provider that the shop does not know. The shop stores the idempotency key of its own refunds
 * before it sends them, so these are always known.
 */
function findUnknownRefunds({ ledger, records, now, graceSeconds: grace = graceSeconds }: Comparison): Breach[] {
  const known = new Set(records.refunds.flatMap(({ providerId, idempotencyKey }) => [providerId, idempotencyKey]));
  // The provider returns payments that were never captured without a request of the shop, so their refunds are skipped.
  const captured = new Set(ledger.payments.filter((payment) => payment.captured).map(({ id }) => id));
  return ledger.refunds
    .filter(({ id, receipt, payment_id }) => captured.has(payment_id) && !known.has(id) && !known.has(receipt))
    .filter((refund) => refund.status !== "failed" && !isYoung(refund, now, grace))
    .map(({ id, payment_id }) => breach(sentences.unknown, `${id} of ${payment_id}`));
}

function isYoung({ created_at }: { created_at: number }, now: Date, grace: number): boolean {
  return now.getTime() / 1000 - created_at < grace;
}

function secondsSince(then: Date, now: Date): number {
  return (now.getTime() - then.getTime()) / 1000;
}
