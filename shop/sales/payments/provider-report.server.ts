import type { Db } from "#db/connect.ts";
import { captureLate } from "./capture-late.server.ts";
import type { PaymentProvider, ProviderOrder, ProviderPayment, ProviderRefund } from "./payment-provider.ts";

/** What a provider says of one of its orders. */
export interface ProviderReport {
  provider: PaymentProvider;
  opened: ProviderOrder;
  payments: ProviderPayment[];
  /** By the id of their payment; only of payments that have some. */
  refunds: [paymentId: string, ProviderRefund[]][];
}

interface Known {
  /** Payments with refunds under way. */
  refunding: string[];
  /** Payments whose card is known, or was forgotten. */
  seenCards: string[];
  /** The provider captures nothing by itself any more. */
  isLate: boolean;
}

/** Asks a provider about one of its orders, in parallel where it can. Throws a ProviderError when it gives no usable answer. */
export async function readReport(
  db: Db,
  provider: PaymentProvider,
  attemptId: string,
  { refunding, seenCards, isLate }: Known,
): Promise<ProviderReport> {
  const [opened, listed] = await Promise.all([provider.readOrder(attemptId), provider.listPayments(attemptId)]);
  const captured = isLate ? await captureLate(db, provider, opened, listed) : listed;
  const [refunds, payments] = await Promise.all([
    readRefunds(provider, captured, refunding),
    readCards(provider, captured, seenCards),
  ]);
  return { provider, opened, payments, refunds };
}

/** Asks for the refunds of payments that have some, there or here; most have none. */
function readRefunds(
  provider: PaymentProvider,
  payments: ProviderPayment[],
  refunding: string[],
): Promise<ProviderReport["refunds"]> {
  const refunded = payments.filter(({ id, refundedPaise }) => refundedPaise > 0 || refunding.includes(id));
  return Promise.all(
    refunded.map(async ({ id }): Promise<[string, ProviderRefund[]]> => [id, await provider.listRefunds(id)]),
  );
}

/**
 * A list of payments may name no cards, so each card that has paid is then asked for by itself. One that was not told is
 * asked for again with the next look: those are few once an order is paid.
 */
function readCards(provider: PaymentProvider, payments: ProviderPayment[], seen: string[]): Promise<ProviderPayment[]> {
  return Promise.all(
    payments.map(async (payment) => {
      const hasPaid = payment.status === "captured" && payment.isByCard;
      if (!hasPaid || payment.card || seen.includes(payment.id)) return payment;
      return { ...payment, card: await provider.readCard(payment.id) };
    }),
  );
}
