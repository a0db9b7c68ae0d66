import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { DbAndClock } from "#shop/services.ts";

/** A letter of the outbox as the bookseller sees it. */
export interface OutboxLetter {
  id: string;
  kind: string;
  /** The number of the order it is about; empty when it is about none. */
  order: string;
  state: string;
  tries: number;
  /** Why the last try failed; empty when none did. */
  error: string;
  /** ISO time. */
  writtenAt: string;
}

/** Letters that could not be sent or wait, or all of them; those given up on first, then the newest, at most 50. */
export async function listOutbox(db: Db, which: "unsent" | "all"): Promise<OutboxLetter[]> {
  const { rows } = await db.execute<
    Record<"id" | "kind" | "order" | "state" | "error" | "writtenAt", string> & { tries: number }
  >(sql`
      select b.id::text, b.kind, coalesce(o.number, '') as order, b.state, b.tries, b.last_error as error,
        b.created_at::text as "writtenAt"
      from outbox b left join orders o on o.id = b.order_id where ${which === "all"} or b.state <> 'sent'
      order by b.state = 'dead' desc, b.id desc limit 50`);
  return rows.map((row) => ({ ...row, writtenAt: new Date(row.writtenAt).toISOString() }));
}

/** Makes an unsent letter due again at once; false when there is no such letter. */
export async function retryLetter({ db, now }: DbAndClock, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
        update outbox set state = 'due', due_at = ${now().toISOString()}::timestamptz, tries = 0 where id = ${id} and state <> 'sent'`);
  return rowCount === 1;
}

/** Makes every letter due again that was given up on; how many there are. */
export async function retryDeadLetters({ db, now }: DbAndClock): Promise<number> {
  const { rowCount } = await db.execute(
    sql`update outbox set state = 'due', due_at = ${now().toISOString()}::timestamptz, tries = 0 where state = 'dead'`,
  );
  return rowCount;
}
