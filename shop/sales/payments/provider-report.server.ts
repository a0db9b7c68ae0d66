import type { Db } from "#db/connect.ts";
import { captureLate } from "./capture-late.server.ts";
import type { PaymentProvider, ProviderOrder, ProviderPayment, ProviderRefund } from "./payment-provider.ts";

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
