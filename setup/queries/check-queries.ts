import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";

import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { askPostgres, prepare } from "./ask-postgres.ts";
import { readCatalogue } from "./catalogue.ts";
import { TypeComparer } from "./compare-types.ts";
import { findStatements, type Sources, type Statement } from "./statements.ts";

const undefinedTable = "42P01";

/** Tests may make tables of their own, and compose statements in ways that are not followed: they run what they say. */
function isTest(place: string): boolean {
  return place.startsWith("tests/") || place.includes(".test.ts:");
}

/** Says of every statement in the sources what does not fit the migrated database; one line for each. */
export async function checkQueries(root: string): Promise<string[]> {
  const [sources, server] = await Promise.all([findStatements(root), openMigrated()]);
  try {
    return await compareAll(sources, server.pool);
  } finally {
    sources.close();
    await server.close();
  }
}

async function compareAll(sources: Sources, pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  const problems = new Set(
    sources.unreadable.filter(({ place }) => !isTest(place)).map(({ place, why }) => `${place} ${why}`),
  );
  try {
    const catalogue = await readCatalogue(client);
    const strict = new TypeComparer(sources.checker);
    const lenient = new TypeComparer(sources.checker, { asksForNull: false });
    for (const statement of sources.statements) {
      for (const problem of await check(statement)) problems.add(`${statement.place} ${problem}`);
    }
    async function check({ place, text, values, row }: Statement): Promise<string[]> {
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
        return [error.position ? `${error.message} at \`${text.slice(at, at + 40)}\`` : error.message];
      }
    }
  } finally {
    client.release();
  }
  return [...problems].sort();
}

/** A throw-away database with the migrations of this version in it. */
async function openMigrated() {
  const folder = await mkdtemp(join(tmpdir(), "endpaper-check-"));
  await chmod(folder, 0o755); // run by root, the server's own account must reach it
  const embedded = await startEmbedded({ dataDir: folder, report: () => {}, isDurable: false });
  const pool = new pg.Pool({ connectionString: embedded.ownerUrl });
  await migrate(pool);
  return {
    pool,
    close: async () => {
      await pool.end();
      await embedded.stopIfUnused();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
