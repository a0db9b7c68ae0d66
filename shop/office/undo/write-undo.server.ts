/** Writes a planned undo. Changes that a constraint or rule refuses are skipped and named; all others are written. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { Fields } from "#shop/kernel/audit-log/changed-fields.ts";
import type { Services } from "#shop/services.ts";
import { CannotUndo } from "./cannot-undo.ts";
import type { UndoPlan } from "./plan-undo.ts";
import {
  isSilent,
  keyText,
  originsIn,
  partOfIn,
  tableOf,
  type RowChange,
  type UndoableTables,
  type UndoneRow,
} from "./undoable-table.ts";

interface Writing {
  services: Services;
  tables: UndoableTables;
  at: Date;
  /** All plans of the undo, and the changes of the entry. */
  plans: UndoPlan[];
  changes: RowChange[];
}

/**
 * Writes the plans in their order and updates them to what was done: parts that could not be undone are removed from
 * the plan and described in `kept`.
 */
export async function writeUndo(writing: Writing): Promise<void> {
  const { services, tables, at, plans, changes } = writing;
  const tx = services.db;
  for (const [kind, { yields = {} }] of Object.entries(tables)) {
    const yielding = plans
      .filter((plan) => plan.kind === kind)
      .map((plan) => ({ key: plan.key, fields: plan.goes ? yields : only(yields, plan.sets) }))
      .filter(({ fields }) => Object.keys(fields).length > 0);
    await setRows(tx, kind, yielding);
  }
  await writeTogether(writing, plans);
  for (const [kind, { settle }] of Object.entries(tables)) {
    const rows = plans.filter((plan) => plan.kind === kind && isWritten(plan)).map(rowOf);
    if (settle && rows.length > 0) await settle(tx, rows, at, changes);
  }
}

