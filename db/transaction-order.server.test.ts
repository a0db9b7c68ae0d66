import { sql } from "./sql.ts";
import { beforeEach, expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { Db } from "./connect.ts";
import { inOrder, inTransaction } from "./transaction.ts";

const { db, pool } = await openTestDatabase();
await db.execute(sql`create table shelves (id int primary key, copies int not null)`);
await db.execute(sql`insert into shelves values (1, 5), (2, 5)`);
beforeEach(() => db.execute(sql`update shelves set copies = 5`));

async function lockShelf(tx: Db, id: number) {
  await tx.execute(sql`select from shelves where id = ${id} for update`);
}

async function countCopies(tx: Db, id: number): Promise<number> {
  const { rows } = await tx.execute<{ copies: number }>(sql`select copies from shelves where id = ${id}`);
  return rows[0]!.copies;
}

async function putCopies(tx: Db, id: number, copies: number) {
  await tx.execute(sql`update shelves set copies = ${copies} where id = ${id}`);
}

test("a read sent with a lock sees the state after the lock was granted", async () => {
  const other = await pool.connect();
  await other.query("begin");
  await other.query("select from shelves where id = 1 for update");
  const counted = inTransaction(db, async (tx) => (await inOrder([lockShelf(tx, 1), countCopies(tx, 2)]))[1]);
  await expect.poll(async () => (await pool.query("select from pg_locks where not granted")).rowCount).toBe(1);
  await other.query("update shelves set copies = 9 where id = 2");
  await other.query("commit");
  other.release();
  expect(await counted).toBe(9);
});

test("when one of several statements fails, all are undone and the first failure is told", async () => {
  const broken = inTransaction(db, async (tx) => {
    await inOrder([putCopies(tx, 1, 7), tx.execute(sql`select 1 / ${0}::int`), putCopies(tx, 2, 7)]);
  });
  await expect(broken).rejects.toMatchObject({ code: "22012" });
  expect(await countCopies(db, 1)).toBe(5);
  expect(await inTransaction(db, (tx) => countCopies(tx, 2))).toBe(5);
});

test("a refusal undoes what was written before it", async () => {
  const refused = inTransaction(db, async (tx) => {
    await putCopies(tx, 1, 0);
    throw new Error("sold out");
  });
  await expect(refused).rejects.toThrow("sold out");
  expect(await countCopies(db, 1)).toBe(5);
});

test("a connection plans a statement once, however often it is asked", async () => {
  await inTransaction(db, async (tx) => {
    for (let asked = 0; asked < 3; asked += 1) await countCopies(tx, 2);
    const { rows } = await tx.execute<{ uses: number }>(sql`
      select (generic_plans + custom_plans)::int as uses from pg_prepared_statements
      where statement like 'select copies from shelves%'`);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.uses).toBeGreaterThanOrEqual(3);
  });
});
