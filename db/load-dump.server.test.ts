import pg from "pg";
import { expect, test } from "vitest";

import { openTestDatabase } from "#tests/support/database/test-database.ts";
import type { DumpEntry } from "./dump.ts";
import { loadDump } from "./load-dump.ts";

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
