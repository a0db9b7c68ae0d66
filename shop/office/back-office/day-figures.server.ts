import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import type { Services } from "#shop/services.ts";

/** Paid orders of a day, before refunds. */
export interface DayFigures {
  orders: number;
  totalPaise: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The paid orders that were placed today and yesterday, by days in India. */
export async function readDayFigures({
  db,
  now,
}: Pick<Services, "db" | "now">): Promise<Record<"today" | "yesterday", DayFigures>> {
  // A day in India begins at midnight there; it has no summer time.
  const today = new Date(`${isoDay(now())}T00:00:00+05:30`);
  const yesterday = new Date(today.getTime() - dayMs);
  const { rows } = await db.execute<Record<"today" | "yesterday", DayFigures>>(sql`
    select json_build_object('orders', count(*) filter (where is_today),
        'totalPaise', coalesce(sum(total_paise) filter (where is_today), 0)) as today,
      json_build_object('orders', count(*) filter (where not is_today),
        'totalPaise', coalesce(sum(total_paise) filter (where not is_today), 0)) as yesterday
    from (
      select total_paise, created_at >= ${today.toISOString()}::timestamptz as is_today from orders
      where created_at >= ${yesterday.toISOString()}::timestamptz and paid_at is not null) placed`);
  return oneRow(rows);
}
