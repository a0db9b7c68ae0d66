import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { processLocks } from "#db/process-locks.ts";
import { sql } from "#db/sql.ts";

/** Another import is running; the message names it. */
export class ImportRunningError extends Error {}

/** The lock was lost in the midst of an import, or of undoing one; the message says how to go on. */
export class ImportCutOffError extends Error {}

/** Whether the lock is still held: work of many transactions asks before each. Throws an ImportCutOffError when it is not. */
export type MayGoOn = () => Promise<void>;

/** A connection that says nothing for so long has lost the lock, as far as anybody can tell. */
const answersWithinMs = 30_000;

const cutOffWords =
  "The database closed the connection that kept other imports away, so this one stopped before its next batch. " +
  "What was done stays. Begin it again, and it goes on where it stopped.";

/**
 * Does what only one process may do at a time: importing and undoing. The lock belongs to a connection that stays,
 * so that it is gone with a process that dies. While it is held, pages hear of no batch by itself; when it ends, they hear of
 * all. Within a transaction the lock is the transaction's, until it ends. Throws ImportRunningError when it is taken.
 */
export async function withImportLock<T>(db: Db, work: (mayGoOn: MayGoOn) => Promise<T>): Promise<T> {
  if (!db.pool) return withinTransaction(db, () => work(async () => {}));
  const client = await (db.sessions ?? db.pool).connect();
  let isFree = true;
  let isLost = false;
  // Only the connection itself knows: as long as it answers, it has the lock.
  const mayGoOn = async () => {
    const question = { text: "select 1", query_timeout: answersWithinMs };
    await client.query(question).catch((error: unknown) => {
      isLost = true;
      throw new ImportCutOffError(cutOffWords, { cause: error });
    });
  };
  try {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
      processLocks.importing,
    ]);
    isFree = !oneRow(rows).got;
    if (isFree) throw await describeRunning(db);
    // It may be idle for long between two batches, and while lists are made.
    await client.query("set idle_session_timeout = 0");
    return await work(mayGoOn);
  } finally {
    if (isLost) await db.execute(sql`select pg_notify('catalogue_changed', '')`).catch(() => {});
    else if (!isFree)
      await client
        .query("select pg_advisory_unlock($1), pg_notify('catalogue_changed', '')", [processLocks.importing])
        .then(() => client.query("reset idle_session_timeout"))
        .then(
          () => (isFree = true),
          () => {},
        );
    client.release(!isFree);
  }
}

async function withinTransaction<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.execute<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(${processLocks.importing}) as got`,
  );
  if (!oneRow(rows).got) throw await describeRunning(tx);
  const done = await work();
  await tx.execute(sql`select pg_notify('catalogue_changed', '')`);
  return done;
}

async function describeRunning(db: Db): Promise<ImportRunningError> {
  const { rows } = await db.execute<{ id: number; fileName: string }>(
    sql`select id::int as id, file_name from imports where state = 'running' order by id desc limit 1`,
  );
  const which = rows[0] ? `import ${rows[0].id} of ${rows[0].fileName}` : "another import";
  return new ImportRunningError(`The shop is busy with ${which}. Wait until it has ended.`);
}
