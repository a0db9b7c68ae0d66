import { z } from "zod";

import { parseJson } from "#shop/kernel/text/parse-json.ts";
import type { ProviderDispute, ProviderEvent, ReportedPayment } from "#shop/sales/payments/payment-provider.ts";

const idWith = (prefix: "order" | "pay" | "qr") =>
  z.string().startsWith(`${prefix}_`).regex(/^\w+$/).nullish().catch(null);
const orderId = idWith("order");
/**
 * The part of an event that is parsed before it is stored: its type, and the order or QR code to check, wherever the
 * payload contains it. A payment of a QR code has no order, and only one event of it names the code.
 */
const event = z.object({
  event: z.string().regex(/^[\w.]{1,100}$/),
  payload: z
    .object({
      payment: z
        .object({ entity: z.object({ id: idWith("pay"), order_id: orderId }) })
        .nullish()
        .catch(null),
      qr_code: z
        .object({ entity: z.object({ id: idWith("qr") }) })
        .nullish()
        .catch(null),
      order: z
        .object({ entity: z.object({ id: orderId }) })
        .nullish()
        .catch(null),
    })
    .catch({}),
});

export function readWebhook(body: string, headers: Headers): ProviderEvent {
  const { data } = event.safeParse(parseJson(body));
  const { order, payment, qr_code: code } = data?.payload ?? {};
  return {
    id: headers.get("x-razorpay-event-id") ?? "",
    type: data?.event ?? "unreadable",
    orderId: order?.entity.id ?? payment?.entity.order_id ?? code?.entity.id ?? payment?.entity.id ?? null,
  };
}

const successEvents = ["payment.authorized", "payment.captured", "order.paid"];
const success = z.object({
  payload: z.object({
    payment: z.object({ entity: z.object({ id: z.string().regex(/^pay_\w+$/), order_id: z.string() }) }),
    /** Only in `order.paid`. `attempts` counts all payments that were begun, failed ones included. */
    order: z
      .object({ entity: z.object({ id: z.string(), status: z.literal("paid"), attempts: z.literal(1) }) })
      .nullish()
      .catch(null),
  }),
});

export function readReportedPayment(type: string, body: string): ReportedPayment | null {
  const { data } = success.safeParse(successEvents.includes(type) ? parseJson(body) : null);
  if (!data) return null;
  const { id: paymentId, order_id: orderId } = data.payload.payment.entity;
  return { paymentId, orderId, isOnly: data.payload.order?.entity.id === orderId };
}

const disputes = "payment.dispute.";
const dispute = z.object({
  payload: z.object({
    dispute: z.object({
      entity: z.object({
        id: z.string().regex(/^disp_\w+$/),
        payment_id: z.string().regex(/^pay_\w+$/),
        amount: z.number().int().positive().nullish().catch(null),
        reason_code: z.string().nullish().catch(null),
        /** Unix seconds. */
        respond_by: z.number().int().positive().max(253_402_300_799).nullish().catch(null),
      }),
    }),
  }),
});

/** Razorpay's states of a dispute that have other names in the shop. */
const states: Record<string, ProviderDispute["state"]> = {
  created: "to-answer",
  action_required: "to-answer",
  under_review: "under-review",
};

export function readDispute(type: string, body: string): ProviderDispute | null {
  if (!type.startsWith(disputes)) return null;
  const { entity } = dispute.parse(JSON.parse(body)).payload.dispute;
  const word = type.slice(disputes.length);
  return {
    id: entity.id,
    paymentId: entity.payment_id,
    amountPaise: entity.amount ?? null,
    reason: (entity.reason_code ?? "").replaceAll(/\W+|_/g, " ").trim(),
    state: states[word] ?? word,
    respondBy: entity.respond_by ? new Date(entity.respond_by * 1000) : null,
  };
}
