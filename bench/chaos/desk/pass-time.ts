import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** How long after it was first seen a booking without an answer is taken as old, in ms: no carrier answers later. */
const oldMs = 13_000;

/**
 * Lets minutes pass for parcels: carriers are asked again soon, bookings without an answer become old, and some orders
 * end because they were not confirmed. Nothing that is being asked at this moment is touched.
 */
export function createClock(db: Db) {
  const seen = new Map<number, number>();
  return async function passTime(): Promise<void> {
    const { rows } = await db.execute<{ id: number }>(sql`
      select id::int as id from parcel_bookings where state in ('asked', 'unknown')`);
    const now = performance.now();
    const old = rows.map(({ id }) => id).filter((id) => now - (seen.get(id) ?? seen.set(id, now).get(id)!) > oldMs);
    await db.execute(sql`
      update parcel_bookings set asked_at = asked_at - interval '3 minutes',
        check_at = case when check_at is not null then now() end,
        claimed_until = case when claimed_until > now() + interval '45 seconds' then claimed_until end
      where id = any(${old}::bigint[]) and state in ('asked', 'unknown')
        and (claimed_until is null or claimed_until < now() + interval '45 seconds')`);
    await db.execute(sql`
      update parcel_bookings set check_at = now(), checked_at = checked_at - interval '1 minute'
      where state = 'booked' and check_at > now()`);
    await db.execute(sql`
      update parcel_bookings set cancel_asked_at = cancel_asked_at - interval '3 minutes'
      where cancel_asked_at < now() - interval '5 seconds' and state in ('booked', 'unknown')
        and (claimed_until is null or claimed_until < now())`);
    await db.execute(sql`
      update orders set reserved_until = now() where id in (select id from orders
        where state = 'to_confirm' and created_at < now() - interval '20 seconds' order by id limit 2)`);
    await db.execute(sql`update jobs set next_run_at = least(next_run_at, now()) where name = 'parcels'`);
  };
}
