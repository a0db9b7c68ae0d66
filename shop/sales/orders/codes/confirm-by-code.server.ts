import { sql } from "#db/sql.ts";

import { isSignature } from "#shop/kernel/security/signature.server.ts";
import { confirmOrder } from "#shop/sales/orders/confirm-order.server.ts";
import { ownedBy, type OrderViewer } from "#shop/sales/orders/find-order.server.ts";
import type { Services } from "#shop/services.ts";
import { hashCodePhone, subjectOfCode } from "./code-hashes.server.ts";
import { codeLimits } from "./code-limits.ts";

/** The result of typing a code. `no-code`: none is valid any more, by its age or by wrong tries. */
export type CodeConfirmation =
  | { ok: true }
  | { ok: false; reason: "no-such-order" | "wrong" | "no-code" | "not-on-delivery" | "is-over" };

/**
 * Confirms an order by the code that was sent to its phone number, for anyone who sees the order, also the visitor with
 * its cart: the code proves the number. Each code of the order that is still valid counts the try before it is compared,
 * so that parallel requests have no more tries.
 */
export async function confirmByCode(
  services: Pick<Services, "db" | "settings" | "linkKey" | "now">,
  number: string,
  { by, typed }: { by: OrderViewer; typed: string },
): Promise<CodeConfirmation> {
  const { db, linkKey, now } = services;
  const { rows } = await db.execute<{ id: string; phone: string; state: string }>(sql`
    select o.id, o.phone, o.state from orders o where o.number = ${number} and ${ownedBy(by)}`);
  const [order] = rows;
  if (!order) return { ok: false, reason: "no-such-order" };
  // It may be confirmed already, by the link in the letter.
  if (order.state !== "to_confirm") return confirmOrder(services, number, "link");
  const orderId = Number(order.id);
  const { rows: codes } = await db.execute<{ codeHash: string }>(sql`
    update confirmation_codes set tries = tries + 1
    where order_id = ${orderId} and phone_hash = ${hashCodePhone(linkKey, order.phone)} and tries < ${codeLimits.tries}
      and sent_at > ${now().toISOString()}::timestamptz - make_interval(mins => ${codeLimits.validMinutes})
    returning code_hash`);
  if (codes.length === 0) return { ok: false, reason: "no-code" };
  const subject = subjectOfCode(orderId, typed);
  const isRight = codes.some(({ codeHash }) => isSignature(linkKey, subject, codeHash));
  return isRight ? confirmOrder(services, number, "link") : { ok: false, reason: "wrong" };
}
