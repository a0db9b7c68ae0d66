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
/** Optional text; an invalid value becomes null. */
const optionalText = z.string().nullish().catch(null);

/** The shop uses Razorpay's order statuses (`created`, `attempted`, `paid`) unchanged. */
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
  .object({ last4: optionalText, network: optionalText })
  .transform(({ last4, network }): ProviderCard => ({ network: network ?? "", last4: last4 ?? "" }));

/** The shop uses Razorpay's payment statuses unchanged. A payment with status `pending` is cash on delivery. */
export const payment = z
  .object({
    id: z.string().regex(/^pay_\w+$/),
    order_id: optionalText,
    amount: z.number().int().nonnegative(),
    currency: z.string(),
    status: word,
    method: optionalText,
    amount_refunded: z.number().int().nullish(),
    card: card.nullish().catch(null),
    vpa: optionalText,
    /** The offer of Razorpay's dashboard that reduced the payment below the order's total. */
    offer_id: optionalText,
    error_reason: optionalText,
    error_description: optionalText,
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
    receipt: optionalText,
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
