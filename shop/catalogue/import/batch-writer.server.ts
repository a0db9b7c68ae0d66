/** Writes the batches of an import in transactions, with retries when other people change the same records. */
import { isDatabaseError } from "#db/describe-error.ts";
import { typedKeys } from "#shop/kernel/text/object-keys.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { codeOf, inTransaction, inOrder } from "#db/transaction.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { CategoryTable } from "#shop/catalogue/records/category-table.ts";
import { noCounts, type BatchPlan, type PlanOptions } from "#shop/catalogue/records/plan/batch-plan.ts";
import { correctCounted } from "#shop/catalogue/import/stock/correct-counted.server.ts";
import { planBatch } from "#shop/catalogue/records/plan/plan-batch.ts";
import { lineOf } from "#shop/catalogue/records/plan/plan-report.ts";
import { readCategoryTable } from "#shop/catalogue/records/read/read-category-table.server.ts";
import { readKnownRecords } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { writeBatch } from "#shop/catalogue/records/write/write-batch.server.ts";

/** The result of a batch. */
export type Outcome = Pick<BatchPlan, "report" | "counts" | "unknownSubjects" | "untaken">;

/** The import to which the batches belong. */
export interface Writing {
  importId: number;
  options: PlanOptions;
  now: () => Date;
}

/** The result of a planned batch, and a promise of its completion. */
interface Planned {
  outcome: Outcome;
  written: Promise<unknown>;
}

const maxAttempts = 3;

/** Writes the batches of one import into the catalogue. */
export class BatchWriter {
  readonly #db: Db;
  readonly #writing: Writing;
  #categories: CategoryTable;

  constructor(db: Db, writing: Writing, categories: CategoryTable) {
    this.#db = db;
    this.#writing = writing;
    this.#categories = categories;
  }

  /**
   * Writes a batch in one transaction; the statements of `saveProgress` are sent along with it, without waiting. If the
   * same ISBN, author or category is added concurrently, the batch is planned and written again with the new data.
   * After `maxAttempts` attempts it writes each record in a savepoint of its own, and reports those that the database
   * rejects.
   */
  async write(batch: BookRecord[], saveProgress: (tx: Db, outcome: Outcome) => Promise<void>): Promise<Outcome> {
    const inOne = (work: (tx: Db) => Promise<Planned>) =>
      inTransaction(this.#db, async (tx) => {
        const { importId } = this.#writing;
        await beginBatch(tx, importId, `import ${importId}`);
        const { outcome, written } = await work(tx);
        await inOrder([written, saveProgress(tx, outcome)]);
        return outcome;
      });
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1)
      try {
        const outcome = await inOne((tx) => this.#writeTogether(tx, batch));
        this.#categories.added = [];
        return outcome;
      } catch (error) {
        if (!breaksRule(error)) throw error;
        this.#categories = await readCategoryTable(this.#db);
      }
    const outcome = await inOne((tx) => this.#writeOneByOne(tx, batch));
    this.#categories = await readCategoryTable(this.#db);
    return outcome;
  }

  /** Returns before the batch is written, so that the caller can send further statements at once. */
  async #writeTogether(tx: Db, batch: BookRecord[]): Promise<Planned> {
    const { importId, options, now } = this.#writing;
    const known = await readKnownRecords(tx, options.source, batch);
    const plan = planBatch(known, batch, this.#categories, options);
    const written = writeBatch(tx, plan, {
      importId,
      source: options.source,
      addedCategories: this.#categories.added,
      now: now(),
    });
    if (!options.knownCopies) return { outcome: plan, written };
    await written;
    // Shelves are locked last, so that orders wait only for the remaining statements.
    await correctCounted(tx, plan, { importId, how: options.knownCopies, now: now() });
    return { outcome: plan, written };
  }

  async #writeOneByOne(tx: Db, batch: BookRecord[]): Promise<Planned> {
    const all: Outcome = { untaken: [], report: [], unknownSubjects: new Map(), counts: { ...noCounts } };
    for (const record of batch) {
      await tx.execute(sql`savepoint one_record`);
      try {
        this.#categories = await readCategoryTable(tx);
        const { outcome, written } = await this.#writeTogether(tx, [record]);
        await written;
        const { untaken, report, counts, unknownSubjects } = outcome;
        all.untaken.push(...untaken);
        all.report.push(...report);
        for (const name of typedKeys(counts)) all.counts[name] += counts[name];
        for (const [subject, records] of unknownSubjects)
          all.unknownSubjects.set(subject, (all.unknownSubjects.get(subject) ?? 0) + records);
        await tx.execute(sql`release savepoint one_record`);
      } catch (error) {
        if (!breaksRule(error)) throw error;
        await tx.execute(sql`rollback to savepoint one_record`);
        all.counts.refused += 1;
        all.report.push({ ...lineOf(record), kind: "refused", reason: reasonOf(error) });
      }
    }
    return { outcome: all, written: Promise.resolve() };
  }
}

/**
 * Locks the row of the import, so that a resumed import waits for the last batch of the interrupted one, and configures
 * the transaction of a batch. The batch itself records the works with stale lists, instead of a trigger, and marks
 * pages stale for many books at once. PostgreSQL uses generic plans, because planning every statement anew took a third
 * of the server's time. It uses no sequential scans, because a plan that is made while a table is empty would choose
 * one. Commits do not wait for the disk: a crash loses the last batches together with the position from which to
 * resume, and the end of the import waits for all commits.
 */
export async function beginBatch(tx: Db, importId: number, cause: string): Promise<void> {
  await tx.execute(sql`
    select set_config('endpaper.cause', ${cause}, true), set_config('endpaper.announcement', 'later', true),
      set_config('endpaper.listings', 'noted', true), set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
      set_config('synchronous_commit', 'off', true)
    from imports where id = ${importId} for update`);
}

/** PostgreSQL error class 23: integrity constraint violation. */
function breaksRule(error: unknown): boolean {
  return codeOf(error)?.startsWith("23") ?? false;
}

function reasonOf(error: unknown): string {
  return ["23505", "23503"].includes(codeOf(error) ?? "")
    ? "The same records of the shop were changed at the same moment. Import the file again to include this record."
    : `It violates a rule of the database (${(isDatabaseError(error) && error.constraint) || codeOf(error)}).`;
}
