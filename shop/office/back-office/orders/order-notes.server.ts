import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** The maximum length of a note, in characters. */
export const maxNote = 2000;

/** Adds a note to an order; only staff see notes. Returns false if the order does not exist. */
export async function addOrderNote(
  tx: Db,
  { number, staffId, words, at }: { number: string; staffId: number; words: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into order_notes (order_id, staff_id, words, written_at)
    select id, ${staffId}::bigint, ${words}, ${at.toISOString()}::timestamptz from orders where number = ${number}`);
  return rowCount === 1;
}
