/** Finds what can be undone of an audit log entry, and undoes it: reverts the values that were not changed since. */
import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { ImportRunningError } from "#shop/catalogue/records/import-lock.server.ts";
import type { Fields } from "#shop/kernel/audit-log/changed-fields.ts";
import { noteChangedRows, type Entry } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { capabilities, may, type Capability, type Role } from "#shop/people/staff/roles.ts";
import type { Services } from "#shop/services.ts";
import { CannotUndo } from "./cannot-undo.ts";
import { readNames } from "./name-things.server.ts";
import { groupByThing, planUndo, describeTorn, type ChangedThing } from "./plan-undo.ts";
import { showThing, type ShownChange } from "./show-thing.ts";
import { keyText, tableOf, type RowChange } from "./undoable-table.ts";
import { undoableTables } from "./undoable-tables.server.ts";
import { writeUndo } from "./write-undo.server.ts";

/** Days for which an entry can be undone. */
export const undoDays = 30;

/** The maximum number of things that the page of an entry shows. */
export const shownChanges = 100;

/** Above this number of rows a job refreshes the listings later, instead of the triggers within the undo. */
const manyRows = 100;

/** What can be undone of an audit log entry. */
export interface Undoable {
  /** Number of changed things; the first 100 are in `changes`. */
  count: number;
  changes: ShownChange[];
  /** Capabilities that are required for the undo. */
  needs: Capability[];
  /** ISO time from which the entry cannot be undone. */
  until: string;
  /** The number of the entry that undid it, or null. */
  undoneBy: number | null;
  /** An earlier version of the shop wrote it with changes in another format, which cannot be undone. */
  isOfBefore: boolean;
}

interface Kept {
  kind: string;
  key: string;
  /** Reason such as "the price of Godan was changed since". It follows a semicolon. */
  why: string;
}

/** The rows that an entry changed, and the things to which they belong. */
interface Changes {
  changes: RowChange[];
  things: ChangedThing[];
}

async function readChanges(db: Db, entry: number): Promise<Changes> {
  const { rows } = await db.execute<{ kind: string; key: string; before: Fields | null; after: Fields | null }>(sql`
    select kind, key, before, after from record_changes where entry = ${entry} order by kind, key`);
  const changes = rows
    .filter(({ kind, key }) => key.startsWith("{") && Object.hasOwn(undoableTables, kind))
    .map((row) => ({ ...row, key: JSON.parse(row.key) as Fields }));
  return { changes, things: await nameThings(db, groupByThing(undoableTables, changes)) };
}

/** Adds names to things: deleted ones get the name from their last row, editions that of their work. */
async function nameThings(db: Db, things: ChangedThing[]): Promise<ChangedThing[]> {
  const works = new Map<string, string>();
  const titles = new Map<string, unknown>();
  for (const { kind, key, change } of things) {
    const row = change?.before ?? change?.after;
    if (kind === "books" && typeof row?.work_id === "string") works.set(String(key.id), row.work_id);
    if (kind === "works") titles.set(String(key.id), row?.title);
  }
  const named = things.map((thing) => {
    const { kind, key, change } = thing;
    const { names } = tableOf(undoableTables, kind);
    const id = names && String(key[names.by] ?? change?.after?.[names.by] ?? change?.before?.[names.by]);
    return { thing, asked: names && id !== undefined ? { thing: names.thing, id } : null };
  });
  const read = await readNames(db, [
    ...named.flatMap(({ asked }) => asked ?? []),
    ...Array.from(works.values(), (id) => ({ thing: "work" as const, id })),
  ]);
  const titleOf = (book: string) => {
    const work = works.get(book);
    return work && (read("work", work) ?? titles.get(work));
  };
  return named.map(({ thing, asked }) => {
    const { before, after } = thing.change ?? { before: null, after: null };
    const title = asked?.thing === "book" ? titleOf(asked.id) : undefined;
    const known = [before?.title, after?.title, before?.name, after?.name, title].find(
      (name) => typeof name === "string",
    );
    const name = asked && (read(asked.thing, asked.id) ?? known);
    return { ...thing, name: name ?? keyText(thing.key) };
  });
}

/** What can be undone of an entry; null if it changed no undoable rows. */
export async function findUndoable(db: Db, entry: number): Promise<Undoable | null> {
  return (await readUndoable(db, entry))?.undoable ?? null;
}

/** Whether a role may undo a change of this table's rows. */
export function mayUndo(role: Role, kind: string): boolean {
  return Object.hasOwn(undoableTables, kind) && may(role, tableOf(undoableTables, kind).needs);
}

async function readUndoable(db: Db, entry: number): Promise<(Changes & { undoable: Undoable }) | null> {
  const { rows } = await db.execute<{ count: number; until: string; undoneBy: string | null }>(sql`
    select (select count(*)::int from record_changes c where c.entry = r.number) as count,
      (r.at + make_interval(days => ${undoDays}))::text as until,
      (select u.undone_by::text from record_undos u where u.entry = r.number) as undone_by
    from desk_record r where r.number = ${entry}`);
  const found = rows[0];
  if (!found || found.count === 0) return null;
  const { changes, things } = await readChanges(db, entry);
  const shown = things.flatMap((thing) => showThing(undoableTables, thing) ?? []);
  const undoable = {
    count: shown.length,
    changes: shown.slice(0, shownChanges),
    needs: [...new Set(things.map(({ kind }) => tableOf(undoableTables, kind).needs))],
    until: new Date(found.until).toISOString(),
    undoneBy: found.undoneBy === null ? null : Number(found.undoneBy),
    isOfBefore: things.length === 0,
  };
  return { changes, things, undoable };
}

