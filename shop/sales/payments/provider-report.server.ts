import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { captureLate } from "./capture-late.server.ts";
import {
  ProviderError,
  type PaymentKey,
  type PaymentProvider,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
  type ReportedPayment,
} from "./payment-provider.ts";

/** A provider's data about one of its orders. */
export interface ProviderReport {
  provider: PaymentProvider;
  opened: ProviderOrder;
  payments: ProviderPayment[];
  /** By payment id, only for payments with refunds. */
  refunds: [paymentId: string, ProviderRefund[]][];
}

interface Known {
  /** Ids of payments with refunds in progress. */
  refunding: string[];
  /** Ids of payments whose card is known or was erased. */
  seenCards: string[];
  /** Whether the time in which the provider captures automatically is over. */
  isLate: boolean;
}

/** Reads an order with its payments and refunds from a provider, in parallel where possible. Throws ProviderError. */
export async function readReport(
  db: Db,
  provider: PaymentProvider,
  attemptId: string,
  { refunding, seenCards, isLate }: Known,
): Promise<ProviderReport> {
  const [opened, listed] = await Promise.all([provider.readOrder(attemptId), provider.listPayments(attemptId)]);
  const captured = isLate ? await captureLate(db, provider, opened, listed) : listed;
  const [refunds, payments] = await Promise.all([
    readRefunds(provider, opened, captured, refunding),
    readCards(provider, opened, captured, seenCards),
  ]);
  return { provider, opened, payments, refunds };
}

/** A payment that a signed report names: a webhook, or a proof from the browser. */
export type NamedPayment = Omit<ReportedPayment, "orderId">;

/** An order at its provider as the shop opened it, with what the shop knows of its payments. */
export interface Attempt extends Omit<Known, "isLate"> {
  orderId: number;
  provider: string;
  amountPaise: number;
  status: string;
  /** The number of the order. */
  number: string;
  /** The payment that has paid the order. */
  settledBy: string | null;
}

/** Finds an attempt by the provider's id; null if it does not belong to the shop. */
export async function findAttempt(db: Db, attemptId: string): Promise<Attempt | null> {
  type Row = Omit<Attempt, "orderId" | "amountPaise"> & { orderId: string; amountPaise: string };
  const { rows } = await db.execute<Row>(sql`
    select a.order_id, a.provider, a.amount_paise, a.status, o.number,
      array(select distinct r.payment_id from refunds r join payments p on p.id = r.payment_id and p.provider = a.provider
        where r.order_id = a.order_id and r.state in ('requested', 'pending')) as refunding,
      array(select p.id from payments p where p.order_id = a.order_id
        and (p.card_last4 <> '' or p.forgotten_at is not null)) as seen_cards,
      (select p.id from payments p where p.order_id = a.order_id and p.settles) as settled_by
    from payment_attempts a join orders o on o.id = a.order_id where a.id = ${attemptId}`);
  return rows[0] ? { ...rows[0], orderId: Number(rows[0].orderId), amountPaise: Number(rows[0].amountPaise) } : null;
}

/**
 * Reads only a payment that a report names, with one request. Null if that does not decide the order, because the
 * payment is neither captured nor authorized, or differs from the order; then the caller reads the order with all its
 * payments. Throws ProviderError if the provider does not answer.
 */
export async function readNamedPayment(
  provider: PaymentProvider,
  attemptId: string,
  attempt: Attempt,
  { paymentId, isOnly }: NamedPayment,
): Promise<ProviderReport | null> {
  if (attempt.refunding.length > 0) return null;
  const payment = await readOnePayment(provider, { orderId: attemptId, paymentId });
  const isGood = payment?.status === "captured" || payment?.status === "authorized";
  if (!isGood || !isForOrder(payment, attemptId, attempt.amountPaise)) return null;
  const opened: ProviderOrder = {
    provider: provider.id,
    id: attemptId,
    amountPaise: attempt.amountPaise,
    paidPaise: 0,
    currency: "INR",
    // An order without this stays open for `reconcilePayments`, which looks for other payments of it.
    status: isOnly ? "paid" : attempt.status,
  };
  return { provider, opened, payments: await readCards(provider, opened, [payment], attempt.seenCards), refunds: [] };
}

/** Null if the provider rejects the question, such as for a payment that it does not find yet. */
function readOnePayment(provider: PaymentProvider, key: PaymentKey): Promise<ProviderPayment | null> {
  return provider.readPayment(key).catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === "refused") return null;
    throw error;
  });
}

function isForOrder({ orderId, amountPaise, currency, refundedPaise }: ProviderPayment, id: string, total: number) {
  return orderId === id && amountPaise === total && currency === "INR" && refundedPaise === 0;
}

/** Reads the refunds of payments that have some, at the provider or in the database; most have none. */
function readRefunds(
  provider: PaymentProvider,
  { id: orderId }: ProviderOrder,
  payments: ProviderPayment[],
  refunding: string[],
): Promise<ProviderReport["refunds"]> {
  const refunded = payments.filter(({ id, refundedPaise }) => refundedPaise > 0 || refunding.includes(id));
  return Promise.all(
    refunded.map(async ({ id: paymentId }): Promise<[string, ProviderRefund[]]> => [
      paymentId,
      await provider.listRefunds({ orderId, paymentId }),
    ]),
  );
}

/**
 * Lists of payments may omit the cards, so the card of each captured payment is read separately. A missing one is read
 * again at the next check, of which there are few once an order is paid.
 */
function readCards(
  provider: PaymentProvider,
  { id: orderId }: ProviderOrder,
  payments: ProviderPayment[],
  seen: string[],
): Promise<ProviderPayment[]> {
  return Promise.all(
    payments.map(async (payment) => {
      const hasPaid = payment.status === "captured" && payment.isByCard;
      if (!hasPaid || payment.card || seen.includes(payment.id)) return payment;
      return { ...payment, card: await provider.readCard({ orderId, paymentId: payment.id }) };
    }),
  );
}
