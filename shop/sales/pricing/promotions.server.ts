/** Finds the promotion of a code, checks its limits, and reserves, releases and spends its uses by orders. */

import { oneRow } from "#db/one-row.ts";
import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { announceCode, type AnnouncedCode } from "./announced-code.ts";
import type { PromotionRule } from "./discount-line.ts";
import type { PromotionRefusal } from "./promotion-messages.ts";

/** A promotion that can be used now, or the reason why not. */
export type UsablePromotion = { ok: true; promotion: PromotionRule } | { ok: false; reason: PromotionRefusal };

interface PromotionRow extends PromotionRule {
  isStarted: boolean;
  isOver: boolean;
  redemptionLimit: number | null;
  redemptionLimitPerEmail: number | null;
  isFirstOrderOnly: boolean;
}

/** The reader and time of a use. */
interface Use {
  email: string | null;
  now: Date;
}

/** Normalises a code as typed; null for a text that cannot be a code. */
export function foldCode(typed: string): string | null {
  const code = typed.trim();
  return /^[A-Za-z0-9]{1,20}$/.test(code) ? code.toUpperCase() : null;
}

/**
 * Finds the promotion of a typed code, if it can be used now. A use that an unpaid order has reserved counts, unless
 * the order is from the reader's own cart. Without an e-mail address, neither the limit per reader nor the rule for
 * first orders is checked; `reserveRedemption` makes the final check.
 */
export async function findUsablePromotion(
  db: Db,
  code: string,
  email: string | null,
  now: Date,
  ownCartId: number | null = null,
): Promise<UsablePromotion> {
  const folded = foldCode(code);
  const row = folded === null ? undefined : await readPromotion(db, folded, now);
  const isOwn = sql`(r.state = 'held' and exists (select from orders o where o.id = r.order_id and o.cart_id = ${ownCartId} and o.state = 'pending_payment'))`;
  return judge(db, row, email, isOwn);
}

/**
 * The promotion that pages announce: of those marked to be announced that can be used now, the one that started last;
 * null if there is none.
 */
export async function findAnnouncedPromotion(db: Db, now: Date): Promise<AnnouncedCode | null> {
  const { rows } = await db.execute<{ code: string }>(
    sql`select code from promotions where is_announced order by starts_at desc, code`,
  );
  return findFirstUsable(
    db,
    rows.map(({ code }) => code),
    now,
  );
}

/** The first of these codes that can be used now, in the form in which pages announce it; null if none can. */
export async function findFirstUsable(db: Db, codes: string[], now: Date): Promise<AnnouncedCode | null> {
  for (const code of codes) {
    const row = await readPromotion(db, code, now);
    const found = await judge(db, row, null, sql`false`);
    if (row && found.ok) return announceCode(found.promotion, hasLimits(row));
  }
  return null;
}

function hasLimits({ redemptionLimit, redemptionLimitPerEmail, isFirstOrderOnly }: PromotionRow): boolean {
  return redemptionLimit !== null || redemptionLimitPerEmail !== null || isFirstOrderOnly;
}

/**
 * Reserves one use of a promotion for an order, or returns why not. The limits also hold for parallel orders. Called
 * again for the same order, it checks again and stores the new e-mail address. A refusal writes nothing.
 */
export async function reserveRedemption(
  tx: Db,
  { promotion: { code }, orderId, email, now }: { promotion: PromotionRule; orderId: number } & Use & { email: string },
): Promise<UsablePromotion> {
  let row = await readPromotion(tx, code, now);
  // Locks the promotion until the commit, so that two orders never count the same remaining use; without limits no lock
  // is needed.
  if (row && (row.redemptionLimit ?? row.redemptionLimitPerEmail) !== null) {
    row = await readPromotion(tx, code, now, sql`for no key update`);
  }
  const judged = await judge(tx, row, email, sql`r.order_id = ${orderId}`);
  if (!judged.ok) return judged;
  await tx.execute(sql`
    insert into redemptions (promotion_code, order_id, email, state)
    values (${code}, ${orderId}, ${foldEmail(email)}, 'held')
    on conflict (order_id) do update
      set promotion_code = excluded.promotion_code, email = excluded.email, state = 'held'`);
  return judged;
}

/** Releases the use reserved by an unpaid order. Idempotent; does not change a use that was paid for. */
export async function releaseRedemption(tx: Db, orderId: number): Promise<void> {
  await tx.execute(sql`update redemptions set state = 'released' where order_id = ${orderId} and state = 'held'`);
}

/**
 * Spends the use of a paid order. A use that was released when the order expired is taken again even beyond the limit,
 * because the reader paid the price with the discount.
 */
export async function spendRedemption(tx: Db, orderId: number): Promise<void> {
  await tx.execute(sql`update redemptions set state = 'used' where order_id = ${orderId}`);
}

async function readPromotion(db: Db, code: string, now: Date, lock: SQL = sql``): Promise<PromotionRow | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<PromotionRow>(sql`
    select code, name as label, applies_to, percent_off, paise_off, min_order_paise, targets, redemption_limit,
      redemption_limit_per_email, is_first_order_only, starts_at <= ${at} as is_started, coalesce(ends_at <= ${at}, false) as is_over
    from promotions where code = ${code} ${lock}`);
  return rows[0];
}

/**
 * Decides whether the promotion can be used. It runs separate queries, because only a query that starts after the lock
 * was obtained sees what was committed meanwhile.
 */
async function judge(
  db: Db,
  row: PromotionRow | undefined,
  email: string | null,
  isOwn: SQL,
): Promise<UsablePromotion> {
  if (!row) return { ok: false, reason: "unknown" };
  if (!row.isStarted) return { ok: false, reason: "not-started" };
  if (row.isOver) return { ok: false, reason: "expired" };
  const { redemptionLimit: limit, redemptionLimitPerEmail: limitPerEmail } = row;
  const countUses = async (which: SQL) => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from redemptions r
      where r.promotion_code = ${row.code} and r.state <> 'released' and not ${isOwn} and ${which}`);
    return oneRow(rows).count;
  };
  // Counts only if there is a limit: a code without one may have very many uses.
  const [byEmail, uses, hasBought] = await Promise.all([
    email === null || limitPerEmail === null ? 0 : countUses(sql`mailbox_of(r.email) = mailbox_of(${email})`),
    limit === null ? 0 : countUses(sql`true`),
    email !== null && row.isFirstOrderOnly && hasBoughtBefore(db, email),
  ]);
  if (hasBought) return { ok: false, reason: "not-first-order" };
  if (byEmail >= (limitPerEmail ?? Infinity)) return { ok: false, reason: "used-by-you" };
  if (uses >= (limit ?? Infinity)) return { ok: false, reason: "used-up" };
  const { code, label, percentOff, paiseOff, minOrderPaise, appliesTo, targets } = row;
  return { ok: true, promotion: { code, label, percentOff, paiseOff, minOrderPaise, appliesTo, targets } };
}

/** Whether an order of this mailbox was ever paid. */
async function hasBoughtBefore(db: Db, email: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from orders where mailbox_of(email) = mailbox_of(${email}) and confirmed_at is not null limit 1`);
  return rowCount > 0;
}

/** Normalises an address for storage; readers are compared by mailbox. */
function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}
