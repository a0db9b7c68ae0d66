import pg from "pg";

import { askPostgres, prepare } from "./ask-postgres.ts";
import { readCatalogue } from "./catalogue.ts";
import { TypeComparer } from "./compare-types.ts";
import { findDatabaseClock } from "./database-clock.ts";
import type { Sources, Statement } from "./statements.ts";

/**
 * Says of every statement in the sources what does not fit the tables of a migrated database, one line for each: a name
 * that is not there, a row type that is not so, a value that cannot be sent, a text that cannot be known from the sources,
 * a time that is the database's own.
 */
export async function findQueryProblems(sources: Sources, pool: pg.Pool): Promise<string[]> {
  const problems = new Set(sources.unreadable.map(({ place, why }) => `${place} ${why}`));
  const client = await pool.connect();
  try {
    const check = await makeCheck(client, sources);
    for (const statement of sources.statements) {
      const clock = findDatabaseClock(statement.place, statement.text);
      if (clock) problems.add(`${statement.place} ${clock}`);
      for (const problem of await check(statement)) problems.add(`${statement.place} ${problem}`);
    }
  } finally {
    client.release();
  }
  return [...problems].sort();
}

async function makeCheck(client: pg.ClientBase, { checker }: Sources) {
  const catalogue = await readCatalogue(client);
  const comparer = new TypeComparer(checker);
  return async function check({ text, values, row }: Statement): Promise<string[]> {
    try {
      const answer = await askPostgres(client, catalogue, text);
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
