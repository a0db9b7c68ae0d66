import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Change, Kept, NamedChange } from "#shop/kernel/audit-log/change.ts";
import type { Entry } from "#shop/kernel/audit-log/record.server.ts";
import type { Services } from "#shop/services.ts";
import { capabilities, may, type Capability, type Role } from "#shop/people/staff/roles.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { nameChanges, undoKinds } from "./kinds.server.ts";

/** For so many days an entry can be taken back. */
export const undoDays = 30;

/** Changes of an entry that its page shows. */
export const shownChanges = 100;

/** What there is to take back of an entry of the record. */
export interface Undoable {
  count: number;
  /** The first 100, in the order of their kinds and keys. */
  changes: (NamedChange & { words: string })[];
  /** What whoever takes it back must be allowed. */
  needs: Capability[];
  /** ISO time from which it cannot be taken back. */
  until: string;
  /** The entry that took it back; null while none has. */
  undoneBy: number | null;
}

/** What there is to take back of this entry; null when there is nothing. */
export async function findUndoable(db: Db, entry: number): Promise<Undoable | null> {
  const { rows } = await db.execute<{
    count: number;
    kinds: string[];
    changes: Change[];
    until: string;
    undoneBy: string | null;
  }>(sql`
    select count(*)::int as count, array_agg(distinct c.kind) as kinds,
      coalesce((select json_agg(f order by f.kind, f.key) from (
        select kind, key, before, after from record_changes
        where entry = ${entry} order by kind, key limit ${shownChanges}) f), '[]') as changes,
      (r.at + make_interval(days => ${undoDays}))::text as until,
      (select u.undone_by::text from record_undos u where u.entry = ${entry}) as undone_by
    from record_changes c join desk_record r on r.number = c.entry where c.entry = ${entry} group by r.number`);
  const found = rows[0];
  if (!found) return null;
  const kinds = found.kinds.map((kind) => undoKinds[kind]!);
  return {
    count: found.count,
    changes: (await nameChanges(db, found.changes)).map((change) => ({
      ...change,
      words: undoKinds[change.kind]!.words,
    })),
    needs: [...new Set(kinds.map((kind) => kind.needs))],
    until: new Date(found.until).toISOString(),
    undoneBy: found.undoneBy === null ? null : Number(found.undoneBy),
  };
}

export type Undone = { ok: true; kept: Kept[]; entry: Entry } | { ok: false; problem: string };

/**
 * Takes back what an entry of the record changed, with `services.db` as the transaction: each field that is still as the
 * entry left it. What was changed since stays and is named. The caller writes the entry that it answers.
 */
export async function undoEntry(services: Services, role: Role, number: number, at: Date): Promise<Undone> {
  const { db } = services;
  // Held, so that of two who press at once one finds the other's undo.
  const { rows } = await db.execute<Change>(sql`
    select kind, key, before, after from record_changes where entry = ${number} order by kind, key for update`);
  const undoable = await findUndoable(db, number);
  if (!undoable) return { ok: false, problem: "There is nothing here that can be taken back." };
  if (undoable.undoneBy !== null) return { ok: false, problem: "This was taken back before." };
  if (new Date(undoable.until) <= at)
    return { ok: false, problem: `This is more than ${undoDays} days ago and stays as it is.` };
  const missing = undoable.needs.find((capability) => !may(role, capability));
  if (missing) return { ok: false, problem: `Your role may not ${capabilities[missing].words}.` };

  const named = await nameChanges(db, rows);
  const done: Change[] = [];
  const kept: Kept[] = [];
  for (const [kind, { takeBack }] of Object.entries(undoKinds)) {
    const changes = named.filter((row) => row.kind === kind);
    if (changes.length === 0) continue;
    const outcome = await takeBack(services, changes, at);
    done.push(...outcome.done);
    kept.push(...outcome.kept);
  }
  if (done.length === 0 && kept.length > 0)
    return { ok: false, problem: `Nothing could be taken back. It stays: ${describeKept(kept)}.` };
  const { rows: entries } = await db.execute<{ words: string; subject: string }>(sql`
    select words, subject from desk_record where number = ${number}`);
  const { words, subject } = entries[0]!;
  const rest = kept.length > 0 ? ` It stays: ${describeKept(kept)}.` : "";
  return {
    ok: true,
    kept,
    entry: { action: "record.undo", words: `Took back: ${words}${rest}`, subject, changes: done, undoes: number },
  };
}

const namedKept = 5;

/** What stays, the first five by name. */
export function describeKept(kept: Kept[]): string {
  const named = kept.slice(0, namedKept).map(({ why }) => why);
  const more = kept.length - named.length;
  return more > 0 ? `${named.join("; ")}; and ${counted(more, "other", "others")}` : named.join("; ");
}

/** Forgets how to take back what is too old; at most 20,000 changes in one statement. Returns how many it forgot. */
export async function forgetOldChanges(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from record_changes c using (
      select c.entry, c.kind, c.key from record_changes c join desk_record r on r.number = c.entry
      where r.at < ${now.toISOString()}::timestamptz - make_interval(days => ${undoDays + 1})
      order by c.entry limit 20000) old
    where c.entry = old.entry and c.kind = old.kind and c.key = old.key`);
  return rowCount ?? 0;
}
