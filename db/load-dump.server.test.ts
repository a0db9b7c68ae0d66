import pg from "pg";
import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { dumpDatabase, type DumpEntry } from "./dump.ts";
import { loadDump } from "./load-dump.ts";
import { migrate } from "./migrate.ts";

const { pool, url } = await openTestDatabase();
const empty = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_empty` });
await pool.query(`create database ${empty.pathname.slice(1)}`);

async function* dumpAfter(...names: string[]): AsyncGenerator<DumpEntry> {
  const contents = { format: 1, migrations: names.map((name) => ({ name, sha256: "" })), tables: [] };
  yield { name: "dump.json", bytes: Buffer.from(JSON.stringify(contents)) };
}

test("a backup from before the baseline is refused, naming the release that restores it", async () => {
  await expect(loadDump(empty.href, dumpAfter("0094_letters_unseen.sql"), async () => {})).rejects.toThrow(
    "An older Endpaper made this backup (0094_letters_unseen.sql). Restore it with release 0.1.0, and start this release then.",
  );
  const client = new pg.Client({ connectionString: empty.href });
  await client.connect();
  expect((await client.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await client.end();
});

test("a backup is restored that lacks migrations between those that it has", async () => {
  const isMissing = (name: string) => /^(?:0163|0230)_/.test(name);
  const open = async (name: string) => {
    const own = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_${name}` });
    await pool.query(`create database ${own.pathname.slice(1)}`);
    return { own, db: new pg.Pool({ connectionString: own.href }) };
  };
  const [older, restored] = await Promise.all([open("older"), open("restored")]);
  await migrate(older.db, undefined, (name) => !isMissing(name));
  await older.db.query(
    "insert into stock_choices (low_level) values (7) on conflict (is_only) do update set low_level = 7",
  );
  await loadDump(restored.own.href, dumpDatabase(older.own.href), async () => {});
  const { rows } = await restored.db.query(
    "select low_level, to_regclass('low_books') is not null as is_migrated from stock_choices",
  );
  expect(rows).toEqual([{ low_level: 7, is_migrated: true }]);
  await Promise.all([older.db.end(), restored.db.end()]);
});
