/** Checks a payment of an order at its provider, for the pages that open the widget. */
import { findProof, type PaymentProof } from "#shop/sales/payments/payment-provider.ts";
import { namedBy } from "#shop/sales/payments/payment-status.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import type { Services } from "#shop/services.ts";

/** The state of a payment; `review`: only the order's page can explain it. */
interface PaymentAnswer {
  state: "paid" | "confirming" | "unpaid" | "review";
  orderNumber: string;
}

/** The state of the payment, or why it is not known. */
type VerifiedPayment = { answer: PaymentAnswer } | { message: string; status: number };

/**
 * Verifies the proof of payment in the form; without a proof it asks the provider about the attempts to pay the order.
 * `attempts` are the provider's ids that the shop stored for this order.
 */
export async function verifyPayment(
  services: Services,
  attempts: string[],
  number: string,
  form: FormData,
): Promise<VerifiedPayment> {
  const proof = findProof(services.paymentProviders, form);
  // The signed id must be one that the shop stored for this order, not just the one that the browser sent.
  if (proof !== null && (proof === "forged" || !attempts.includes(proof.orderId))) {
    console.warn(`A payment report for ${number} had a signature that does not match; nothing was changed.`);
    return { message: "This payment could not be verified.", status: 400 };
  }
  const answer = await ask(services, proof ? [proof.orderId] : attempts, number, proof);
  return answer ? { answer } : { message: notAsked, status: 503 };
}

const notAsked =
  "We cannot check with the bank at the moment whether a payment went through. If one did, we will write to you. Please wait a few minutes before you pay again.";

/**
 * Settles the attempts with the provider. If the provider cannot be reached, a signed payment is `confirming`, because
 * the webhook will report it later, and the answer for an unsigned one is null.
 */
async function ask(
  services: Services,
  attempts: string[],
  orderNumber: string,
  proof: PaymentProof | null,
): Promise<PaymentAnswer | null> {
  const isSigned = proof !== null;
  try {
    for (const attemptId of attempts) {
      const { outcome } = await settlePayment(services, attemptId, "browser", proof && namedBy(proof));
      if (outcome === "paid" || outcome === "review") return { state: outcome, orderNumber };
      if (outcome !== "unpaid" || isSigned) return { state: "confirming", orderNumber };
    }
    return { state: "unpaid", orderNumber };
  } catch (error) {
    console.error(`Order ${orderNumber} could not be checked at the payment provider`, error);
    return isSigned ? { state: "confirming", orderNumber } : null;
  }
}
