/**
 * Writes the audit log: one row per action of staff, programs, the command line and the shop, with the changed rows for
 * its undo.
 */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";

/** The actor of an audit log entry: a person at the desk, an API token, the command line or the shop itself. */
export type LoggedActor =
  | { actor: "staff"; staffId: number }
  | { actor: "token"; name: string }
  | { actor: "command line" }
  | { actor: "shop" };

/**
 * An audit log entry without actor and time. Readers are referred to by number only, because entries cannot be erased.
 */
export interface Entry {
  /** Chapter and verb, such as `staff.invite`. */
  action: string;
  /** The action as a sentence. */
  words: string;
  /** The object of the action, such as `order EP-7K2M9QX4TB`. */
  subject?: string;
  reader?: number | undefined;
  /** The fields before and after, if the action changed any. */
  before?: object | undefined;
  after?: object | undefined;
  why?: string | undefined;
  /**
   * Set if this entry cannot be undone, although entries of its action usually can, because its changed rows are not
   * stored.
   */
  isFinal?: boolean | undefined;
  /** The number of the entry that this one undoes. */
  undoes?: number | undefined;
}

const maxWords = 1000;
const maxSubject = 200;

/**
 * Makes the database record the changed rows of undoable tables from this call to the end of the transaction (see
 * `db/migrations/0111_undo_by_row_images.sql`). The rows belong to the last entry of the transaction.
 */
export async function noteChangedRows(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('endpaper.undoable', 'on', true)`);
}

/** Deletes the recorded rows if no entry is written. */
export async function forgetChangedRows(tx: Db): Promise<void> {
  await tx.execute(sql`delete from changed_rows where transaction = pg_current_xact_id()`);
}

/**
 * Adds an entry with the changed rows, for undo (`shop/office/undo`), in the transaction of the action. It must be the
 * last statement of the transaction: the trigger `desk_record_chain`, which numbers and hashes the entry, holds a lock
 * until the commit, so that concurrent transactions wait. Returns the entry's number and whether it can be undone.
 */
export async function writeAuditLog(
  tx: Db,
  by: LoggedActor,
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
 * Runs a change and writes its audit log entry in one transaction. `entryOf` makes the entry from the result, null for
 * none. With `isUndoable` the entry can be undone, if the change only writes undoable tables.
 */
export function recorded<S extends DbAndClock, T>(
  services: S,
  by: LoggedActor,
  change: (services: S) => Promise<T>,
  entryOf: (result: T) => Entry | null,
  { isUndoable = false } = {},
): Promise<T> {
  return inTransaction(services.db, async (tx) => {
    if (isUndoable) await noteChangedRows(tx);
    const result = await change({ ...services, db: tx });
    const entry = entryOf(result);
    if (entry) await writeAuditLog(tx, by, services.now(), entry);
    else if (isUndoable) await forgetChangedRows(tx);
    return result;
  });
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}
