/** What an undo writes: of each thing the fields that are still as the entry left them. What was changed since stays. */
import { isDeepStrictEqual } from "node:util";

import type { Fields } from "#shop/kernel/audit-log/changed-fields.ts";
import { CannotUndo } from "./cannot-undo.ts";
import { isSilent, type PartOf, type RowChange, type UndoableTable, type UndoableTables } from "./undoable-table.ts";

/** A thing that an entry changed. */
export interface ChangedThing {
  kind: string;
  key: Fields;
  name: string;
  /** Null where only rows that are parts of it were changed. */
  change: RowChange | null;
  parts: RowChange[];
}

/** What an undo writes of one thing. */
export interface UndoPlan {
  kind: string;
  key: Fields;
  name: string;
  /** Its row as it is. */
  now: Fields | null;
  /** The row that comes again. */
  comes: Fields | null;
  /** Columns that it gets. */
  sets: Fields;
  goes: boolean;
  /** Rows that are parts of it: those that go, and those that come. */
  partsOut: { kind: string; key: Fields }[];
  partsIn: { kind: string; row: Fields }[];
  /** What stays, in words. */
  kept: string[];
}

/** The row of a table as it is now; null when there is none. */
export type FindRow = (kind: string, key: Fields) => Fields | null;

/** The things to which rows belong, without their names. */
export function groupByThing(tables: UndoableTables, changes: RowChange[]): ChangedThing[] {
  const things = new Map<string, ChangedThing>();
  for (const change of changes) {
    const { partOf } = tables[change.kind]!;
    const owner = partOf && (change.key[partOf.by] ?? change.after?.[partOf.by] ?? change.before?.[partOf.by]);
    const [kind, key] = partOf ? [partOf.kind, { id: owner }] : [change.kind, change.key];
    const id = `${kind} ${JSON.stringify(key)}`;
    const thing = things.get(id) ?? { kind, key, name: "", change: null, parts: [] };
    things.set(id, thing);
    if (partOf) thing.parts.push(change);
    else thing.change = change;
  }
  return [...things.values()];
}

/** Plans the undo of things, in the order in which it is written: what comes, what gets other fields, what goes. */
export function planUndo(tables: UndoableTables, things: ChangedThing[], find: FindRow): UndoPlan[] {
  const torn = findTorn(tables, things, find);
  const plans = things.map((thing) => planThing(tables, thing, find, torn));
  const places = Object.keys(tables);
  const turnOf = ({ kind, comes, goes }: UndoPlan) => {
    const place = places.indexOf(kind);
    return comes ? place : places.length + (goes ? 2 * places.length - place : place);
  };
  return plans.toSorted((one, other) => turnOf(one) - turnOf(other));
}

function planThing(tables: UndoableTables, thing: ChangedThing, find: FindRow, torn: Set<string>): UndoPlan {
  const { kind, key, name, change, parts } = thing;
  const table = tables[kind]!;
  const now = find(kind, key);
  const plan: UndoPlan = {
    kind,
    key,
    name,
    now,
    comes: null,
    sets: {},
    goes: false,
    partsOut: [],
    partsIn: [],
    kept: [],
  };
  const subject = table.subject(name, key);
  const keep = (why: string) => {
    if (!isSilent(table)) plan.kept.push(why);
    return plan;
  };
  const tell = (label: string | undefined) => {
    if (label !== undefined) keep(table.changedSince?.(name, label) ?? `${subject}: ${label} was changed since`);
  };
  if (change && change.after === null) {
    if (now) return keep(`${subject} was made anew since`);
    plan.comes = change.before;
    plan.partsIn = parts.flatMap(({ kind, before }) => (before ? [{ kind, row: before }] : []));
    return plan;
  }
  if (!now && table.orNothing) throw new CannotUndo(table.orNothing);
  if (!now) return keep(`${subject} is not here any more`);
  if (change && change.before === null) {
    const isAsMade = () =>
      Object.keys(table.labels).every((column) => isDeepStrictEqual(now[column], change.after![column])) &&
      parts.every((part) => isAsLeft(part, find(part.kind, part.key)));
    if (table.goesUnchanged && !isAsMade()) return keep(`${subject} was changed since it was made`);
    plan.goes = true;
    // Parts that came with it go with it.
    planParts(tables, { ...thing, parts: parts.filter(({ before }) => before !== null) }, find, { plan, tell });
    return plan;
  }
  if (change) planFields(table, change, { plan, now, torn, tell });
  planParts(tables, thing, find, { plan, tell });
  return plan;
}

