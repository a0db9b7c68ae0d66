import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";

import { recordLines } from "#tests/support/desk.ts";
import { openTestServices, settingsOf } from "#tests/support/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-backups-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const env = { ...settingsOf(testServices), DATA_DIR: folder };
const run = (args: string, more: Record<string, string> = {}) =>
  runCommand(["backup", ...args.split(" ")], { ...env, ...more });

/** The address of an empty database of this test's own. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${crypto.randomUUID().replaceAll("-", "")}`;
  const url = new URL(inject("templateUrl"));
  url.pathname = "/postgres";
  const owner = new pg.Client({ connectionString: url.toString() });
  await owner.connect();
  await owner.query(`create database ${name}`);
  afterAll(async () => {
    await owner.query(`drop database ${name} with (force)`);
    await owner.end();
  });
  url.pathname = `/${name}`;
  return url.toString();
}

test("a backup is made, listed, encrypted, and restored with its key into an empty database", async () => {
  expect((await run("list")).out).toContain(`There is no backup in ${join(folder, "backups")} yet.`);
  const { key, recipient } = JSON.parse((await run("key --json")).out) as { key: string; recipient: string };
  const made = JSON.parse((await run("make --json", { BACKUP_RECIPIENT: recipient })).out) as { file: string };
  expect((await run("list")).out).toContain(made.file);
  expect((await recordLines(testServices, 1))[0]).toBe("Made a backup of all records.");

  const keyFile = join(folder, "key.txt");
  await writeFile(keyFile, `# the key of our shop\n${key}\n`);
  const DATABASE_URL = await emptyDatabase();
  expect(await run(`restore ${made.file}`, { DATABASE_URL })).toMatchObject({
    exitCode: 2,
    error: "This backup is encrypted. Give its key: --key FILE",
  });
  expect(await run(`restore ${made.file} --key ${keyFile}`, { DATABASE_URL })).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^Restored: 403 books, .*\nThe records are sound\.\n/),
  });
  expect(await run(`restore ${made.file} --key ${keyFile}`, { DATABASE_URL })).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("There is a shop in this database already."),
  });
});

test("what cannot be done is said in words", async () => {
  const nothing = join(folder, "nothing.txt");
  await writeFile(nothing, "no key");
  const DATABASE_URL = await emptyDatabase();
  for (const [args, words] of [
    ["make", "There is no shop yet in this database."],
    ["restore /no/such/file", "There is no file /no/such/file."],
    [`restore ${nothing}`, "The backup is damaged or cut off. Nothing was restored."],
    [`restore ${nothing} --key ${nothing}`, "has no key of a backup"],
    [`restore ${nothing} --key /no/such/key`, "/no/such/key cannot be read"],
  ] as const) {
    const answer = await run(args, { DATABASE_URL });
    expect([answer.exitCode, answer.error], args).toEqual([2, expect.stringContaining(words)]);
  }
});
