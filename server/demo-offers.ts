import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { saveBundle } from "#shop/catalogue/books/save-bundle.server.ts";
import { readDemo } from "./demo-data.ts";

const yearMs = 365 * 24 * 60 * 60 * 1000;

/**
 * Saves the bundles, the promotion that is always valid, and that of the season of `now`, if it has one. The seasonal
 * one begins last, so that pages announce it until it ends.
 */
export async function saveDemoOffers(tx: Db, now: Date): Promise<void> {
  for (const [place, { id, ...bundle }] of readDemo("bundles").entries())
    await saveBundle(tx, id, { ...bundle, percentOff: 30, place, startsAt: null, endsAt: null });
  const { promotion, seasonalPromotions } = readDemo("choices");
  const ofSeason = seasonalPromotions.flatMap(({ begins, ends, ...named }) => {
    const season = findSeason(begins, ends, now);
    return season ? [{ ...promotion, ...named, ...season }] : [];
  });
  const always = { ...promotion, startsAt: new Date(now.getTime() - yearMs), endsAt: null };
  await tx.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, starts_at, ends_at)
    select code, name, "appliesTo", "percentOff", "startsAt", "endsAt"
    from jsonb_to_recordset(${JSON.stringify([always, ...ofSeason])}::jsonb) as p (
      code text, name text, "appliesTo" text, "percentOff" int, "startsAt" timestamptz, "endsAt" timestamptz)
    on conflict do nothing`);
}

/** The codes of all promotions that the demonstration may have saved. */
export function demoCodes(): string[] {
  const { promotion, seasonalPromotions } = readDemo("choices");
  return [promotion, ...seasonalPromotions].map(({ code }) => code);
}

/** The season that contains `now`, from midnight in India to midnight; null if it does not. */
export function findSeason(begins: string, ends: string, now: Date): { startsAt: Date; endsAt: Date } | null {
  const thisYear = now.getUTCFullYear();
  for (const year of [thisYear - 1, thisYear]) {
    const startsAt = new Date(`${year}-${begins}T00:00:00+05:30`);
    const endsAt = new Date(`${ends > begins ? year : year + 1}-${ends}T00:00:00+05:30`);
    if (startsAt <= now && now < endsAt) return { startsAt, endsAt };
  }
  return null;
}
