import { sql, type SQL } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";

/** The orders paid on a day: with delivery, before refunds, and with those cancelled since. */
export interface DayFigures {
  orders: number;
  totalPaise: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The figures of today and yesterday. */
export type TwoDays = Record<"today" | "yesterday", DayFigures>;

/** SQL of `TwoDays`: the orders that were paid today and yesterday, by days in India, as offers count them. */
export function twoDaysSql(now: Date): SQL {
  // A day in India begins at midnight there; it has no summer time.
  const today = new Date(`${isoDay(now)}T00:00:00+05:30`);
  const yesterday = new Date(today.getTime() - dayMs);
  return sql`
    select json_build_object('orders', count(*) filter (where is_today),
        'totalPaise', coalesce(sum(total_paise) filter (where is_today), 0)) as today,
      json_build_object('orders', count(*) filter (where not is_today),
        'totalPaise', coalesce(sum(total_paise) filter (where not is_today), 0)) as yesterday
    from (
      select total_paise, confirmed_at >= ${today.toISOString()}::timestamptz as is_today from orders
      -- An order has changed since it was paid, and there is an index for that.
      where coalesce(changed_at, updated_at) >= ${yesterday.toISOString()}::timestamptz
        and confirmed_at >= ${yesterday.toISOString()}::timestamptz) paid`;
}
