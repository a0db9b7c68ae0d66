import { isDeepStrictEqual } from "node:util";

import type { Db } from "#db/connect.ts";
import { fieldsToPutBack, type Change, type Fields, type Kept, type NamedChange, type TakeBack } from "./change.ts";

/** How things of one kind are read and written, one at a time. */
export interface KindOfThing<Thing extends object> {
  /** What is there now, held against other changes until the transaction ends; null when it is not there. */
  find: (tx: Db, key: string) => Promise<Thing | null>;
  /** Says why it could not be saved, if so. */
  save: (tx: Db, key: string, thing: Thing, at: Date) => Promise<string | void>;
  /** False when it has to stay. */
  remove: (tx: Db, key: string) => Promise<boolean>;
  /** Such as "the code DIWALI20"; what is wrong follows. */
  nameOf: (name: string) => string;
  /** Why it has to stay when `remove` says so, such as "orders were placed with it". */
  whyItStays: string;
  /** What each field is called, such as "the name". */
  labels: Record<string, string>;
  /** Why a thing with these fields cannot be; null when it can. */
  faultOf?: (thing: Thing) => string | null;
}

/** Takes changes of things back, one at a time: for kinds of which a change has one or a few. */
export function takeBackEach<Thing extends object>(kind: KindOfThing<Thing>): TakeBack {
  return async ({ db }, changes, at) => {
    const done: Change[] = [];
    const kept: Kept[] = [];
    for (const change of changes) {
      const outcome = await takeBackOne(db, kind, change, at);
      done.push(...outcome.done);
      kept.push(...outcome.kept.map((why) => ({ kind: change.kind, key: change.key, why })));
    }
    return { done, kept };
  };
}

async function takeBackOne<Thing extends object>(
  db: Db,
  { find, save, remove, nameOf, whyItStays, labels, faultOf = () => null }: KindOfThing<Thing>,
  change: NamedChange,
  at: Date,
): Promise<{ done: Change[]; kept: string[] }> {
  const { kind, key, before, after } = change;
  const now = await find(db, key);
  const name = nameOf(change.name);
  const done = (to: Thing | null) => [changeBetween(kind, key, now, to)!];
  if (before === null) {
    if (!now) return { done: [], kept: [`${name} is not here any more`] };
    if (Object.entries(after ?? {}).some(([field, value]) => !isDeepStrictEqual((now as Fields)[field], value)))
      return { done: [], kept: [`${name} was changed since it was made`] };
    return (await remove(db, key)) ? { done: done(null), kept: [] } : { done: [], kept: [`${name}: ${whyItStays}`] };
  }
  if (after === null) {
    if (now) return { done: [], kept: [`${name} was made anew since`] };
    const fault = faultOf(before as Thing) ?? (await save(db, key, before as Thing, at));
    if (fault) return { done: [], kept: [`${name}: ${fault}`] };
    return { done: done(before as Thing), kept: [] };
  }
  if (!now) return { done: [], kept: [`${name} is not here any more`] };
  const { putBack, changedSince } = fieldsToPutBack(change, now as Fields);
  const kept = changedSince.map((field) => `${name}: ${labels[field] ?? field} was changed since`);
  if (Object.keys(putBack).length === 0) return { done: [], kept };
  const to = { ...now, ...putBack };
  const fault = faultOf(to) ?? (await save(db, key, to, at));
  if (fault) return { done: [], kept: [...kept, `${name}: ${fault}`] };
  return { done: done(to), kept };
}

/** A change with those fields alone that differ; null when none does. */
export function changeBetween(kind: string, key: string, from: object | null, to: object | null): Change | null {
  if (!from || !to) return from || to ? { kind, key, before: from as Fields | null, after: to as Fields | null } : null;
  const [was, is] = [from as Fields, to as Fields];
  const names = Object.keys({ ...was, ...is }).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  if (names.length === 0) return null;
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { kind, key, before: only(was), after: only(is) };
}
