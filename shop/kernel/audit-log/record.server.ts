import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";

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
  /** It cannot be undone, though its action can: what it changed is not kept. */
  isFinal?: boolean | undefined;
  /** The entry that it undoes. */
  undoes?: number | undefined;
}

const maxWords = 1000;
const maxSubject = 200;

/**
 * From here to the end of its transaction the database notes the rows that change, in tables that can be undone (see
 * `db/migrations/0111_undo_by_row_images.sql`), for the entry that is written last.
 */
export async function noteChangedRows(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('endpaper.undoable', 'on', true)`);
}

/** Forgets what was noted for an entry that is not written. */
export async function forgetChangedRows(tx: Db): Promise<void> {
  await tx.execute(sql`delete from changed_rows where transaction = pg_current_xact_id()`);
}

/**
 * Adds a row to the record, in the transaction of what it tells of, with the rows that were changed, so that it can be undone
 * (`shop/office/undo`). It is the last statement of its transaction: from it to the end no other transaction adds one, because the
 * trigger `desk_record_chain`, which numbers and hashes the row, holds a lock. Returns the row's number, and whether it can be undone.
 */
export async function writeRecord(
  tx: Db,
  by: RecordedActor,
  at: Date,
  entry: Entry,
): Promise<{ number: number; isUndoable: boolean }> {
  const { action, words, subject = "", reader = null, before, after, why = "", isFinal = false, undoes = null } = entry;
  const staffId = by.actor === "staff" ? by.staffId : null;
  const name = by.actor === "token" ? by.name : "";
  const { rows } = await tx.execute<{ number: string; changed: number }>(sql`
    with entry as (
      insert into desk_record (at, actor, staff_id, actor_name, action, words, subject, about_reader, before, after, why)
      values (${at.toISOString()}::timestamptz, ${by.actor}, ${staffId}::bigint, ${name}, ${action},
        ${cut(words, maxWords)}, ${cut(subject, maxSubject)}, ${reader}::bigint,
        ${before === undefined ? null : JSON.stringify(before)}::jsonb,
        ${after === undefined ? null : JSON.stringify(after)}::jsonb, ${cut(why, maxWords)})
      returning number),
    noted as (delete from changed_rows where transaction = pg_current_xact_id() returning kind, key, before, after),
    kept as (
      insert into record_changes (entry, kind, key, before, after)
      select entry.number, n.kind, n.key::text, coalesce(differing.before, n.before), coalesce(differing.after, n.after)
      from entry, noted n, lateral (
        select jsonb_object_agg(name, value) as before, jsonb_object_agg(name, n.after -> name) as after
        from jsonb_each(n.before) c (name, value) where n.after is not null and value is distinct from n.after -> name) differing
      where n.before is distinct from n.after and not ${isFinal}
      returning 1),
    undone as (
      insert into record_undos (entry, undone_by) select u.entry, entry.number
      from entry, (select ${undoes}::bigint as entry) u where u.entry is not null)
    select number::text as number, (select count(*)::int from kept) as changed from entry`);
  const { number, changed } = oneRow(rows);
  return { number: Number(number), isUndoable: changed > 0 };
}

/**
 * Makes a change and writes it down in the same transaction. `entryOf` says what to write of how it ended: null when it
 * came to nothing. What `isUndoable` can be undone, if all that it does is rows of tables that can.
 */
export function recorded<S extends DbAndClock, T>(
  services: S,
  by: RecordedActor,
  change: (services: S) => Promise<T>,
  entryOf: (result: T) => Entry | null,
  { isUndoable = false } = {},
): Promise<T> {
  return inTransaction(services.db, async (tx) => {
    if (isUndoable) await noteChangedRows(tx);
    const result = await change({ ...services, db: tx });
    const entry = entryOf(result);
    if (entry) await writeRecord(tx, by, services.now(), entry);
    else if (isUndoable) await forgetChangedRows(tx);
    return result;
  });
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}
