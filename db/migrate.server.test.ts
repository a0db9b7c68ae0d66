import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import pg from "pg";
import { afterAll, expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/test-database.ts";
import { migrate } from "./migrate.ts";

const { pool, url } = await openTestDatabase();
const names = (await readdir(join(import.meta.dirname, "migrations"))).sort();

const emptyUrl = new URL(url);
emptyUrl.pathname += "_empty";
await pool.query(`create database ${emptyUrl.pathname.slice(1)}`);
const empty = new pg.Pool({ connectionString: emptyUrl.toString() });
afterAll(() => empty.end());

/** The text of a migration, by its name without the number. */
function readMigration(name: string): Promise<string> {
  const file = names.find((one) => one.replace(/^\d+_/, "") === `${name}.sql`);
  return readFile(join(import.meta.dirname, "migrations", file!), "utf8");
}

test("two processes that start at once bring an empty database up once", async () => {
  await empty.query("drop schema public cascade; create schema public");
  const [mine, yours] = await Promise.all([migrate(empty), migrate(empty)]);
  expect([...mine, ...yours]).toEqual(names);
  const { rows } = await empty.query("select name from migrations order by name");
  expect(rows.map((row) => row.name)).toEqual(names);
});

test("a database that is up to date is left alone", async () => {
  expect(await migrate(pool)).toEqual([]);
  expect(await migrate(pool)).toEqual([]);
});

test("migrations are numbered without a gap", () => {
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
  for (const name of names) expect(name).toMatch(/^\d{4}_[a-z0-9_]+\.sql$/);
});

test("a migration that was changed after it had been applied is refused, and nothing is done", async () => {
  const { rows } = await pool.query("select sha256 from migrations where name = $1", [names[0]]);
  await pool.query("update migrations set sha256 = 'of another text' where name = $1", [names[0]]);
  await expect(migrate(pool)).rejects.toThrow(
    `Migration ${names[0]} was changed after it had been applied to this database. Put it back and write a new one.`,
  );
  await pool.query("update migrations set sha256 = $2 where name = $1", [names[0], rows[0].sha256]);
  expect(await migrate(pool)).toEqual([]);
});

test("a migration that fails leaves nothing of itself behind", async () => {
  await empty.query("drop schema public cascade");
  await empty.query("create schema public");
  await empty.query("create table outbox (taken text)");
  await expect(migrate(empty)).rejects.toThrow(`Migration ${names[0]} failed: relation "outbox" already exists`);
  const { rows } = await empty.query("select tablename from pg_tables where schemaname = 'public' order by 1");
  expect(rows.map((row) => row.tablename)).toEqual(["migrations", "outbox"]);
});

test("the schema of the queue that went is dropped, unless another program has queues in it", async () => {
  const text = await readMigration("jobs");
  const dropQueue = text.slice(text.indexOf("do $$"));
  const isThere = async () => {
    const { rows } = await pool.query("select from pg_namespace where nspname = 'pgboss'");
    return rows.length === 1;
  };
  await pool.query("create schema pgboss; create table pgboss.queue (name text)");
  await pool.query("insert into pgboss.queue values ('letters'), ('failed-chores'), ('accounting')");
  await pool.query(dropQueue);
  expect(await isThere()).toBe(true);
  await pool.query("delete from pgboss.queue where name = 'accounting'");
  await pool.query(dropQueue);
  expect(await isThere()).toBe(false);
  await pool.query(dropQueue);
});

test("letters written before they had a reader get the one their subject begins with", async () => {
  const text = await readMigration("letters_of_readers");
  const fill = text.slice(text.indexOf("update outbox"), text.indexOf("alter table outbox add constraint"));
  const { rows: readers } = await pool.query(
    "insert into readers (issuer, sub, name) values ('https://google.test', 'a', 'Asha') returning id",
  );
  const id = Number(readers[0].id);
  const letters: [kind: string, subject: string, reader: number | null][] = [
    ["confirm-email", `${id} 0d7c`, id],
    ["wish-back", `${id} godan 2026`, id],
    ["review-hidden", `${id + 1} 7`, null],
    ["review-shown", "odd", null],
    ["newsletter-issue", `${id} trial`, null],
  ];
  for (const [kind, subject] of letters)
    await pool.query("insert into outbox (kind, to_address, subject_key) values ($1, 'a@example.com', $2)", [
      kind,
      subject,
    ]);
  await pool.query(fill);
  const { rows } = await pool.query("select kind, subject_key, reader_id::int from outbox order by id");
  expect(rows.map((row) => [row.kind, row.subject_key, row.reader_id])).toEqual(letters);
});
