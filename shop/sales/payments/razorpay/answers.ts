/** Schemas of Razorpay's answers, and their conversion to the shop's terms. */
import { z } from "zod";

import type {
  ProviderCard,
  ProviderOrder,
  ProviderPayment,
  ProviderRefund,
} from "#shop/sales/payments/payment-provider.ts";

/** A status or similar word of Razorpay; undocumented ones are accepted too. */
const word = z
  .string()
  .min(1)
  .transform((text) => text.slice(0, 40));
/** Text that is only shown; a missing or invalid one is null. */
const shown = z.string().nullish().catch(null);

/**
 * The statuses of orders (`created`, `attempted`, `paid`) and payments are also the shop's; `pending` is cash on
 * delivery.
 */
export const order = z
  .object({
    id: z.string().regex(/^order_\w+$/),
    amount: z.number().int(),
    amount_paid: z.number().int(),
    currency: z.string(),
    status: word,
  })
  .transform(({ id, amount, amount_paid, currency, status }): ProviderOrder => ({
    provider: "razorpay",
    id,
    amountPaise: amount,
    paidPaise: amount_paid,
    currency,
    status,
  }));

export const card = z
  .object({ last4: shown, network: shown })
  .transform(({ last4, network }): ProviderCard => ({ network: network ?? "", last4: last4 ?? "" }));

export const payment = z
  .object({
    id: z.string().regex(/^pay_\w+$/),
    order_id: shown,
    amount: z.number().int().nonnegative(),
    currency: z.string(),
    status: word,
    method: shown,
    amount_refunded: z.number().int().nullish(),
    card: card.nullish().catch(null),
    vpa: shown,
    /** The offer of Razorpay's dashboard that reduced the payment below the order's total. */
    offer_id: shown,
    error_reason: shown,
    error_description: shown,
  })
  .transform((answer): ProviderPayment => ({
    provider: "razorpay",
    id: answer.id,
    orderId: answer.order_id ?? null,
    amountPaise: answer.amount,
    refundedPaise: answer.amount_refunded ?? 0,
    currency: answer.currency,
    status: answer.status,
    method: answer.method ?? "",
    isByCard: answer.method === "card" || answer.method === "emi",
    card: answer.card ?? null,
    upiHandle: answer.vpa ?? "",
    offerId: answer.offer_id ?? "",
    errorReason: answer.error_reason ?? "",
    errorDescription: answer.error_description ?? "",
  }));

export const refund = z
  .object({
    id: z.string().regex(/^rfnd_\w+$/),
    payment_id: z.string(),
    amount: z.number().int().positive(),
    receipt: shown,
    status: word,
  })
  .transform(({ id, payment_id, amount, receipt, status }): ProviderRefund => {
    const isKnown = status === "pending" || status === "processed" || status === "failed";
    return {
      provider: "razorpay",
      id,
      paymentId: payment_id,
      amountPaise: amount,
      receipt: receipt ?? null,
      state: isKnown ? status : "pending",
      remark: isKnown ? "" : `Razorpay calls this refund "${status}"`,
    };
  });
