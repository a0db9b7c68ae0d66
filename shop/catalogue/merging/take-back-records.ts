import type { Db } from "#db/connect.ts";
import {
  fieldsToPutBack,
  type Change,
  type Fields,
  type Kept,
  type NamedChange,
  type TakeBack,
} from "#shop/kernel/audit-log/change.ts";

/** How authors, series or categories are read and written, one at a time. */
export interface KindOfRecord<Thing extends object> {
  /** Such as `author`. Of one that was added the kind is `author added`: it goes after what names it has gone. */
  kind: string;
  /** What is there now, held against other changes until the transaction ends; null when it is not there. */
  find: (tx: Db, id: string) => Promise<Thing | null>;
  /** Writes all fields; adds it where it is not there. */
  save: (tx: Db, id: string, thing: Thing, at: Date) => Promise<void>;
  /** Says why it has to stay, such as "it has books"; null when it is gone. Its address leads to `leadsTo`, if that is given. */
  remove: (tx: Db, id: string, leadsTo: string | null, at: Date) => Promise<string | null>;
  /** Such as "the author Premchand"; what is wrong follows. */
  nameOf: (name: string) => string;
  /** What each field is called, such as "the name". */
  labels: Record<string, string>;
  /** Fields that another one takes along when this one goes: as they were when it came back. */
  takenAlong: (keyof Thing & string)[];
  /** Why a record with these fields cannot be, such as another one of the same name; null when it can. */
  faultOf?: (tx: Db, id: string, thing: Thing) => Promise<string | null>;
}

/** Where the address of something that is gone leads; kept with what it was. */
export interface Gone {
  leadsTo: string | null;
}

/**
 * Takes changes of such records back: what is gone comes back, then the fields of others, then what was added goes. All are
 * compared with what they were before any of it, since what comes back takes things along that others have.
 */
export function takeBackRecords<Thing extends object>(of: KindOfRecord<Thing>): TakeBack {
  return async ({ db }, changes, at) => {
    const now = new Map<string, Thing | null>();
    for (const { key } of changes.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
      now.set(key, await of.find(db, key));
    const done: Change[] = [];
    const kept: Kept[] = [];
    for (const change of changes.toSorted((one, other) => turnOf(one) - turnOf(other))) {
      const outcome = await takeBackOne(db, of, { change, was: now.get(change.key) ?? null, at });
      if (outcome.done) done.push(outcome.done);
      kept.push(...outcome.kept.map((why) => ({ kind: change.kind, key: change.key, why })));
    }
    return { done, kept };
  };
}

function turnOf({ before, after }: Change): number {
  return after === null ? 0 : before === null ? 2 : 1;
}

async function takeBackOne<Thing extends object>(
  tx: Db,
  { kind, save, remove, nameOf, labels, takenAlong, faultOf }: KindOfRecord<Thing>,
  { change, was, at }: { change: NamedChange; was: Thing | null; at: Date },
): Promise<{ done: Change | null; kept: string[] }> {
  const { key, before, after } = change;
  const name = nameOf(change.name);
  const keep = (why: string) => ({ done: null, kept: [`${name}: ${why}`] });
  if (after === null) {
    if (was) return keep("was made anew since");
    const fault = await faultOf?.(tx, key, before as Thing);
    if (fault) return keep(fault);
    await save(tx, key, before as Thing, at);
    return { done: { kind: `${kind} added`, key, before: null, after: before }, kept: [] };
  }
  if (!was) return keep("is not here any more");
  if (before === null) {
    const { leadsTo = null } = after as Partial<Gone>;
    const along = Object.fromEntries(takenAlong.map((field) => [field, after[field]]));
    const why = await remove(tx, key, leadsTo, at);
    if (why) return keep(why);
    return { done: { kind, key, before: { ...was, ...along, leadsTo }, after: null }, kept: [] };
  }
  const { putBack, changedSince } = fieldsToPutBack(change, was as Fields);
  const kept = changedSince.map((field) => `${name}: ${labels[field] ?? field} was changed since`);
  if (Object.keys(putBack).length === 0) return { done: null, kept };
  const to = { ...was, ...putBack };
  const fault = await faultOf?.(tx, key, to);
  if (fault) return { done: null, kept: [...kept, `${name}: ${fault}`] };
  await save(tx, key, to, at);
  const pick = (fields: Fields) => Object.fromEntries(Object.keys(putBack).map((field) => [field, fields[field]]));
  return { done: { kind, key, before: pick(was as Fields), after: putBack }, kept };
}
