import { isDeepStrictEqual } from "node:util";

import type { Services } from "#shop/services.ts";

/** What one thing had or has in its fields, as JSON says it. */
export type Fields = Record<string, unknown>;

/** A change that can be taken back: of one thing of a kind, with those of its fields that were changed. */
export interface Change {
  /** Such as `copies`. */
  kind: string;
  /** Which one of its kind, such as a book's id. */
  key: string;
  /** Null when it was not there before. */
  before: Fields | null;
  /** Null when it is not there any more. */
  after: Fields | null;
}

/** A change with what a person calls its thing, such as the title of a book. */
export interface NamedChange extends Change {
  name: string;
}

/** What was not taken back, because it was changed since or cannot be. */
export interface Kept {
  kind: string;
  key: string;
  /** Such as "the price of Godan was changed since". It follows a semicolon. */
  why: string;
}

/**
 * Takes changes of one kind back, with `services.db` as the transaction, by the same functions that make them, so that
 * pages are told. Answers what it changed now, which can be taken back in turn, and what it kept. It locks what it changes
 * before it compares.
 */
export type TakeBack = (
  services: Services,
  changes: NamedChange[],
  at: Date,
) => Promise<{ done: Change[]; kept: Kept[] }>;

/** Of the fields that a change set, those that are still so, with what they were before, and those changed since. */
export function fieldsToPutBack(change: Change, current: Fields): { putBack: Fields; changedSince: string[] } {
  const putBack: Fields = {};
  const changedSince: string[] = [];
  for (const [name, value] of Object.entries(change.after ?? {})) {
    const before = change.before?.[name];
    if (isDeepStrictEqual(before, value)) continue;
    if (isDeepStrictEqual(current[name], value)) putBack[name] = before;
    else if (!isDeepStrictEqual(current[name], before)) changedSince.push(name);
  }
  return { putBack, changedSince };
}
