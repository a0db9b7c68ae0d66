import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Promotion, PromotionFields } from "./promotion-fields.ts";

/** The maximum number of codes in the list. */
export const maxPromotions = 200;

const columns = sql`code, name, applies_to, percent_off, paise_off, min_order_paise, targets, starts_at, ends_at,
  redemption_limit as "limit", redemption_limit_per_email as limit_per_reader, is_first_order_only, is_announced`;

/** Lists codes, those that end last first, at most `maxPromotions`. */
export async function listPromotions(db: Db): Promise<Promotion[]> {
  const { rows } = await db.execute<Promotion>(sql`
    select ${columns} from promotions order by ends_at desc nulls first, starts_at desc, code limit ${maxPromotions}`);
  return rows.map(toPromotion);
}

/** Finds a code, or null; `forUpdate` locks the row until the transaction ends. */
export async function findPromotion(db: Db, code: string, { forUpdate = false } = {}): Promise<Promotion | null> {
  const { rows } = await db.execute<Promotion>(sql`
    select ${columns} from promotions where code = ${code} ${forUpdate ? sql`for no key update` : sql``}`);
  return rows[0] ? toPromotion(rows[0]) : null;
}

/** Inserts or updates a code; the trigger `promotions_changed` marks pages stale. */
export async function savePromotion(tx: Db, code: string, fields: PromotionFields): Promise<void> {
  const { name, appliesTo, percentOff, startsAt, endsAt, limit, limitPerReader, isAnnounced } = fields;
  const { paiseOff, minOrderPaise, targets, isFirstOrderOnly } = fields;
  await tx.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, paise_off, min_order_paise, targets, starts_at, ends_at,
      redemption_limit, redemption_limit_per_email, is_first_order_only, is_announced)
    values (${code}, ${name}, ${appliesTo}, ${percentOff}::int, ${paiseOff}::int, ${minOrderPaise}::int, ${targets}::text[],
      ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${limit}::int, ${limitPerReader}::int, ${isFirstOrderOnly},
      ${isAnnounced})
    on conflict (code) do update set name = excluded.name, applies_to = excluded.applies_to,
      percent_off = excluded.percent_off, paise_off = excluded.paise_off, min_order_paise = excluded.min_order_paise,
      targets = excluded.targets, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      redemption_limit = excluded.redemption_limit, redemption_limit_per_email = excluded.redemption_limit_per_email,
      is_first_order_only = excluded.is_first_order_only, is_announced = excluded.is_announced`);
}

/** Number of uses of a code, including those that open orders have reserved, up to 10,000. */
export async function countUses(db: Db, code: string): Promise<number> {
  const { rows } = await db.execute<{ uses: number }>(sql`
    select count(*)::int as uses from (
      select from redemptions where promotion_code = ${code} and state <> 'released' limit 10000) used`);
  return oneRow(rows).uses;
}

/** Converts the times of a row to ISO. */
function toPromotion({ startsAt, endsAt, ...row }: Promotion): Promotion {
  const iso = (moment: string) => new Date(moment).toISOString();
  return { ...row, startsAt: iso(startsAt), endsAt: endsAt && iso(endsAt) };
}
