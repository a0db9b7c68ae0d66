import type { Answer, Db } from "#db/connect.ts";
import { SQL } from "#db/sql.ts";

/** The cost of the statements run through `db`, independent of the machine's load. */
export interface StatementCost {
  db: Db;
  /**
   * The number of statements, the number of blocks of tables and indexes that they read, and the plan of the statement
   * that read most blocks.
   */
  taken: () => { statements: number; blocks: number; worst: string };
}

interface Plan {
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
}

/** Runs each statement through EXPLAIN first, and adds up the blocks it reads. */
export function measureStatements(db: Db): StatementCost {
  let [statements, blocks, most, worst] = [0, 0, 0, ""];
  async function explain(statement: SQL) {
    const explained = new SQL(["explain (analyze, buffers, timing off, format json) ", ""], [statement]);
    const { rows } = await db.execute<Record<string, [{ Plan: Plan }]>>(explained);
    const [{ Plan: plan }] = Object.values(rows[0]!)[0]!;
    const looked = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    statements += 1;
    blocks += looked;
    if (looked > most) [most, worst] = [looked, JSON.stringify(plan, null, 1)];
  }
  return {
    db: {
      pool: db.pool,
      async execute<Row>(statement: SQL): Promise<Answer<Row>> {
        await explain(statement);
        return db.execute<Row>(statement);
      },
    },
    taken: () => ({ statements, blocks, worst }),
  };
}
