import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { Services } from "#shop/services.ts";

/** The life of a page that shows something of which the database announces no change, in milliseconds. */
const shortMs = 60_000;

/**
 * Returns how long a public page that is rendered now stays current if nothing is changed, in milliseconds: until
 * midnight in India (promises of delivery, tables of the week, charts, words such as "published within the last year"),
 * until the hour from which an order counts for the next day, or until an offer begins or ends; one minute if a code
 * with a limited number of uses is announced. `changes` returns the number of changes of the catalogue that this process
 * has seen.
 */
export function createPageLife({ db, settings, now }: PublicServices, changes: () => number): () => Promise<number> {
  let kept: { until: number; changes: number } | null = null;
  return async () => {
    const at = now();
    const seen = changes();
    if (kept?.changes !== seen || kept.until <= at.getTime()) {
      const offers = await readOffers(db, at).catch(() => null);
      if (!offers || offers.hasLimit) return shortMs;
      const ends = [0, settings.policies.delivery.cutOffHour].map((hour) => nextTime(at, hour));
      if (offers.nextAt !== null) ends.push(Date.parse(offers.nextAt));
      kept = { until: Math.min(...ends), changes: seen };
    }
    return kept.until - at.getTime();
  };
}

/** The next time at which this hour begins in India; in milliseconds, as `Date.parse`. */
function nextTime(now: Date, hour: number): number {
  const today = Date.parse(`${isoDay(now)}T00:00:00+05:30`) + hour * 3_600_000;
  return today > now.getTime() ? today : today + 24 * 3_600_000;
}

type PublicServices = Pick<Services, "db" | "settings" | "now">;

async function readOffers(db: Db, now: Date): Promise<{ nextAt: string | null; hasLimit: boolean }> {
  const { rows } = await db.execute<{ nextAt: string | null; hasLimit: boolean }>(sql`
    select (select min(at)::text from (
        select unnest(array[starts_at, ends_at]) as at from promotions
        union all select unnest(array[starts_at, ends_at]) from bundles) changes
      where at > ${now.toISOString()}::timestamptz) as next_at,
      exists (select from promotions where is_announced and redemption_limit is not null) as has_limit`);
  return oneRow(rows);
}
