import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { DbAndClock } from "#shop/services.ts";

/** A letter in the outbox, as the desk shows it. */
export interface OutboxLetter {
  id: string;
  kind: string;
  /** The number of the order that the letter is about; empty for none. */
  order: string;
  state: string;
  tries: number;
  /** Why the last try failed; empty if no try has failed. */
  error: string;
  /** ISO time. */
  writtenAt: string;
  /** Whether the letter is undeliverable and staff have marked it as seen. */
  isSeen: boolean;
}

/**
 * Lists unsent letters, or all letters, at most 50: first the undeliverable ones that are not marked as seen, then
 * those marked as seen, then the others, newest first.
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

/** Makes an unsent letter due at once; returns false if there is no such letter. */
export async function retryLetter({ db, now }: DbAndClock, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
        update outbox set state = 'due', due_at = ${now().toISOString()}::timestamptz, tries = 0 where id = ${id} and state <> 'sent'`);
  return rowCount === 1;
}

/** Makes all undeliverable letters due again, except those marked as seen. Returns their number. */
export async function retryDeadLetters({ db, now }: DbAndClock): Promise<number> {
  const { rowCount } = await db.execute(
    sql`update outbox set state = 'due', due_at = ${now().toISOString()}::timestamptz, tries = 0
      where state = 'dead' and seen_at is null`,
  );
  return rowCount;
}

/**
 * Marks the undeliverable ones of these letters as seen, so that they no longer count as tasks. Returns their number.
 */
export async function markLettersSeen({ db, now }: DbAndClock, ids: string[]): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update outbox set seen_at = ${now().toISOString()}::timestamptz
    where id = any(${ids}::bigint[]) and state = 'dead' and seen_at is null`);
  return rowCount;
}
