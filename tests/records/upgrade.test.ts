import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import pg from "pg";
import { afterAll, expect, test } from "vitest";

import { migrate } from "#db/migrate.ts";
import { queriesOver } from "#db/queries.ts";
import { sql } from "#db/sql.ts";
import { findAuditLogBreaks } from "#shop/kernel/audit-log/check-audit-log.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { readSchema } from "#tests/support/database/read-schema.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";

/** The database of the last release; `releases/README.md` describes how it was made. */
const release = join(import.meta.dirname, "releases", "0.1.0.sql.gz");

const { pool: server, url } = await openTestDatabase();
const oldUrl = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_release` });
await server.query(`create database ${oldUrl.pathname.slice(1)}`);
const pool = new pg.Pool({ connectionString: oldUrl.toString() });
const db = queriesOver(pool, pool);
afterAll(() => pool.end());

/** The schema without parentheses, because PostgreSQL nests the parts of a condition differently after `pg_dump`. */
const readFlat = async (of: pg.Pool) => (await readSchema(of)).map((line) => line.replaceAll(/[()]/g, "")).sort();

test("a database of the last release keeps its orders, money and copies, and becomes the same as a new one", async () => {
  // A client of its own, because the dump changes settings of the connection.
  const loader = new pg.Client({ connectionString: oldUrl.toString() });
  await loader.connect();
  await loader.query((await promisify(gunzip)(await readFile(release))).toString());
  await loader.end();
  const orders = sql`select number, state, total_paise::int from orders order by number`;
  const before = (await db.execute<{ number: string; state: string; totalPaise: number }>(orders)).rows;

  expect(await migrate(pool)).not.toContain("schema");
  expect(await migrate(pool)).toEqual([]);
  expect(await readFlat(pool)).toEqual(await readFlat(server));
  expect((await db.execute(orders)).rows).toEqual(before);
  expect(new Set(before.map(({ state }) => state))).toEqual(
    new Set(["pending_payment", "paid", "shipped", "delivered", "expired", "refunded"]),
  );
  expect(await findBreaches(db)).toEqual([]);
  expect(await findAuditLogBreaks(db)).toEqual([]);
});
