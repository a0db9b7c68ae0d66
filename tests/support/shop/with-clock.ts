import type { Db } from "#db/connect.ts";
import type { DbAndClock } from "#shop/services.ts";

/** A database with the real time. */
export function withClock(db: Db): DbAndClock {
  return { db, now: () => new Date() };
}
