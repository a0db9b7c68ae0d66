import { sql } from "#db/sql.ts";

import { messengerFacts, type RefusalCause } from "#shop/kernel/messengers/messenger.ts";
import type { Services } from "#shop/services.ts";
import { hashCodePhone } from "./code-hashes.server.ts";
import { codeLimits, endOfCode, nextSending } from "./code-limits.ts";
import { findCodeMessenger } from "./send-code.server.ts";

/** What the page of an order that waits to be confirmed says about its code. */
export interface CodeState {
  /** The messenger, such as `WhatsApp`, and its company. */
  messenger: string;
  company: string;
  /** The last three digits of the phone number. */
  phoneEnd: string;
  /** The newest code; null before the first one. */
  last: {
    sentAt: string;
    state: "asked" | "unknown" | "accepted" | "delivered" | "failed";
    cause: RefusalCause | null;
  } | null;
  /** Until when a code can be typed, and how often; null if none can. */
  open: { until: string; triesLeft: number } | null;
  /** From when another code can be sent, or at once without a time; null for never. */
  next: { from: string | null } | null;
}

interface CodeRow {
  sentAt: string;
  state: NonNullable<CodeState["last"]>["state"];
  cause: RefusalCause | null;
  tries: number;
  isToPhone: boolean;
}

/**
 * Finds what is known of the codes of an order that waits to be confirmed; null if no codes are offered. The caller has
 * checked that the viewer may see the order.
 */
export async function findCodeState(
  services: Pick<Services, "db" | "settings" | "messengers" | "linkKey" | "now">,
  number: string,
): Promise<CodeState | null> {
  const messenger = findCodeMessenger(services);
  if (!messenger) return null;
  const { db, linkKey, now } = services;
  const { rows } = await db.execute<{
    phone: string;
    codes: (Omit<CodeRow, "isToPhone"> & { phoneHash: string })[];
  }>(sql`
    select o.phone, (select coalesce(json_agg(json_build_object('sentAt', c.sent_at, 'state', c.state, 'cause', c.cause,
        'tries', c.tries, 'phoneHash', c.phone_hash) order by c.id desc), '[]')
      from confirmation_codes c where c.order_id = o.id) as codes
    from orders o where o.number = ${number} and o.state = 'to_confirm'`);
  const [order] = rows;
  if (!order) return null;
  const own = hashCodePhone(linkKey, order.phone);
  const codes = order.codes.map(({ phoneHash, ...code }) => ({ ...code, isToPhone: phoneHash === own }));
  const { name, company } = messengerFacts[messenger.id];
  return { messenger: name, company, phoneEnd: order.phone.slice(-3), ...readCodes(codes, now()) };
}

/** What follows from the codes of an order, newest first. */
function readCodes(codes: CodeRow[], now: Date): Pick<CodeState, "last" | "open" | "next"> {
  const last = codes.find(({ isToPhone }) => isToPhone);
  const valid = codes.find(
    ({ isToPhone, state, tries, sentAt }) =>
      isToPhone && state !== "failed" && tries < codeLimits.tries && endOfCode(new Date(sentAt)) > now,
  );
  const isLost = last?.state === "failed" && last.cause === "number";
  const next = isLost ? null : nextSending(codes.map(({ sentAt }) => new Date(sentAt)));
  return {
    last: last ? { sentAt: last.sentAt, state: last.state, cause: last.cause } : null,
    open: valid
      ? { until: endOfCode(new Date(valid.sentAt)).toISOString(), triesLeft: codeLimits.tries - valid.tries }
      : null,
    next: next && { from: next > now ? next.toISOString() : null },
  };
}