/** A rule of a table refuses a row. */
class Refused extends Error {
  readonly why: string;
  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

interface Violation {
  code: string;
  constraint: string;
  table: string;
}

/** Writes plans in one savepoint; after a failure it splits them in halves to find the refused ones. */
async function writeTogether(writing: Writing, plans: UndoPlan[]): Promise<void> {
  const [first] = plans;
  if (!first) return;
  const tx = writing.services.db;
  await tx.execute(sql`savepoint undo`);
  let stays: Map<UndoPlan, string>;
  try {
    stays = await writePlans(writing, plans);
  } catch (error) {
    const refused = error instanceof Refused ? error : readViolation(error);
    if (refused === null) throw error;
    await tx.execute(sql`rollback to savepoint undo`);
    await tx.execute(sql`release savepoint undo`);
    const half = Math.ceil(plans.length / 2);
    if (plans.length === 1) return giveWay(writing, first, refused);
    await writeTogether(writing, plans.slice(0, half));
    return writeTogether(writing, plans.slice(half));
  }
  await tx.execute(sql`release savepoint undo`);
  for (const [plan, why] of stays) await leave(writing, plan, why);
}

/** Writes plans; returns the things that must stay, with the reason. */
async function writePlans(writing: Writing, plans: UndoPlan[]): Promise<Map<UndoPlan, string>> {
  const { services, tables, at } = writing;
  const tx = services.db;
  const kinds = Object.keys(tables);
  const stays = new Map<UndoPlan, string>();
  for (const kind of kinds.toReversed())
    await deleteRows(
      tx,
      kind,
      plans.flatMap(({ partsOut }) => partsOut.filter((part) => part.kind === kind).map(({ key }) => key)),
    );
  for (const kind of kinds) {
    const own = plans.filter((plan) => plan.kind === kind);
    const stamp = tableOf(tables, kind).isStamped ? { restored_at: at.toISOString() } : {};
    const coming = own.flatMap(({ comes }) => (comes ? [{ ...comes, ...stamp }] : []));
    if (coming.length > 0) await tableOf(tables, kind).beforeComing?.(tx, coming);
    await insertRows(tx, kind, coming);
    const set = own
      .filter((plan) => !plan.comes && !plan.goes && isWritten(plan))
      .map(({ key, sets }) => ({ key, fields: { ...sets, ...stamp } }));
    await setRows(
      tx,
      kind,
      set.filter(({ fields }) => Object.keys(fields).length > 0),
    );
  }
  for (const kind of kinds)
    await insertRows(
      tx,
      kind,
      plans.flatMap(({ partsIn }) => partsIn.filter((part) => part.kind === kind).map(({ row }) => row)),
    );
  for (const kind of kinds.toReversed()) {
    const going = plans.filter((plan) => plan.kind === kind && plan.goes);
    if (going.length === 0) continue;
    const { beforeGoing, subject } = tableOf(tables, kind);
    const ids = going.map(({ key }) => keyText(key));
    const why = (await beforeGoing?.(tx, ids, at)) ?? new Map<string, string>();
    for (const plan of going) {
      const stay = why.get(keyText(plan.key));
      if (stay !== undefined) stays.set(plan, stay && `${subject(plan.name, plan.key)}: ${stay}`);
    }
    await deleteRows(
      tx,
      kind,
      going.filter((plan) => !stays.has(plan)).map(({ key }) => key),
    );
  }
  const isKept = (kind: string, id: string) =>
    writing.plans.some((plan) => plan.kind === kind && keyText(plan.key) === id && plan.kept.length > 0);
  for (const plan of plans) {
    const why = stays.has(plan)
      ? null
      : await tableOf(tables, plan.kind).fault?.(services, rowOf(plan), { at, isKept });
    if (typeof why === "string") throw new Refused(why);
  }
  return stays;
}

/** Keeps as little as possible of a thing that was refused, and writes the rest. */
async function giveWay(writing: Writing, plan: UndoPlan, refused: Refused | Violation): Promise<void> {
  const { tables } = writing;
  const table = tableOf(tables, plan.kind);
  const subject = table.subject(plan.name, plan.key);
  if (refused instanceof Refused) return leave(writing, plan, refused.why && `${subject}: ${refused.why}`);
  if (table.orNothing) throw new CannotUndo(table.orNothing);
  const refusal = table.refusals?.[refused.constraint];
  if (refusal && refusal.columns.some((column) => column in plan.sets)) {
    for (const column of refusal.columns) withoutField(plan, column);
    plan.kept.push(refusal.why(plan.name));
    await writeTogether(writing, [plan]);
    const refusedColumns = Object.fromEntries(refusal.columns.map((column) => [column, true]));
    return unyield(writing, plan, refusedColumns);
  }
  const { partsIn } = plan;
  const isOfParts = partsIn.some(({ kind }) => kind === refused.table);
  if (isOfParts && !plan.comes && refused.code !== "23503") {
    const label = table.labels[refused.table];
    if (label) plan.kept.push(table.changedSince?.(plan.name, label) ?? `${subject}: ${label} was changed since`);
    plan.partsIn = partsIn.filter(({ kind }) => kind !== refused.table);
    plan.partsOut = plan.partsOut.filter(({ kind }) => kind !== refused.table);
    return writeTogether(writing, [plan]);
  }
  if (isOfParts) {
    plan.partsIn = [];
    await writeTogether(writing, [plan]);
    if (!plan.comes && Object.keys(plan.sets).length + plan.partsOut.length === 0) return;
    for (const part of partsIn) await writePart(writing, plan, part);
    return;
  }
  if (plan.comes && refused.constraint === table.goesAlong) return leave(writing, plan, "");
  return leave(
    writing,
    plan,
    plan.goes
      ? `${subject}: ${table.whyItStays ?? "something refers to it"}`
      : `${subject}${plan.comes ? " stays deleted" : ""}: ${whyOf(refused)}`,
  );
}

/** Inserts a part of a restored thing; skips the part if a row to which it refers was deleted. */
async function writePart(writing: Writing, plan: UndoPlan, part: UndoPlan["partsIn"][number]): Promise<void> {
  const tx = writing.services.db;
  await tx.execute(sql`savepoint undo`);
  try {
    await insertRows(tx, part.kind, [part.row]);
  } catch (error) {
    if (readViolation(error) === null) throw error;
    await tx.execute(sql`rollback to savepoint undo`);
    const { lost } = partOfIn(writing.tables, part.kind);
    const { subject } = tableOf(writing.tables, plan.kind);
    if (lost)
      plan.kept.push(
        `${subject(plan.name, plan.key)} was restored without ${lost}, which was deleted or changed since`,
      );
  }
  await tx.execute(sql`release savepoint undo`);
}

/** Keeps a thing unchanged; a row that cannot be deleted gets the `instead` values of its table. */
async function leave(writing: Writing, plan: UndoPlan, why: string): Promise<void> {
  const { services, tables } = writing;
  const table = tableOf(tables, plan.kind);
  if (why !== "" && !isSilent(table)) plan.kept.push(why);
  if (plan.goes && table.instead) await setRows(services.db, plan.kind, [{ key: plan.key, fields: table.instead }]);
  await unyield(writing, plan, (plan.goes && plan.now) || plan.sets);
  Object.assign(plan, { comes: null, sets: {}, goes: false, partsIn: [], partsOut: [] });
}

/** Restores columns that had been set to their `yields` values and are kept. */
async function unyield({ services, tables }: Writing, { kind, key, now }: UndoPlan, columns: Fields): Promise<void> {
  const fields = only(only(now ?? {}, tableOf(tables, kind).yields ?? {}), columns);
  if (Object.keys(fields).length > 0) await setRows(services.db, kind, [{ key, fields }]);
}

/** Removes a column from the plan, and keeps its origin too. */
function withoutField(plan: UndoPlan, column: string) {
  delete plan.sets[column];
  const [to, now] = [originsIn(plan.sets), originsIn(plan.now)];
  if (!to || !now) return;
  if (column in now) to[column] = now[column];
  else delete to[column];
}

function isWritten({ comes, goes, sets, partsIn, partsOut }: UndoPlan): boolean {
  return comes !== null || goes || Object.keys(sets).length + partsIn.length + partsOut.length > 0;
}

function rowOf({ key, now, comes, sets, goes, kept }: UndoPlan): UndoneRow {
  const to = goes ? null : (comes ?? (now && { ...now, ...sets }));
  return { key, from: now, to, isPartial: kept.length > 0 };
}

/** The entries of `fields` whose names are in `others`. */
function only(fields: Fields, others: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in others));
}

/** The constraint violation in a database error; null for other errors. */
function readViolation(error: unknown): Violation | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, constraint = "", table = "" } = at as { code?: unknown; constraint?: string; table?: string };
    if (typeof code === "string") return code.startsWith("23") ? { code, constraint, table } : null;
  }
  return null;
}

function whyOf({ code }: Violation): string {
  if (code === "23502") return "this version of the shop needs more data than was stored then";
  if (code === "23503") return "the record that it belongs to no longer exists";
  if (code === "23505") return "another one now has its name, its number or its place";
  return "it conflicts with later changes";
}

async function insertRows(tx: Db, kind: string, rows: Fields[]) {
  if (rows.length > 0) await tx.execute(sql`select insert_rows(${kind}, ${JSON.stringify(rows)}::jsonb)`);
}

async function setRows(tx: Db, kind: string, changes: { key: Fields; fields: Fields }[]) {
  if (changes.length > 0) await tx.execute(sql`select set_rows(${kind}, ${JSON.stringify(changes)}::jsonb)`);
}

async function deleteRows(tx: Db, kind: string, keys: Fields[]) {
  if (keys.length > 0) await tx.execute(sql`select delete_rows(${kind}, ${JSON.stringify(keys)}::jsonb)`);
}
