import { expect, test, vi } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { openPool } from "./connect.ts";
import { batchedReadsOver } from "./queries.ts";
import { inTransaction } from "./transaction.ts";
import { compose, SQL, sql } from "./sql.ts";

const { db } = await openTestDatabase();

test("parts become text, and whatever else is interpolated is sent beside it", () => {
  const where = sql`id = any(${["a", "b"]}) and ${sql.identifier('odd "name"')} = ${"'; drop table books"}`;
  expect(compose(sql`select ${1}, ${null} from books where ${where}${sql``} ${sql.raw("limit 2")}`)).toEqual({
    text: 'select $1, $2 from books where id = any($3) and "odd ""name""" = $4 limit 2',
    values: [1, null, ["a", "b"], "'; drop table books"],
  });
});

test("a row names its columns in camelCase; what is inside JSON keeps its names", async () => {
  const { rows, rowCount } = await db.execute(sql`
    select id as book_id, 1 as address_line1, json_build_object('in_json', 1) as found_json from books where id = 'godan'`);
  expect(rows).toEqual([{ bookId: "godan", addressLine1: 1, foundJson: { in_json: 1 } }]);
  expect(rowCount).toBe(1);
});

test("days and times come as PostgreSQL writes them, with their microseconds", async () => {
  const { rows } = await db.execute(sql`
    select date '2026-04-01' as day, timestamp '2026-04-01 10:00:00.123456' as at, interval '36 hours' as took`);
  expect(rows).toEqual([{ day: "2026-04-01", at: "2026-04-01 10:00:00.123456", took: "36:00:00" }]);
});

test("a transaction has no pool, and one inside it is a part of it", async () => {
  const copies = sql`select sum(on_hand)::int as copies from stock`;
  const before = (await db.execute(copies)).rows;
  const undone = inTransaction(db, async (tx) => {
    expect(tx.pool).toBeNull();
    await inTransaction(tx, (inner) => inner.execute(sql`update stock set on_hand = on_hand + ${1}`));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect((await db.execute(copies)).rows).toEqual(before);
});

test("parts that another copy of the tag has made are parts too: the bundle of the pages has its own", async () => {
  const copy = "./sql.ts?copy";
  const other = (await import(copy)) as typeof import("./sql.ts");
  expect(other.SQL).not.toBe(SQL);
  expect(compose(other.sql`select ${1} ${other.sql`where ${2}`}`)).toEqual({
    text: "select $1 where $2",
    values: [1, 2],
  });
});

test("reads of one turn share a connection, are answered together, and fail alone", async () => {
  const { pool } = db;
  const connect = vi.spyOn(pool!, "connect");
  const reads = batchedReadsOver(pool!);
  const answered: number[] = [];
  const read = async (number: number) => {
    const { rows } = await reads.execute<{ number: number }>(
      sql`select ${number}::int as number, pg_sleep(${number}::float8 / 100)`,
    );
    answered.push(rows[0]!.number);
  };
  const failing = reads.execute(sql`select 1 / ${0}::int`);
  await Promise.all([read(3), expect(failing).rejects.toThrow("division by zero"), read(1), read(2)]);
  expect(answered).toEqual([3, 1, 2]);
  expect(connect).toHaveBeenCalledTimes(1);
  await Promise.all([read(4), read(5)]);
  expect(connect).toHaveBeenCalledTimes(2);
  connect.mockRestore();
});

test("reads fail together if there is no connection", async () => {
  const pool = openPool("postgres://nobody@127.0.0.1:1/none", 1);
  const reads = batchedReadsOver(pool);
  const answers = await Promise.allSettled([reads.execute(sql`select 1`), reads.execute(sql`select 2`)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await pool.end();
});
