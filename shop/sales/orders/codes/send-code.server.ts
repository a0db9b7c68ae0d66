/** Sends a code by which an order on delivery is confirmed to the phone number of the order. */
import { randomInt, randomUUID } from "node:crypto";

import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Messenger, RefusalCause, SendResult } from "#shop/kernel/messengers/messenger.ts";
import { sign } from "#shop/kernel/security/signature.server.ts";
import { ownedBy, type OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import type { Services } from "#shop/services.ts";
import { hashCodeNetwork, hashCodePhone, subjectOfCode } from "./code-hashes.server.ts";
import { codeLimits, nextSending } from "./code-limits.ts";

type CodeServices = Pick<Services, "db" | "settings" | "messengers" | "linkKey" | "now">;

/**
 * What became of the wish for a code. `too-soon`: one was sent just now; `no-more`: the limit of the order is reached;
 * `limit`: that of the phone number, the network or the shop.
 */
export type CodeSending =
  | { ok: true }
  | {
      ok: false;
      reason: "no-such-order" | "not-offered" | "is-over" | "too-soon" | "no-more" | "limit" | RefusalCause;
    };

/** The messenger by which codes are sent; null while the bookseller does not offer codes, or has no account for them. */
export function findCodeMessenger({
  settings,
  messengers,
}: Pick<Services, "settings" | "messengers">): Messenger | null {
  return messengers.find(({ id }) => id === settings.confirmationCodes.by) ?? null;
}

/**
 * Sends a code, if the limits allow it. The row is committed before the messenger is asked, so that a code whose answer
 * was lost counts and can be typed, and no transaction waits for the messenger.
 */
export async function sendCode(
  services: CodeServices,
  number: string,
  { by, network }: { by: OrderViewer; network: string | null },
): Promise<CodeSending> {
  const messenger = findCodeMessenger(services);
  if (!messenger) return { ok: false, reason: "not-offered" };
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const reference = randomUUID();
  const written = await inTransaction(services.db, async (tx): Promise<{ phone: string } | CodeSending> => {
    const { rows } = await tx.execute<{ id: string; phone: string; state: string; heldUntil: string }>(sql`
      select o.id, o.phone, o.state, o.reserved_until as held_until from orders o
      where o.number = ${number} and ${ownedBy(by)} for update of o`);
    const [order] = rows;
    if (!order) return { ok: false, reason: "no-such-order" };
    if (order.state !== "to_confirm" || new Date(order.heldUntil) <= services.now())
      return { ok: false, reason: "is-over" };
    const asked = { orderId: Number(order.id), phone: order.phone, network };
    const refusal = await refuseCode(tx, services, asked);
    if (refusal) return { ok: false, reason: refusal };
    const { linkKey } = services;
    await tx.execute(sql`
      insert into confirmation_codes (order_id, reference, messenger, code_hash, phone_hash, network_hash, sent_at, state)
      values (${asked.orderId}, ${reference}, ${messenger.id}, ${sign(linkKey, subjectOfCode(asked.orderId, code))},
        ${hashCodePhone(linkKey, order.phone)}, ${network === null ? null : hashCodeNetwork(linkKey, network)},
        ${services.now().toISOString()}::timestamptz, 'asked')`);
    return { phone: order.phone };
  });
  if ("ok" in written) return written;
  const result = await messenger.send({ template: "code", values: [code], to: written.phone, reference });
  await noteResult(services.db, reference, result);
  return result.state === "refused" ? { ok: false, reason: result.cause } : { ok: true };
}

/**
 * Why no code is sent; null if one is. Holds a lock until the transaction ends, so that two codes do not both count as
 * the last allowed one. Lock order: after the order's row.
 */
async function refuseCode(
  tx: Db,
  { settings, linkKey, now }: CodeServices,
  { orderId, phone, network }: { orderId: number; phone: string; network: string | null },
): Promise<"too-soon" | "no-more" | "limit" | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('confirmation codes', 0))`);
  const at = now();
  const dayAgo = sql`${at.toISOString()}::timestamptz - interval '1 day'`;
  const networkHash = network === null ? null : hashCodeNetwork(linkKey, network);
  // A separate statement, so that it sees rows that were committed while the first one waited for the lock.
  const { rows } = await tx.execute<{ ofOrder: string[]; ofPhone: number; ofNetwork: number; ofShop: number }>(sql`
    select (select coalesce(json_agg(sent_at order by id desc), '[]') from confirmation_codes where order_id = ${orderId}) as of_order,
      (select count(*)::int from confirmation_codes
        where phone_hash = ${hashCodePhone(linkKey, phone)} and sent_at > ${dayAgo}) as of_phone,
      (select count(*)::int from confirmation_codes where network_hash = ${networkHash} and sent_at > ${dayAgo}) as of_network,
      (select count(*)::int from confirmation_codes where sent_at > ${dayAgo}) as of_shop`);
  const { ofOrder, ofPhone, ofNetwork, ofShop } = oneRow(rows);
  const next = nextSending(ofOrder.map((one) => new Date(one)));
  if (next === null) return "no-more";
  if (next > at) return "too-soon";
  const { ofPhone: mostOfPhone, ofNetwork: mostOfNetwork } = codeLimits;
  return ofPhone >= mostOfPhone || ofNetwork >= mostOfNetwork || ofShop >= settings.confirmationCodes.mostPerDay
    ? "limit"
    : null;
}

/** Stores the messenger's answer; a report that came before it stays. */
async function noteResult(db: Db, reference: string, result: SendResult): Promise<void> {
  if (result.state !== "accepted")
    console.warn(`A code was not accepted by its messenger: ${result.state}. ${result.trouble}`);
  const [state, cause] = result.state === "refused" ? ["failed", result.cause] : [result.state, null];
  await db.execute(sql`
    update confirmation_codes set state = ${state}, cause = ${cause},
      trouble = ${"trouble" in result ? result.trouble : ""} where reference = ${reference}::uuid and state = 'asked'`);
  if (result.state === "accepted")
    await db.execute(sql`
      update confirmation_codes set message_id = ${result.messageId} where reference = ${reference}::uuid`);
}
