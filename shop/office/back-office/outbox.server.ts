import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { DbAndClock } from "#shop/services.ts";

/** A letter in the outbox, as the desk shows it. */
export interface OutboxLetter {
  id: string;
  kind: string;
  /** The number of the order that it is about, if any; otherwise empty. */
  order: string;
  state: string;
  tries: number;
  /** Why the last try failed; empty when none did. */
  error: string;
  /** ISO time. */
  writtenAt: string;
  /** Whether sending was given up, and staff have marked it as seen. */
  isSeen: boolean;
}

/**
 * Unsent letters, or all of them, at most 50: first those whose sending was given up and that are not marked as seen,
 * then the seen ones, then the newest.
 */
export async function listOutbox(db: Db, which: "unsent" | "all"): Promise<OutboxLetter[]> {
  const { rows } = await db.execute<
    Record<"id" | "kind" | "order" | "state" | "error" | "writtenAt", string> & { tries: number; isSeen: boolean }
  >(sql`
      select b.id::text, b.kind, coalesce(o.number, '') as order, b.state, b.tries, b.last_error as error,
        b.created_at::text as "writtenAt", b.state = 'dead' and b.seen_at is not null as "isSeen"
      from outbox b left join orders o on o.id = b.order_id where ${which === "all"} or b.state <> 'sent'
      order by b.state = 'dead' and b.seen_at is null desc, b.state = 'dead' desc, b.id desc limit 50`);
  return rows.map((row) => ({ ...row, writtenAt: new Date(row.writtenAt).toISOString() }));
}

/** Makes an unsent letter due at once; returns false when there is no such letter. */
export async function retryLetter({ db, now }: DbAndClock, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
        update outbox set state = 'due', due_at = ${now().toISOString()}::timestamptz, tries = 0 where id = ${id} and state <> 'sent'`);
  return rowCount === 1;
}

/** Makes all letters due again whose sending was given up, except those marked as seen. Returns how many. */
export async function retryDeadLetters({ db, now }: DbAndClock): Promise<number> {
  const { rowCount } = await db.execute(
    sql`update outbox set state = 'due', due_at = ${now().toISOString()}::timestamptz, tries = 0
      where state = 'dead' and seen_at is null`,
  );
  return rowCount;
}

/** Marks those of these letters as seen whose sending was given up; they count no longer. Returns how many. */
export async function markLettersSeen({ db, now }: DbAndClock, ids: string[]): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update outbox set seen_at = ${now().toISOString()}::timestamptz
    where id = any(${ids}::bigint[]) and state = 'dead' and seen_at is null`);
  return rowCount;
}
