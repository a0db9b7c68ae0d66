import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { recorded, writeAuditLog } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { undoEntry, type Undone } from "#shop/office/undo/undo.server.ts";
import type { Role } from "#shop/people/staff/roles.ts";
import type { TestServices } from "#tests/support/shop/test-services.ts";

const by = { actor: "command line" } as const;

/**
 * Makes a change with an audit log entry that can be undone, as an action of the desk does; returns the entry and the
 * result.
 */
export async function recordedChange<T>(
  { services }: Pick<TestServices, "services">,
  work: (services: TestServices["services"]) => Promise<T>,
): Promise<{ entry: number; done: T }> {
  const entry = () => ({ action: "catalogue.test", words: "Changed." });
  const done = await recorded(services, by, work, entry, { isUndoable: true });
  return { entry: await newestEntry({ services }), done };
}

/** Undoes an entry, by default as an owner; returns the entry of the undo. */
export async function undo(
  { services }: Pick<TestServices, "services">,
  entry: number,
  { role = "owner", at = new Date() }: { role?: Role; at?: Date } = {},
): Promise<{ entry: number; undone: Undone }> {
  const undone = await inTransaction(services.db, async (tx) => {
    const done = await undoEntry({ ...services, db: tx }, role, entry, at);
    if (done.ok) await writeAuditLog(tx, by, at, done.entry);
    return done;
  });
  return { entry: await newestEntry({ services }), undone };
}

/** The number of the newest audit log entry. */
export async function newestEntry({ services }: Pick<TestServices, "services">): Promise<number> {
  const { rows } = await services.db.execute<{ entry: number }>(sql`
    select max(number)::int as entry from desk_record`);
  return rows[0]!.entry;
}
