import pg from "pg";
import { afterAll, expect, test } from "vitest";

import { readRows, readSchema } from "#tests/support/database/read-schema.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { migrate } from "./migrate.ts";

const { pool, url } = await openTestDatabase();

async function openEmpty(suffix: string): Promise<pg.Pool> {
  const own = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_${suffix}` });
  await pool.query(`create database ${own.pathname.slice(1)}`);
  const empty = new pg.Pool({ connectionString: own.toString() });
  afterAll(() => empty.end());
  return empty;
}

test("db/schema makes the tables and rows that the baseline and the migrations make", async () => {
  const made = await openEmpty("made");
  await migrate(made);
  const migrated = await openEmpty("migrated");
  await migrate(migrated, undefined, () => false);
  await migrate(migrated);
  const hint = "change db/schema as the migration changes the database (db/schema/README.md)";
  expect(await readSchema(made), hint).toEqual(await readSchema(migrated));
  expect(await readRows(made), hint).toEqual(await readRows(migrated));
});
