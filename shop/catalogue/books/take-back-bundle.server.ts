import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { takeBackEach } from "#shop/kernel/audit-log/take-back-each.ts";
import { findWrittenBundle, removeUnusedBundle, saveBundle, type BundleFields } from "./save-bundle.server.ts";

/** A bundle: its fields become what they were; one that orders had is never removed. */
export const takeBackBundle = takeBackEach<BundleFields>({
  async find(tx, id) {
    const found = await findWrittenBundle(tx, id, { isHeld: true });
    if (!found) return null;
    const { id: _, ...fields } = found;
    return fields;
  },
  async save(tx, id, fields) {
    await saveBundle(tx, id, { ...fields, bookIds: await keepKnown(tx, fields.bookIds) });
  },
  remove: removeUnusedBundle,
  nameOf: (name) => `the bundle ${name}`,
  whyItStays: "orders were placed with it, so it can be stopped and not removed",
  labels: {
    name: "the name",
    description: "the words",
    percentOff: "the percent",
    place: "the place",
    startsAt: "the beginning",
    endsAt: "the end",
    bookIds: "the books",
  },
  faultOf: ({ startsAt, endsAt }) =>
    startsAt !== null && endsAt !== null && endsAt <= startsAt ? "it would end before it begins" : null,
});

/** A book may be gone since. */
async function keepKnown(tx: Db, bookIds: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from books where id = any(${bookIds}::text[])`);
  return bookIds.filter((bookId) => rows.some(({ id }) => id === bookId));
}
