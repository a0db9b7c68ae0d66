/** Tests transactions whose connection is cut, whose commit is not answered, and which deadlock. */

import type { Duplex } from "node:stream";

import { sql } from "./sql.ts";
import { afterAll, expect, test } from "vitest";

import { openDatabaseProxy } from "#proving-ground/faults/database-line.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { openPool, type Db } from "./connect.ts";
import { queriesOver } from "./queries.ts";
import { inRepeatableTransaction, inSnapshot, inTransaction } from "./transaction.ts";

const { db, url } = await openTestDatabase();
await db.execute(sql`create table notes (what text not null)`);
const line = await openDatabaseProxy(url);
/** A pool with a single connection, which must not be lost. */
const pool = openPool(line.url, 1);
const shop = queriesOver(pool, pool);
afterAll(async () => {
  await pool.end();
  await line.close();
});

const note = (tx: Db, what: string) => tx.execute(sql`insert into notes (what) values (${what})`);
const cut = (pid: number) => db.execute(sql`select pg_terminate_backend(${pid}::int)`);
async function notesOf(what: string): Promise<number> {
  const { rows } = await db.execute(sql`select from notes where what = ${what}`);
  return rows.length;
}

test("work whose connection was cut is done again on another, once", async () => {
  let times = 0;
  await inTransaction(shop, async (tx) => {
    times += 1;
    await note(tx, "cut");
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    if (times === 1) await cut(rows[0]!.pid);
    await note(tx, "cut");
  });
  expect([times, await notesOf("cut")]).toEqual([2, 2]);
});

test("a connection that dies before its transaction begins is given back to the pool", async () => {
  for (let deaths = 0; deaths < 3; deaths += 1) {
    pool.once("acquire", (client) =>
      (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy(),
    );
    await inTransaction(shop, (tx) => note(tx, "begun"));
  }
  expect(await notesOf("begun")).toBe(3);
});

test("a transaction whose COMMIT got no response is not retried", async () => {
  line.loseCommits(1);
  await expect(inTransaction(shop, (tx) => note(tx, "unknown"))).rejects.toThrow("may or may not be committed");
  expect(await notesOf("unknown")).toBe(1);
});

test("work that may run again is retried until its COMMIT gets a response", async () => {
  line.loseCommits(2);
  let times = 0;
  await inRepeatableTransaction(shop, async (tx) => {
    times += 1;
    await tx.execute(
      sql`insert into notes (what) select 'repeated' where not exists (select from notes where what = 'repeated')`,
    );
  });
  expect([times, await notesOf("repeated")]).toEqual([3, 1]);
});

test("what is read in one moment does not see what is written meanwhile, and writes nothing itself", async () => {
  const read = await inSnapshot(shop, async (tx) => {
    const count = async () => (await tx.execute(sql`select from notes where what = 'meanwhile'`)).rows.length;
    const before = await count();
    await note(db, "meanwhile");
    return [before, await count()];
  });
  expect(read).toEqual([0, 0]);
  expect(await notesOf("meanwhile")).toBe(1);
  await expect(inSnapshot(shop, (tx) => note(tx, "snapshot"))).rejects.toThrow();
  expect(await notesOf("snapshot")).toBe(0);
});

test("what the work itself refuses is thrown as it is", async () => {
  const refusal = new Error("sold out");
  const work = inTransaction(shop, async (tx) => {
    await note(tx, "refused");
    throw refusal;
  });
  await expect(work).rejects.toBe(refusal);
  expect(await notesOf("refused")).toBe(0);
});

test("a deadlocked transaction is retried, and both commit", async () => {
  await db.execute(sql`create table shelves (id int primary key, copies int not null)`);
  await db.execute(sql`insert into shelves values (1, 0), (2, 0)`);
  let times = 0;
  let arrived = 0;
  let open = () => {};
  const bothHoldOne = new Promise<void>((resolve) => (open = resolve));
  const put = (tx: Db, shelf: number) => tx.execute(sql`update shelves set copies = copies + 1 where id = ${shelf}`);
  const inThisOrder = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      times += 1;
      await put(tx, first);
      arrived += 1;
      if (arrived === 2) open();
      await bothHoldOne;
      await put(tx, second);
    });
  await Promise.all([inThisOrder(1, 2), inThisOrder(2, 1)]);
  const { rows } = await db.execute(sql`select copies from shelves order by id`);
  expect(rows).toEqual([{ copies: 2 }, { copies: 2 }]);
  // The retried transaction may run into the other one again before that has ended.
  expect(times).toBeGreaterThanOrEqual(3);
});

test("a connection that is cut again and again ends the trying", async () => {
  let times = 0;
  const work = inTransaction(shop, async (tx) => {
    times += 1;
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await cut(rows[0]!.pid);
    await note(tx, "never");
  });
  await expect(work).rejects.toThrow();
  expect([times, await notesOf("never")]).toEqual([5, 0]);
});
