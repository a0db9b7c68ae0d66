import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { enqueueLetter } from "#shop/kernel/mail/outbox.server.ts";
import type { DbAndClock } from "#shop/services.ts";

/** The daily letter is written from 7 in the morning in India. */
const morning = "T07:00:00+05:30";

/**
 * Writes the letter of the day in India for each owner who has it switched on, once, from the morning on. An owner who
 * joined after that morning gets the first one on the next day. Returns the number of letters.
 */
export async function writeDailyLetters({ db, now }: DbAndClock): Promise<number> {
  const at = now();
  const day = isoDay(at);
  const from = new Date(day + morning);
  // Letters are not enqueued before the morning, because they would count as waiting letters until then.
  if (at < from) return 0;
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; address: string }>(sql`
      select s.id, s.address from staff s
      where ${getsDailyLetter} and s.joined_at < ${from.toISOString()}::timestamptz
        and not exists (select from outbox b
          where b.kind = 'daily-for-owner' and b.order_id is null and b.subject_key = ${day} || ' ' || s.id)
      order by s.id`);
    for (const { id, address } of rows) {
      const facts = { day, staffId: Number(id) };
      await enqueueLetter(tx, { kind: "daily-for-owner", to: address, subjectKey: `${day} ${id}`, facts });
    }
    return rows.length;
  });
}

/** SQL: whether the staff member `s` gets the daily letter. */
const getsDailyLetter = sql`s.role = 'owner' and s.removed_at is null and s.gets_daily_letter`;

export async function doesGetDailyLetter(db: Db, staffId: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from staff s where s.id = ${staffId} and ${getsDailyLetter}`);
  return rowCount > 0;
}

/** Switches the daily letter on or off for an owner; false if nothing changed. */
export async function chooseDailyLetter(tx: Db, staffId: number, isWanted: boolean): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update staff set gets_daily_letter = ${isWanted} where id = ${staffId} and gets_daily_letter <> ${isWanted}`);
  return rowCount > 0;
}
