import { sql } from "drizzle-orm";

import type { Db } from "#db/connect.ts";
import type { PromotionRule } from "./discount-line.ts";

export type PromotionRefusal = "unknown" | "not-started" | "expired" | "used-up" | "used-by-you";

/** A code that may be used now, or why it may not. */
export type UsablePromotion = { ok: true; promotion: PromotionRule } | { ok: false; reason: PromotionRefusal };

/** What a reader is told about a code that takes nothing off. */
export const promotionMessages: Record<PromotionRefusal | "not-applicable", string> = {
  unknown: "We do not know this code. Please check how it is spelt.",
  "not-started": "This code is not valid yet. Please try it again later.",
  expired: "This code is no longer valid; the offer has ended.",
  "used-up": "This code has been used as often as it could be.",
  "used-by-you": "You have used this code already, and it is not good for another order.",
  "not-applicable": "This code takes nothing off what is in your cart now.",
};

interface PromotionRow extends Record<string, unknown> {
  code: string;
  name: string;
  applies_to: PromotionRule["appliesTo"];
  percent_off: number;
  is_started: boolean;
  is_over: boolean;
  redemption_limit: number | null;
  redemption_limit_per_email: number | null;
}

/** Whose use of a code is judged. */
interface Reader {
  email: string | null;
  now: Date;
  /** Orders that do not count against the reader, being their own. */
  except: { orderId: number } | { cartId: number } | null;
}

/** A code as it is kept, however it was typed: trimmed, in capitals; null for what cannot be one. */
export function foldCode(typed: string): string | null {
  const code = typed.trim();
  return /^[A-Za-z0-9]{1,20}$/.test(code) ? code.toUpperCase() : null;
}

/**
 * Finds the promotion of a code a reader typed, if it may be used now. Orders that still wait for their payment count
 * as uses, except those of the reader's own cart. The last word is `holdRedemption`'s.
 */
export async function findUsablePromotion(
  db: Db,
  code: string,
  email: string | null,
  now: Date,
  ownCartId: number | null = null,
): Promise<UsablePromotion> {
  const folded = foldCode(code);
  if (folded === null) return { ok: false, reason: "unknown" };
  const { rows } = await db.execute<PromotionRow>(selectPromotion(folded, now));
  return judge(db, rows[0], { email, now, except: ownCartId === null ? null : { cartId: ownCartId } });
}

/**
 * Sets one use of a code aside for an order, or refuses; never more than the limits allow, however many ask at once.
 * Again for the same order it moves the use to the new address. A refusal has written nothing.
 */
export async function holdRedemption(
  tx: Db,
  { promotion, orderId, email, now }: { promotion: PromotionRule; orderId: number; email: string; now: Date },
): Promise<UsablePromotion> {
  // The row stays locked until the commit, so that counting and holding are one; the count must be a statement of
  // its own, as only that sees what was committed while this one waited.
  const { rows } = await tx.execute<PromotionRow>(sql`${selectPromotion(promotion.code, now)} ${lockIfLimited(promotion.code)}`);
  const judged = await judge(tx, rows[0], { email, now, except: { orderId } });
  if (!judged.ok) return judged;
  await tx.execute(sql`
    insert into redemptions (promotion_code, order_id, email, state)
    values (${promotion.code}, ${orderId}, ${foldEmail(email)}, 'held')
    on conflict (order_id) do update
      set promotion_code = excluded.promotion_code, email = excluded.email, state = 'held'`);
  return judged;
}
