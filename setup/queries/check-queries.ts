import pg from "pg";

import { askPostgres, prepare } from "./ask-postgres.ts";
import { readCatalogue } from "./catalogue.ts";
import { TypeComparer } from "./compare-types.ts";
import { findDatabaseClock } from "./database-clock.ts";
import type { Sources, Statement } from "./statements.ts";

const undefinedTable = "42P01";

/** Tests may make tables of their own, and compose statements in ways that are not followed: they run what they say. */
function isTest(place: string): boolean {
  return place.startsWith("tests/") || place.includes(".test.ts:");
}

/**
 * Says of every statement in the sources what does not fit the tables of a migrated database, one line for each: a name
 * that is not there, a row type that is not so, a value that cannot be sent, a text that cannot be known from the sources,
 * a time that is the database's own.
 */
export async function findQueryProblems(sources: Sources, pool: pg.Pool): Promise<string[]> {
  const problems = new Set(
    sources.unreadable.filter(({ place }) => !isTest(place)).map(({ place, why }) => `${place} ${why}`),
  );
  const client = await pool.connect();
  try {
    const check = await makeCheck(client, sources);
    for (const statement of sources.statements) {
      const clock = isTest(statement.place) ? null : findDatabaseClock(statement.place, statement.text);
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
  const strict = new TypeComparer(checker);
  const lenient = new TypeComparer(checker, { asksForNull: false });
  return async function check({ place, text, values, row }: Statement): Promise<string[]> {
    try {
      const answer = await askPostgres(client, catalogue, text);
      if (!answer) return [];
      if (isTest(place)) return row ? lenient.compareRow(row, answer.columns) : [];
      const unsendable = answer.parameters.flatMap(({ type, element }, index) => {
        const given = values[index] && strict.compareValue(values[index], type, element);
        return given ? [`$${index + 1} is ${catalogue.types.get(type)!.name}, given ${given}`] : [];
      });
      return [...unsendable, ...(row ? strict.compareRow(row, answer.columns) : [])];
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (error.code === undefinedTable && isTest(place)) return [];
      const at = Number(error.position) - prepare.length - 1;
      const there = text.slice(at, at + 40).replaceAll(/\s+/g, " ");
      return [error.position ? `${error.message} at \`${there}\`` : error.message];
    }
  };
}
