import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { afterAll, expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
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

/** Applies one migration, which counts its tries and fails with an error's code so often. */
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
  // Ended between the index and its note, it is noted at the next start.
  await empty.query("delete from migrations");
  expect(await migrate(empty, folder)).toEqual(["0001_filed.sql"]);
  await rm(folder, { recursive: true });
});

test("no migration takes its locks in another order than a running shop", async () => {
  const orders = names.filter((name) => name.startsWith("0015") || name.includes("waiting_email"));
  const texts = await Promise.all(
    orders.map((name) => readFile(join(import.meta.dirname, "migrations", name), "utf8")),
  );
  expect(texts.filter((text) => text.includes("outbox") && text.includes("drop index orders_"))).toEqual([]);
  const locks = [...(await readMigration("letters_of_readers")).matchAll(/^(lock|alter) table (\w+)/gm)];
  expect(locks.map(([, , table]) => table).slice(0, 2)).toEqual(["readers", "outbox"]);
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

test("the history of jobs and alerts goes along to their new names", async () => {
  await pool.query("insert into jobs (name, runs) values ('papers', 7), ('refunds-elsewhere', 3), ('letters', 1)");
  await pool.query("insert into alerts (kind, message) values ('papers', 'No bill'), ('refund', 'Failed')");
  await pool.query(await readMigration("documents_and_external_refunds"));
  const { rows: jobs } = await pool.query("select name, runs::int from jobs order by runs");
  expect(jobs.map(({ name, runs }) => [name, runs])).toEqual([
    ["letters", 1],
    ["external-refunds", 3],
    ["documents", 7],
  ]);
  await pool.query("insert into jobs (name, runs) values ('restock', 9)");
  await pool.query(await readMigration("back_in_stock_job"));
  expect((await pool.query("select name from jobs where runs = 9")).rows).toEqual([{ name: "back-in-stock" }]);
  const { rows: alerts } = await pool.query("select kind from alerts order by id");
  expect(alerts.map(({ kind }) => kind)).toEqual(["documents", "refund"]);
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
