import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Change } from "#shop/kernel/audit-log/change.ts";
import { recorded, writeRecord } from "#shop/kernel/audit-log/record.server.ts";
import { undoEntry, type Undone } from "#shop/office/undo/undo.server.ts";
import type { TestServices } from "#tests/support/shop/test-services.ts";

const by = { actor: "command line" } as const;

/** Does something and writes its changes into the record, as an action of the desk does; the entry and what was done. */
export async function recordedChange<T>(
  { services }: Pick<TestServices, "services">,
  work: (services: TestServices["services"]) => Promise<T>,
  changesOf: (done: T) => Change[],
): Promise<{ entry: number; done: T }> {
  const done = await recorded(services, by, work, (done) => ({
    action: "catalogue.test",
    words: "Changed.",
    changes: changesOf(done),
  }));
  const { rows } = await services.db.execute<{ entry: string }>(
    sql`select max(number)::text as entry from desk_record`,
  );
  return { entry: Number(rows[0]!.entry), done };
}

/** Takes an entry back as an owner; the entry of that. */
export async function takeBack(
  { services }: Pick<TestServices, "services">,
  entry: number,
): Promise<{ entry: number; undone: Undone }> {
  const at = new Date();
  const { done: undone, ...rest } = await inTransaction(services.db, async (tx) => {
    const done = await undoEntry({ ...services, db: tx }, "owner", entry, at);
    if (done.ok) await writeRecord(tx, by, at, done.entry);
    const { rows } = await tx.execute<{ entry: string }>(sql`select max(number)::text as entry from desk_record`);
    return { done, entry: Number(rows[0]!.entry) };
  });
  return { ...rest, undone };
}
