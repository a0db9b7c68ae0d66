import type { Answer, Db } from "#db/connect.ts";
import { SQL, sql } from "#db/sql.ts";

/** What the statements that were run through it took, whatever the machine does beside. */
export interface MeasuredWork {
  db: Db;
  /** Blocks of tables and indexes that were looked at, and rows that went from one step of a plan to another. */
  taken: () => { statements: number; blocks: number; rows: number };
  /** The plan of the statement that looked at the most blocks. */
  worst: () => string;
}

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** Runs each statement by EXPLAIN first, and adds up what it looked at. */
export function measureWork(db: Db): MeasuredWork {
  const sum = { statements: 0, blocks: 0, rows: 0 };
  let worst = { blocks: -1, plan: "" };
  const explain = async (statement: SQL) => {
    const { rows } = await db.execute<{ queryPlan: string }>(
      new SQL(["explain (analyze, buffers, timing off, format json) ", ""], [statement]),
    );
    const [first] = Object.values(rows[0]!) as unknown as [{ Plan: Plan }[]];
    const { Plan: plan } = first[0]!;
    const blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    sum.statements += 1;
    sum.blocks += blocks;
    sum.rows += rowsOf(plan);
    if (blocks > worst.blocks) worst = { blocks, plan: JSON.stringify(plan, null, 1) };
  };
  return {
    db: {
      pool: db.pool,
      async execute<Row>(statement: SQL): Promise<Answer<Row>> {
        await explain(statement);
        return db.execute<Row>(statement);
      },
    },
    taken: () => ({ ...sum }),
    worst: () => worst.plan,
  };
}

function rowsOf(plan: Plan): number {
  const own = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  return own + (plan.Plans ?? []).reduce((total, below) => total + rowsOf(below), 0);
}

/** So that plans are made for the tables as they are now. */
export async function analyseTables(db: Db): Promise<void> {
  await db.execute(sql`analyze`);
}