export type Undone = { ok: true; kept: Kept[]; entry: Entry } | { ok: false; problem: string };

/**
 * Undoes an audit log entry in the transaction `services.db`: reverts each field that still has the entry's value.
 * Fields changed since are kept and returned in `kept`. The caller writes the returned entry.
 */
export async function undoEntry(services: Services, role: Role, number: number, at: Date): Promise<Undone> {
  const { db } = services;
  // Locks the changes, so that the second of two concurrent undos sees the first.
  await db.execute(sql`select from record_changes where entry = ${number} order by kind, key for update`);
  const found = await readUndoable(db, number);
  if (!found) return { ok: false, problem: "There is nothing here that can be undone." };
  const { undoable } = found;
  if (undoable.undoneBy !== null) return { ok: false, problem: "This was already undone." };
  if (undoable.isOfBefore)
    return { ok: false, problem: "An earlier version of the shop did this, so it cannot be undone." };
  if (new Date(undoable.until) <= at)
    return { ok: false, problem: `This was more than ${undoDays} days ago, so it can no longer be undone.` };
  const missing = undoable.needs.find((capability) => !may(role, capability));
  if (missing) return { ok: false, problem: `Your role may not ${capabilities[missing].words}.` };

  let kept: Kept[];
  await db.execute(sql`savepoint before_undo`);
  try {
    kept = await undoRows(services, found, at);
  } catch (error) {
    if (!(error instanceof CannotUndo || error instanceof ImportRunningError)) throw error;
    await db.execute(sql`rollback to savepoint before_undo`);
    return { ok: false, problem: error.message };
  }
  const { rows } = await db.execute<{ isDone: boolean; words: string; subject: string }>(sql`
    select exists (select from changed_rows where transaction = pg_current_xact_id() and before is distinct from after) as is_done,
      words, subject from desk_record where number = ${number}`);
  const { isDone, words, subject } = oneRow(rows);
  if (!isDone && kept.length > 0) return { ok: false, problem: `Nothing could be undone: ${describeRemaining(kept)}.` };
  const rest = kept.length > 0 ? ` Not undone: ${describeRemaining(kept)}.` : "";
  return {
    ok: true,
    kept,
    entry: { action: "record.undo", words: `Undid: ${words}${rest}`, subject, undoes: number },
  };
}

/** Reverts the rows of an entry; returns the parts that are kept. */
async function undoRows(services: Services, { changes, things }: Changes, at: Date): Promise<Kept[]> {
  const { db } = services;
  const kinds = new Set([...changes, ...things].map(({ kind }) => kind));
  const tables = Object.entries(undoableTables).filter(([kind]) => kinds.has(kind));
  for (const hold of new Set(tables.map(([, table]) => table.hold))) await hold?.(db);
  await noteChangedRows(db);
  // With this cause triggers do not set field origins: the undo restores them itself, as the undo of an import does.
  await db.execute(sql`
    select set_config('endpaper.cause', 'undo desk', true),
      set_config('endpaper.listings', ${changes.length > manyRows ? "later" : ""}, true)`);
  const current = new Map<string, Fields>();
  for (const [kind] of tables) {
    const keys = [...changes, ...things].filter((one) => one.kind === kind).map(({ key }) => key);
    const [first] = keys;
    if (!first) continue;
    for (const row of await holdRows(db, kind, keys)) current.set(idOf(kind, row, first), row);
  }
  const find = (kind: string, key: Fields) => current.get(idOf(kind, key, key)) ?? null;
  const plans = planUndo(undoableTables, things, find);
  const torn = describeTorn(undoableTables, things, find).map((why) => ({ kind: "home_window", key: "true", why }));
  await writeUndo({ services, tables: undoableTables, at, plans, changes });
  await db.execute(sql`select set_config('endpaper.cause', '', true)`);
  const kept = plans.flatMap(({ kind, key, kept }) => kept.map((why) => ({ kind, key: keyText(key), why })));
  return [...new Map([...torn, ...kept].map((one) => [one.why, one])).values()];
}

async function holdRows(db: Db, kind: string, keys: Fields[]): Promise<Fields[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<{ held: Fields | null }>(sql`
    select held from hold_rows(${kind}, ${JSON.stringify(keys)}::jsonb) held`);
  return rows.flatMap(({ held }) => (held ? [held] : []));
}

/** Identifies a row by its table and key columns. */
function idOf(kind: string, row: Fields, key: Fields): string {
  return JSON.stringify([
    kind,
    ...Object.keys(key)
      .toSorted()
      .map((column) => row[column]),
  ]);
}

const maxNamedRemaining = 5;

/** Describes the kept parts: the first five by name, and the number of the others. */
export function describeRemaining(kept: Kept[]): string {
  const named = kept.slice(0, maxNamedRemaining).map(({ why }) => why);
  const more = kept.length - named.length;
  return more > 0 ? `${named.join("; ")}; and ${formatCount(more, "other", "others")}` : named.join("; ");
}

/** Deletes the row changes of expired entries, at most 20,000 per call. Returns how many it deleted. */
export async function forgetOldChanges(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from record_changes c using (
      select c.entry, c.kind, c.key from record_changes c join desk_record r on r.number = c.entry
      where r.at < ${now.toISOString()}::timestamptz - make_interval(days => ${undoDays + 1})
      order by c.entry limit 20000) old
    where c.entry = old.entry and c.kind = old.kind and c.key = old.key`);
  return rowCount ?? 0;
}
