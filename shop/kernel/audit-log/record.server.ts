import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";
import type { Change } from "./change.ts";

/** Who did something: a person at the desk, whoever may run commands on the shop's machine, a program with a token, or the shop itself. */
export type RecordedActor =
  | { actor: "staff"; staffId: number }
  | { actor: "token"; name: string }
  | { actor: "command line" }
  | { actor: "shop" };

/** What a row of the record holds beside who and when. Readers are named by number only: nothing here can be erased. */
export interface Entry {
  /** Chapter and act, such as `staff.invite`. */
  action: string;
  /** What was done, as a sentence. */
  words: string;
  /** What it is about, such as `order EP-7K2M9QX4TB`. */
  subject?: string;
  reader?: number | undefined;
  /** What was there before and what is there now, where something was changed. */
  before?: object | undefined;
  after?: object | undefined;
  why?: string | undefined;
  /** What can be taken back of it, for 30 days (`shop/office/undo`). */
  changes?: Change[] | undefined;
  /** The entry that it takes back. */
  undoes?: number | undefined;
}

const maxWords = 1000;
const maxSubject = 200;

/**
 * Adds a row to the record, in the transaction of what it tells of. It is the last statement of its transaction: from it
 * to the end no other transaction adds one, because the trigger `desk_record_chain`, which numbers and hashes the row, holds a
 * lock. Answers the row's number.
 */
export async function writeRecord(tx: Db, by: RecordedActor, at: Date, entry: Entry): Promise<number> {
  const { action, words, subject = "", reader = null, before, after, why = "", changes = [], undoes = null } = entry;
  const staffId = by.actor === "staff" ? by.staffId : null;
  const name = by.actor === "token" ? by.name : "";
  const { rows } = await tx.execute<{ number: string }>(sql`
    with entry as (
      insert into desk_record (at, actor, staff_id, actor_name, action, words, subject, about_reader, before, after, why)
      values (${at.toISOString()}::timestamptz, ${by.actor}, ${staffId}::bigint, ${name}, ${action},
        ${cut(words, maxWords)}, ${cut(subject, maxSubject)}, ${reader}::bigint,
        ${before === undefined ? null : JSON.stringify(before)}::jsonb,
        ${after === undefined ? null : JSON.stringify(after)}::jsonb, ${cut(why, maxWords)})
      returning number),
    changed as (
      insert into record_changes (entry, kind, key, before, after)
      select entry.number, c.kind, c.key, c.before, c.after
      from entry, jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as c (kind text, key text, before jsonb, after jsonb)),
    undone as (
      insert into record_undos (entry, undone_by) select u.entry, entry.number
      from entry, (select ${undoes}::bigint as entry) u where u.entry is not null)
    select number::text as number from entry`);
  return Number(rows[0]!.number);
}

/**
 * Makes a change and writes it down in the same transaction. `entryOf` says what to write of how it ended: null when it
 * came to nothing.
 */
export function recorded<S extends DbAndClock, T>(
  services: S,
  by: RecordedActor,
  change: (services: S) => Promise<T>,
  entryOf: (result: T) => Entry | null,
): Promise<T> {
  return inTransaction(services.db, async (tx) => {
    const result = await change({ ...services, db: tx });
    const entry = entryOf(result);
    if (entry) await writeRecord(tx, by, services.now(), entry);
    return result;
  });
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}