interface Planning {
  plan: UndoPlan;
  tell: (label: string | undefined) => void;
}

/** A column that holds an object, such as `field_origins`, is several fields. */
function planFields(
  table: UndoableTable,
  { before, after }: RowChange,
  { plan, now, torn, tell }: Planning & { now: Fields; torn: Set<string> },
) {
  for (const column of Object.keys(after!)) {
    const [was, left, is] = [before![column], after![column], now[column]];
    if (table.counts?.includes(column)) plan.sets[column] = Number(is) + Number(was) - Number(left);
    else if (isObject(was) && isObject(left) && isObject(is)) {
      const fields = { ...is };
      for (const name of new Set([...Object.keys(was), ...Object.keys(left)])) {
        if (isDeepStrictEqual(was[name], left[name])) continue;
        if (!isDeepStrictEqual(is[name], left[name])) {
          if (!isDeepStrictEqual(is[name], was[name])) tell(table.labels[`${column}.${name}`]);
        } else if (name in was) fields[name] = was[name];
        else delete fields[name];
      }
      if (!isDeepStrictEqual(fields, is)) plan.sets[column] = fields;
    } else if (torn.has(`${plan.kind} ${column}`)) continue;
    else if (isDeepStrictEqual(is, left)) plan.sets[column] = was;
    else if (!isDeepStrictEqual(is, was)) tell(table.labels[column]);
  }
}

/** The rows of a table that are parts of a thing are written back together, or stay. */
function planParts(tables: UndoableTables, { change, parts }: ChangedThing, find: FindRow, { plan, tell }: Planning) {
  for (const kind of new Set(parts.map((part) => part.kind))) {
    const rows = parts.filter((part) => part.kind === kind).map((part) => ({ part, row: find(kind, part.key) }));
    const open = rows.filter(({ part, row }) => !isAsBefore(part, row));
    if (isSetAnew(tables[kind]!.partOf!, change, plan.now) || !open.every(({ part, row }) => isAsLeft(part, row))) {
      tell(tables[plan.kind]!.labels[kind]);
      continue;
    }
    for (const { part, row } of open) {
      if (row) plan.partsOut.push({ kind, key: part.key });
      if (part.before) plan.partsIn.push({ kind, row: { ...row, ...part.before } });
    }
  }
}

/** Works say when their people, categories and series were last set: rows that came since are not among those of the entry. */
function isSetAnew({ field = "" }: PartOf, change: RowChange | null, now: Fields | null): boolean {
  const left = (change?.after?.field_origins as Fields | undefined)?.[field];
  return left !== undefined && !isDeepStrictEqual((now?.field_origins as Fields | undefined)?.[field], left);
}

function isAsLeft({ after }: RowChange, row: Fields | null): boolean {
  return after === null ? row === null : row !== null && hasAll(row, after);
}

function isAsBefore({ before }: RowChange, row: Fields | null): boolean {
  return before === null ? row === null : row !== null && hasAll(row, before);
}

function hasAll(row: Fields, fields: Fields): boolean {
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(row[name], value));
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Columns that hold one thing together and were changed since in one of their rows, as `works featured_position`. */
function findTorn(tables: UndoableTables, things: ChangedThing[], find: FindRow): Set<string> {
  const torn = new Set<string>();
  for (const { kind, key, change } of things)
    for (const column of Object.keys(tables[kind]!.together ?? {})) {
      if (!change?.before || !change.after || !(column in change.after)) continue;
      const value = find(kind, key)?.[column];
      if (!isDeepStrictEqual(value, change.after[column])) torn.add(`${kind} ${column}`);
    }
  return torn;
}

/** Says which of the columns that hold one thing together were changed since. */
export function tellTorn(tables: UndoableTables, things: ChangedThing[], find: FindRow): string[] {
  return [...findTorn(tables, things, find)].map((place) => {
    const [kind = "", column = ""] = place.split(" ");
    return `${tables[kind]!.together![column]!} was changed since`;
  });
}
