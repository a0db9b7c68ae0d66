/** The audit log: its hash chain detects every change, and an action and its line are committed together. */
import pg from "pg";
import { expect, test } from "vitest";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { findAuditLogBreaks } from "#shop/kernel/audit-log/check-audit-log.server.ts";
import { readAuditLog } from "#shop/kernel/audit-log/read-audit-log.server.ts";
import { recorded, writeAuditLog } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { openTestDatabase, warm } from "#tests/support/database/test-database.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";

const { db, pool, url } = await openTestDatabase();
const commandLine = { actor: "command line" } as const;
const everything = { who: null, chapter: null, subject: null, before: null };

async function write(words: string, more: object = {}) {
  const entry = { action: "orders.ship", words, subject: "order EP-0000000001", ...more };
  await inTransaction(db, (tx) => writeAuditLog(tx, commandLine, new Date(), entry));
}

for (const word of ["first", "second", "third"])
  await write(word, { before: { state: "paid" }, after: { state: "shipped", copies: [1, 2] }, why: "asked" });

test.each([
  "update desk_record set words = 'other' where number = 2",
  "update desk_record set words = words",
  "delete from desk_record where number = 3",
  "delete from desk_record where false",
  "truncate desk_record cascade",
  "truncate staff cascade",
])("%s is refused", async (statement) => {
  await expect(db.execute(sql.raw(statement))).rejects.toThrow("The record is added to and never changed.");
});

test("a line cannot choose its place in the chain", async () => {
  await db.execute(sql`
    insert into desk_record (number, at, actor, actor_name, action, words, subject, why, previous, hash)
    values (70, now(), 'shop', '', 'desk.test', 'chosen', '', '', '\\x00', '\\x00')`);
  const { rows } = await readAuditLog(db, everything);
  expect(rows[0]).toMatchObject({ number: 4, words: "chosen" });
  expect(await findAuditLogBreaks(db)).toEqual([]);
});

test("one changed byte, a missing line and one put in between are found by the check of the invariants", async () => {
  // The owner of the database can disable triggers; the chain still reveals the change.
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const spoiled = async <T>(statement: string, look: (db: Db) => Promise<T>) => {
    await owner.query("begin");
    await owner.query("set local session_replication_role = replica");
    await owner.query(statement);
    const inside = { pool: null, execute: async (text: Parameters<typeof db.execute>[0]) => ask(owner, text) };
    const found = await look(inside as never);
    await owner.query("rollback");
    return found;
  };
  const breaksAfter = (statement: string) => spoiled(statement, findAuditLogBreaks);
  expect(await breaksAfter("update desk_record set words = 'fjrst' where number = 1")).toEqual(["1"]);
  expect(await breaksAfter("update desk_record set after = after || '{\"copies\": [1, 3]}' where number = 2")).toEqual([
    "2",
  ]);
  expect(
    await breaksAfter("update desk_record set hash = set_byte(hash, 7, get_byte(hash, 7) # 1) where number = 2"),
  ).toEqual(["2", "3"]);
  expect(await breaksAfter("delete from desk_record where number = 2")).toEqual(["3"]);
  expect(await breaksAfter("delete from desk_record where number = 1")).toEqual(["2"]);
  expect(await breaksAfter("update desk_record set at = at + interval '1 microsecond' where number = 3")).toEqual([
    "3",
  ]);
  const flipped = "update desk_record set words = 'fjrst' where number = 1";
  expect(await spoiled(flipped, findBreaches)).toEqual([
    { id: "I28", rule: "the record is as it was written, without a line missing", what: "line 1 of the record" },
  ]);
  await owner.end();

  expect(await findBreaches(db)).toEqual([]);
});

async function ask(client: pg.Client, statement: unknown) {
  const { compose } = await import("#db/sql.ts");
  const { text, values } = compose(statement as never);
  const { rows, rowCount } = await client.query(text, values);
  return { rows, rowCount: rowCount ?? 0 };
}

test("what is written at the same moment makes one chain, and a change that is undone leaves no line", async () => {
  await warm(pool, 10);
  await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      inTransaction(db, async (tx) => {
        await tx.execute(sql`select pg_sleep(0.002)`);
        await writeAuditLog(tx, { actor: "token", name: `till-${at % 3}` }, new Date(), {
          action: "stock.set",
          words: `set ${at}`,
        });
        if (at % 4 === 3) throw new Error("undone");
      }).catch((error: Error) => expect(error.message).toBe("undone")),
    ),
  );
  const { rows } = await readAuditLog(db, { ...everything, chapter: "stock" });
  expect(rows).toHaveLength(45);
  expect(await findAuditLogBreaks(db)).toEqual([]);
  const { rows: numbers } = await db.execute<{ isWhole: boolean }>(
    sql`select max(number) = count(*) as is_whole from desk_record`,
  );
  expect(numbers[0]!.isWhole).toBe(true);
});

test("a change and its log entry are committed together", async () => {
  const services = withClock(db);
  const rename = (name: string) =>
    recorded(
      services,
      commandLine,
      async ({ db }) => (await db.execute(sql`update authors set name = ${name} where id = 'premchand'`)).rowCount,
      // No such kind of action exists, so the line is refused.
      () => ({ action: name === "right" ? "catalogue.rename" : "No action", words: `Renamed to ${name}.` }),
    );
  await rename("right");
  await expect(rename("wrong")).rejects.toThrow("desk_record_action_check");
  const { rows } = await db.execute<{ name: string }>(sql`select name from authors where id = 'premchand'`);
  expect(rows).toEqual([{ name: "right" }]);
  expect((await readAuditLog(db, { ...everything, chapter: "catalogue" })).rows).toMatchObject([
    { words: "Renamed to right.", who: "command line" },
  ]);
});

test("the audit log is read from the newest, by who, what and about what, and on from a line", async () => {
  for (let at = 0; at < 60; at += 1) await write(`line ${at}`, { subject: "order EP-0000000002" });
  const about = { ...everything, subject: "order EP-0000000002" };
  const page = await readAuditLog(db, about);
  expect([page.rows.length, page.isCut, page.rows[0]!.words]).toEqual([50, true, "line 59"]);
  const rest = await readAuditLog(db, { ...about, before: page.rows.at(-1)!.number });
  expect([rest.rows.length, rest.isCut, rest.rows.at(-1)!.words]).toEqual([10, false, "line 0"]);
  expect((await readAuditLog(db, { ...everything, who: "token" })).rows[0]!.who).toMatch(/^token till-\d$/);
  expect((await readAuditLog(db, { ...everything, who: 1 })).rows).toEqual([]);
});
