import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { queriesOver } from "./queries.ts";
import { sql } from "./sql.ts";
import { openDatabase, openPool, jobLimits, pageLimits } from "./connect.ts";

const { url } = await openTestDatabase();

test.each([
  ["a page", undefined, { statement: "10s", lock: "5s", idle: "10s" }],
  ["jobs and commands, much later", jobLimits, { statement: "5min", lock: "1min", idle: "1min" }],
])(
  "on every connection for %s the server ends what is stuck: a statement, a wait for a lock, an idle transaction",
  async (_, limits, expected) => {
    const pool = openPool(url, 2, limits);
    const clients = [await pool.connect(), await pool.connect()];
    for (const client of clients) {
      const { rows } = await client.query(`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`);
      expect(rows).toEqual([expected]);
    }
    for (const client of clients) client.release();
    await pool.end();
  },
);

test.each([
  ["a purchase, or a page that all readers share,", "once", { generic: 1, custom: 0 }],
  ["searches and jobs", "by-values", { generic: 0, custom: 1 }],
] as const)("a statement of %s is planned %s", async (_, planned, plans) => {
  const pool = openPool(url, 1, pageLimits, null, planned);
  const db = queriesOver(pool);
  await db.execute(sql`select from stock where book_id = ${"godan"}`);
  const { rows } = await db.execute(sql`
    select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
    where statement = ${"select from stock where book_id = $1"}`);
  expect(rows).toEqual([plans]);
  await pool.end();
});

test("a pool never exceeds its size, and a client that gets no connection times out", async () => {
  const pool = openPool(url, 1);
  const held = await pool.connect();
  await expect(pool.query("select 1")).rejects.toThrow("timeout exceeded when trying to connect");
  expect(pool.totalCount).toBe(1);
  held.release();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test("after the server ends an idle connection, the next query opens another", async () => {
  const pool = openPool(url, 1);
  const { rows } = await pool.query("select pg_backend_pid() as pid");
  const other = openPool(url, 1);
  await other.query("select pg_terminate_backend($1)", [rows[0].pid]);
  await expect.poll(() => pool.totalCount).toBe(0);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), other.end()]);
});

test("a pool that has ended has left nothing behind at the server", async () => {
  const watcher = openPool(url, 1);
  await watcher.query("select 1");
  for (let round = 0; round < 10; round += 1) {
    const pool = openPool(url, 10);
    const pids = await Promise.all(
      Array.from(
        { length: 10 },
        async () => (await pool.query("select pg_backend_pid() as pid, pg_sleep(0.01)")).rows[0].pid,
      ),
    );
    await pool.end();
    const { rows } = await watcher.query("select pid from pg_stat_activity where pid = any($1::int[])", [pids]);
    expect(rows).toEqual([]);
  }
  await watcher.end();
});

test("a database that cannot be reached is named without a password, wherever in its address that stands", async () => {
  for (const databaseUrl of [
    "postgres://endpaper:geheim@127.0.0.1:1/endpaper",
    "postgres://endpaper@127.0.0.1:1/endpaper?password=geheim",
  ]) {
    const opened = openDatabase({ databaseUrl, dataDir: "", report: () => {} });
    await expect(opened).rejects.toThrow(/^The database at postgres:\/\/endpaper@127\.0\.0\.1:1\/endpaper cannot/);
  }
});
