import { createHash } from "node:crypto";

import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isDatabaseUnavailable } from "#db/database-unavailable.ts";
import type { Services } from "#shop/services.ts";
import { findProviderFacts, type ProviderFacts } from "./provider-names.ts";
import type { ProviderOrder, ProviderPayment } from "./payment-provider.ts";

/** The order of the statuses. An unknown status has no effect and counts as `created`. */
const rank = (status: SQL) =>
  sql`coalesce(array_position(array['created', 'failed', 'authorized', 'captured', 'refunded'], ${status}), 1)`;

/** Keeps a stored detail that this report omits. Erased card details are not stored again. */
const unlessUnknown = (before: SQL, reported: SQL) =>
  sql`case when payments.forgotten_at is null then coalesce(nullif(${reported}, ''), ${before}) else '' end`;
const isErased = (orderId: number) =>
  sql`(select erased_at is not null as is_erased from orders where id = ${orderId}) as o`;
const unlessErased = (reported: SQL) => sql`case when is_erased then '' else ${reported} end`;

/**
 * Records the state of an order and its payments at the provider. Statuses only move forward: `failed` may become
 * `authorized`, `captured` is never reverted.
 */
export async function recordPayments(
  tx: Db,
  orderId: number,
  opened: ProviderOrder,
  payments: ProviderPayment[],
  now: Date,
) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = payments.map((payment) => ({
    id: payment.id,
    amount: payment.amountPaise,
    currency: payment.currency,
    status: payment.status,
    method: payment.method,
    network: payment.card?.network ?? "",
    last4: lastFour(payment),
    handle: maskHandle(payment.upiHandle),
    refunded: payment.refundedPaise,
    reason: payment.errorReason,
    description: payment.errorDescription,
    evidence: createHash("sha256").update(JSON.stringify(payment)).digest("hex"),
  }));
  // The order and its payments are two requests: an order that is paid while its payment is not listed yet is checked
  // again.
  const isSeen = payments.some(({ status }) => status === "captured" || status === "refunded");
  const status = opened.status === "paid" && !isSeen ? "attempted" : opened.status;
  await tx.execute(sql`
    with attempt as (
      update payment_attempts set checked_at = ${at},
        status = case when status = 'paid' then status else ${status} end
      where id = ${opened.id})
    insert into payments (id, provider, attempt_id, order_id, amount_paise, currency, status, method, card_network, card_last4,
      upi_handle, forgotten_at, refunded_paise, error_reason, error_description, evidence_sha256)
    select id, ${opened.provider}, ${opened.id}, ${orderId}, amount, currency, status, method, ${unlessErased(sql`network`)},
      ${unlessErased(sql`last4`)}, ${unlessErased(sql`handle`)}, case when is_erased then ${at} end,
      refunded, reason, description, evidence
    from ${isErased(orderId)}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (id text, amount bigint, currency text, status text,
      method text, network text, last4 text, handle text, refunded bigint, reason text, description text, evidence text)
    on conflict (id) do update set status = excluded.status, method = excluded.method,
      card_network = ${unlessUnknown(sql`payments.card_network`, sql`excluded.card_network`)}, card_last4 = ${unlessUnknown(sql`payments.card_last4`, sql`excluded.card_last4`)},
      upi_handle = ${unlessUnknown(sql`payments.upi_handle`, sql`excluded.upi_handle`)}, refunded_paise = excluded.refunded_paise,
      error_reason = excluded.error_reason, error_description = excluded.error_description,
      evidence_sha256 = excluded.evidence_sha256, updated_at = ${at}
    where ${rank(sql`payments.status`)} <= ${rank(sql`excluded.status`)}
      and payments.refunded_paise <= excluded.refunded_paise`);
}

function lastFour(payment: ProviderPayment): string {
  const given = payment.card?.last4 ?? "";
  return /^\d{4}$/.test(given) ? given : "";
}

/** Masks a UPI handle for display: `as•••@okbank`; empty if it is invalid. */
function maskHandle(handle: string): string {
  const [name, bank] = /^[\w.-]{2,}@[\w.-]{2,60}$/.test(handle) ? handle.split("@") : [];
  return name && bank ? `${name.slice(0, 2)}•••@${bank}` : "";
}

/**
 * The providers that are configured or have payments. Days of payouts are read from the first payment on, so each
 * provider with payments has some, and there are far fewer of them than payments. Without the database only the
 * configured ones.
 */
export async function listKnownProviders({ db, paymentProviders }: Services): Promise<ProviderFacts[]> {
  const { rows } = await db
    .execute<{ provider: string }>(sql`select distinct provider from settlement_days`)
    .catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return { rows: [] };
      throw error;
    });
  const ids = new Set([...paymentProviders.map(({ id }) => id), ...rows.map(({ provider }) => provider)]);
  return [...ids].flatMap((id) => findProviderFacts(id) ?? []);
}
