import { z } from "zod";

import type { Change, Kept, TakeBack } from "#shop/kernel/audit-log/change.ts";
import { correctCopies, lockShelves } from "./correct-copies.server.ts";

const copies = z.object({ copies: z.number().int() }).nullable();

/**
 * Copies on hand of a book. Sales go on, so that what is taken back is the difference: ten that were received go
 * again, whatever was sold since. Copies that orders hold stay.
 */
export const takeBackCopies: TakeBack = async ({ db }, changes, at) => {
  const shelves = new Map(
    (
      await lockShelves(
        db,
        changes.map(({ key }) => key),
      )
    ).map((shelf) => [shelf.bookId, shelf]),
  );
  const done: Change[] = [];
  const kept: Kept[] = [];
  for (const { kind, key, name, before, after } of changes) {
    const shelf = shelves.get(key);
    const delta = (copies.parse(before)?.copies ?? 0) - (copies.parse(after)?.copies ?? 0);
    if (!shelf) {
      kept.push({ kind, key, why: `the copies of ${name}: this book is not here any more` });
    } else if (shelf.onHand + delta < shelf.reserved) {
      kept.push({ kind, key, why: `the copies of ${name}: sold or held for orders since` });
    } else {
      done.push({ kind, key, before: { copies: shelf.onHand }, after: { copies: shelf.onHand + delta } });
    }
  }
  const corrections = done.map(({ key, before, after }) => ({
    bookId: key,
    delta: copies.parse(after)!.copies - copies.parse(before)!.copies,
  }));
  await correctCopies(db, corrections, { importId: null, now: at, reason: "Taken back" });
  return { done, kept };
};
