import { createHash } from "node:crypto";

import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import type { RazorpayOrder, RazorpayPayment } from "./razorpay.server.ts";

/** Notes how an order stands at Razorpay. */
export async function recordAttempt(tx: Db, theirs: RazorpayOrder) {
  await tx.execute(sql`
    update payment_attempts set checked_at = now(),
      status = case when status = 'paid' then status else ${theirs.status} end
    where id = ${theirs.id}`);
}

/** Notes how a payment stands. It only moves up: `failed` may still become `authorized`, `captured` is never taken back. */
export async function recordPayment(tx: Db, orderId: number, attemptId: string, payment: RazorpayPayment) {
  const evidence = createHash("sha256").update(JSON.stringify(payment)).digest("hex");
  const rank = (status: ReturnType<typeof sql>) =>
    sql`array_position(array['created', 'failed', 'authorized', 'captured', 'refunded'], ${status})`;
  await tx.execute(sql`
    insert into payments (id, attempt_id, order_id, amount_paise, currency, status, method, card_network, card_last4,
      refunded_paise, error_reason, error_description, evidence_sha256)
    values (${payment.id}, ${attemptId}, ${orderId}, ${payment.amount}, ${payment.currency}, ${payment.status},
      ${payment.method ?? ""}, ${payment.card?.network ?? ""}, ${lastFour(payment)}, ${payment.amount_refunded ?? 0},
      ${payment.error_reason ?? ""}, ${payment.error_description ?? ""}, ${evidence})
    on conflict (id) do update set status = excluded.status, method = excluded.method,
      card_network = excluded.card_network, card_last4 = excluded.card_last4, refunded_paise = excluded.refunded_paise,
      error_reason = excluded.error_reason, error_description = excluded.error_description,
      evidence_sha256 = excluded.evidence_sha256, updated_at = now()
    where ${rank(sql`payments.status`)} <= ${rank(sql`excluded.status`)}
      and payments.refunded_paise <= excluded.refunded_paise`);
}

function lastFour(payment: RazorpayPayment): string {
  const given = payment.card?.last4 ?? "";
  return /^\d{4}$/.test(given) ? given : "";
}
