/** Tests migrations: their order, retries, concurrent indexes, and the refusal of changed or too old ones. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { afterAll, expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { readReplacedMigrations, schemaFiles } from "./schema/baseline.ts";
import { migrate, needsMigration } from "./migrate.ts";

const { pool, url } = await openTestDatabase();
const replaced = await readReplacedMigrations();
const names = (await readdir(join(import.meta.dirname, "migrations"))).filter((name) => name.endsWith(".sql")).sort();

const emptyUrl = new URL(url);
emptyUrl.pathname += "_empty";
await pool.query(`create database ${emptyUrl.pathname.slice(1)}`);
const empty = new pg.Pool({ connectionString: emptyUrl.toString() });
afterAll(() => empty.end());

const readApplied = async (db: pg.Pool) =>
  (await db.query<{ name: string }>("select name from migrations order by name")).rows.map(({ name }) => name);

test("two processes that start at once load the schema into an empty database once", async () => {
  await empty.query("drop schema public cascade; create schema public");
  const [mine, yours] = await Promise.all([migrate(empty), migrate(empty)]);
  expect([...mine, ...yours]).toEqual(["schema"]);
  expect(await readApplied(empty)).toEqual([...replaced.map(({ name }) => name), ...names]);
});

test("every file of the schema is loaded", async () => {
  const files = await readdir(join(import.meta.dirname, "schema"), { recursive: true });
  expect(files.filter((name) => name.endsWith(".sql")).sort()).toEqual([...schemaFiles].sort());
});

test("a database that is up to date is left alone", async () => {
  expect(await migrate(pool)).toEqual([]);
  expect(await migrate(pool)).toEqual([]);
  expect(await needsMigration({ ownerUrl: url })).toBe(false);
});

test("each migration has a number of its own, higher than those of the baseline", () => {
  const all = [...replaced.map(({ name }) => name), ...names];
  const numbers = all.map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  for (const name of all) expect(name).toMatch(/^\d{4}_[a-z0-9_]+\.sql$/);
});

test("a database with only some of the replaced migrations is refused, naming the release to run first", async () => {
  const last = replaced.at(-1)!.name;
  const refused =
    `This database is of an older Endpaper: it lacks migration ${last}. Start release 0.1.0 with it once, ` +
    "to update the database. Then start this release.";
  await pool.query("update migrations set sha256 = 'of another text' where name = $1", [last]);
  await expect(migrate(pool)).rejects.toThrow(refused);
  await pool.query("delete from migrations where name = $1", [last]);
  expect(await needsMigration({ ownerUrl: url })).toBe(true);
  await expect(migrate(pool)).rejects.toThrow(refused);
  expect(await readApplied(pool)).not.toContain(last);
  await pool.query("insert into migrations (name, sha256) values ($1, $2)", [last, replaced.at(-1)!.sha256]);
  expect(await migrate(pool)).toEqual([]);
});

test("a migration whose file was changed after it had been applied is refused", async () => {
  await empty.query("drop schema public cascade; create schema public");
  const folder = await mkdtemp(join(tmpdir(), "endpaper-migrations-"));
  await writeFile(join(folder, "0001_first.sql"), "create table first (id integer)");
  expect(await migrate(empty, folder)).toEqual(["0001_first.sql"]);
  await writeFile(join(folder, "0001_first.sql"), "create table first (id bigint)");
  await expect(migrate(empty, folder)).rejects.toThrow(
    "Migration 0001_first.sql was changed after it had been applied to this database. Restore the file, and write a new migration.",
  );
  await rm(folder, { recursive: true });
});

test("a schema that cannot be loaded leaves nothing of itself behind", async () => {
  await empty.query("drop schema public cascade");
  await empty.query("create schema public");
  await empty.query("create table outbox (taken text)");
  await expect(migrate(empty)).rejects.toThrow('db/schema/kernel/mail.sql failed: relation "outbox" already exists');
  const { rows } = await empty.query("select tablename from pg_tables where schemaname = 'public' order by 1");
  expect(rows.map((row) => row.tablename)).toEqual(["migrations", "outbox"]);
});

/** Applies a migration that fails `failures` times with an error code. */
async function tryMigration(code: string, failures: number) {
  await empty.query("drop schema public cascade; create schema public; create sequence tries");
  const folder = await mkdtemp(join(tmpdir(), "endpaper-migrations-"));
  await writeFile(
    join(folder, "0001_first.sql"),
    `do $$ begin
      if nextval('tries') <= ${failures} then raise exception 'a shop was in the way' using errcode = '${code}'; end if;
    end $$;
    create table patience as select current_setting('lock_timeout') as lock_timeout`,
  );
  const applied = await migrate(empty, folder).catch((error: Error) => error.message);
  await rm(folder, { recursive: true });
  const { rows } = await empty.query<{ tries: string }>("select last_value as tries from tries");
  return { applied, tries: Number(rows[0]!.tries) };
}

test("a migration that a running shop is in the way of is tried again, and waits for no lock for long", async () => {
  for (const code of ["40P01", "55P03"])
    expect(await tryMigration(code, 2), code).toEqual({ applied: ["0001_first.sql"], tries: 3 });
  const { rows } = await empty.query("select lock_timeout from patience");
  expect(rows).toEqual([{ lock_timeout: "3s" }]);
});

test("it is given up after eight tries; one that fails for another reason is not tried again", async () => {
  const applied = "Migration 0001_first.sql failed: a shop was in the way";
  expect(await tryMigration("40P01", 100)).toEqual({ applied, tries: 8 });
  expect(await tryMigration("23505", 100)).toEqual({ applied, tries: 1 });
});

test("an index may be built while a shop writes; what a try left half built goes, and two processes do not wait for each other", async () => {
  await empty.query("drop schema public cascade; create schema public; create sequence tries");
  await empty.query(`create table books (title text); insert into books values ('Godan');
    create function filed(title text) returns text immutable language plpgsql as $$ begin
      if nextval('public.tries') <= 2 then raise exception 'a shop was in the way' using errcode = '55P03'; end if;
      return lower(title);
    end $$`);
  const folder = await mkdtemp(join(tmpdir(), "endpaper-migrations-"));
  const text = "create index concurrently if not exists books_filed on books (filed(title));";
  await writeFile(join(folder, "0001_filed.sql"), `-- outside a transaction: books is large\n${text}\n`);
  const writer = await empty.connect();
  await writer.query("begin; insert into books values ('Kim')");
  const migrating = Promise.all([migrate(empty, folder), migrate(empty, folder)]);
  await expect
    .poll(
      async () => (await empty.query("select from pg_locks where locktype = 'virtualxid' and not granted")).rowCount,
    )
    .toBe(1);
  await writer.query("commit");
  writer.release();
  expect((await migrating).flat()).toEqual(["0001_filed.sql"]);
  const { rows } = await empty.query("select indexrelid::regclass::text as name, indisvalid from pg_index");
  expect(rows).toContainEqual({ name: "books_filed", indisvalid: true });
  // After a crash between making the index and recording the migration, the next start records it.
  await empty.query("delete from migrations");
  expect(await migrate(empty, folder)).toEqual(["0001_filed.sql"]);
  await rm(folder, { recursive: true });
});
