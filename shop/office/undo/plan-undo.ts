/**
 * Plans an undo. For each changed thing it reverts the fields that still have the entry's values, and keeps the fields
 * that were changed since.
 */
import { isDeepStrictEqual } from "node:util";

import type { Fields } from "#shop/kernel/audit-log/changed-fields.ts";
import { CannotUndo } from "./cannot-undo.ts";
import {
  isObject,
  isSilent,
  originsIn,
  partOfIn,
  tableOf,
  type PartOf,
  type RowChange,
  type UndoableTable,
  type UndoableTables,
} from "./undoable-table.ts";

/** A thing that an entry changed. */
export interface ChangedThing {
  kind: string;
  key: Fields;
  name: string;
  /** Null if only rows that are parts of the thing changed. */
  change: RowChange | null;
  parts: RowChange[];
}

/** The changes of one thing by an undo. */
export interface UndoPlan {
  kind: string;
  key: Fields;
  name: string;
  /** The present row of the thing; null if it does not exist. */
  now: Fields | null;
  /** The deleted row to insert again, or null. */
  comes: Fields | null;
  /** Columns to set. */
  sets: Fields;
  goes: boolean;
  /** Rows of its parts to delete, and to insert. */
  partsOut: { kind: string; key: Fields }[];
  partsIn: { kind: string; row: Fields }[];
  /** Sentences about fields that the undo leaves. */
  kept: string[];
}

/** Finds the present row of a table; null if it does not exist. */
export type FindRow = (kind: string, key: Fields) => Fields | null;

/** Groups changed rows by the thing that they belong to, without names. */
export function groupByThing(tables: UndoableTables, changes: RowChange[]): ChangedThing[] {
  const things = new Map<string, ChangedThing>();
  for (const change of changes) {
    const { partOf } = tableOf(tables, change.kind);
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

/** Plans the undo of things, in the order of writing: inserts, updates, deletions. */
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
  const table = tableOf(tables, kind);
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
    if (now) return keep(`${subject} was created again since`);
    plan.comes = change.before;
    plan.partsIn = parts.flatMap(({ kind, before }) => (before ? [{ kind, row: before }] : []));
    return plan;
  }
  if (!now && table.orNothing) throw new CannotUndo(table.orNothing);
  if (!now) return keep(`${subject} no longer exists`);
  if (change && change.before === null) {
    const isAsMade = () =>
      Object.keys(table.labels).every((column) => isDeepStrictEqual(now[column], change.after?.[column])) &&
      parts.every((part) => isAsLeft(part, find(part.kind, part.key)));
    if (table.goesUnchanged && !isAsMade()) return keep(`${subject} was changed since it was created`);
    plan.goes = true;
    // Parts that were added with the thing are deleted with it.
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

/** Plans the columns to set. A column with an object, such as `field_origins`, counts as several fields. */
function planFields(
  table: UndoableTable,
  { before, after }: RowChange,
  { plan, now, torn, tell }: Planning & { now: Fields; torn: Set<string> },
) {
  for (const [column, left] of Object.entries(after ?? {})) {
    const [was, is] = [before?.[column], now[column]];
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

/** Plans the parts of a thing. Of each table, either all rows are reverted or none. */
function planParts(tables: UndoableTables, { change, parts }: ChangedThing, find: FindRow, { plan, tell }: Planning) {
  for (const kind of new Set(parts.map((part) => part.kind))) {
    const rows = parts.filter((part) => part.kind === kind).map((part) => ({ part, row: find(kind, part.key) }));
    const open = rows.filter(({ part, row }) => !isAsBefore(part, row));
    if (isSetAnew(partOfIn(tables, kind), change, plan.now) || !open.every(({ part, row }) => isAsLeft(part, row))) {
      tell(tableOf(tables, plan.kind).labels[kind]);
      continue;
    }
    for (const { part, row } of open) {
      if (row) plan.partsOut.push({ kind, key: part.key });
      if (part.before) plan.partsIn.push({ kind, row: { ...row, ...part.before } });
    }
  }
}

/**
 * Whether people, categories or series of a work were set after the entry, so that the present rows are not the
 * entry's.
 */
function isSetAnew({ field = "" }: PartOf, change: RowChange | null, now: Fields | null): boolean {
  const left = originsIn(change?.after)?.[field];
  return left !== undefined && !isDeepStrictEqual(originsIn(now)?.[field], left);
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

/**
 * Columns whose values belong together and were changed in at least one row since, such as `works featured_position`.
 */
function findTorn(tables: UndoableTables, things: ChangedThing[], find: FindRow): Set<string> {
  const torn = new Set<string>();
  for (const { kind, key, change } of things)
    for (const column of Object.keys(tableOf(tables, kind).together ?? {})) {
      if (!change?.before || !change.after || !(column in change.after)) continue;
      const value = find(kind, key)?.[column];
      if (!isDeepStrictEqual(value, change.after[column])) torn.add(`${kind} ${column}`);
    }
  return torn;
}

/** Sentences about the columns whose values belong together and that were changed since. */
export function describeTorn(tables: UndoableTables, things: ChangedThing[], find: FindRow): string[] {
  return [...findTorn(tables, things, find)].map((place) => {
    const [kind = "", column = ""] = place.split(" ");
    return `${tableOf(tables, kind).together?.[column]} was changed since`;
  });
}
