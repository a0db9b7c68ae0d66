import pg from "pg";

import { describeStatement, prepare } from "./describe-statement.ts";
import { readCatalogue, type RowRules } from "./catalogue.ts";
import { TypeComparer } from "./compare-types.ts";
import type { Sources, Statement } from "./statements.ts";

/**
 * Checks every statement of the sources against a migrated database, and returns one line for each problem: an unknown
 * name, a wrong row type, a parameter of the wrong type, or a text that cannot be derived from the sources.
 */
export async function findQueryProblems(sources: Sources, pool: pg.Pool, rules: RowRules): Promise<string[]> {
  const problems = new Set(sources.unreadable.map(({ place, why }) => `${place} ${why}`));
  const client = await pool.connect();
  try {
    const check = await makeCheck(client, sources, rules);
    for (const statement of sources.statements)
      for (const problem of await check(statement)) problems.add(`${statement.place} ${problem}`);
  } finally {
    client.release();
  }
  return [...problems].sort();
}

async function makeCheck(client: pg.ClientBase, { checker }: Sources, rules: RowRules) {
  const catalogue = await readCatalogue(client, rules);
  const comparer = new TypeComparer(checker);
  return async function check({ text, values, row }: Statement): Promise<string[]> {
    try {
      const answer = await describeStatement(client, catalogue, text);
      if (!answer) return [];
      const unsendable = answer.parameters.flatMap(({ type, element }, index) => {
        const given = values[index] && comparer.compareValue(values[index], type, element);
        return given ? [`$${index + 1} is ${catalogue.types.get(type)!.name}, given ${given}`] : [];
      });
      return [...unsendable, ...(row ? comparer.compareRow(row, answer.columns) : [])];
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const at = Number(error.position) - prepare.length - 1;
      const there = text.slice(at, at + 40).replaceAll(/\s+/g, " ");
      return [error.position ? `${error.message} at \`${there}\`` : error.message];
    }
  };
}
