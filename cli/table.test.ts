import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const folder = await mkdtemp(join(tmpdir(), "endpaper-table-"));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, "rains.txt");

/** What the command line says; its complaint when it does not do it. */
async function say(...args: string[]): Promise<string> {
  const { out, error, exitCode } = await runCommand(["table", ...args], settingsOf(testServices));
  expect(exitCode).toBe(error ? 2 : 0);
  return error || out;
}

const rains = (...books: string[]) =>
  ["# For the rains\nBegins: 2020-06-10", "It pours.", ...books.map((id) => `${id}\nRead ${id}.\n-- L.`)].join("\n\n");

test("a table is shown as the file it is set from, and set, listed and removed", async () => {
  await writeFile(file, await say("show", "monsoon"));
  expect(await say("set", "rains", file)).toMatch(
    /^The table rains is kept, with 9 books\. (It stands today|Today “.+” stands)\./,
  );
  expect(await say("show", "rains")).toBe(await say("show", "monsoon"));
  expect(await say("list")).toMatch(/rains +For the first rain +06-10, every year +\d books/);
  expect((await say("list")).match(/stands today/g)).toHaveLength(1);
  expect(await say("show")).toMatch(/^# .+\nBegins: /);
  expect(await say("remove", "rains")).toBe("The table rains is removed.");
  expect(await say("list")).not.toContain("rains ");
});

test("what cannot be done is said in a sentence, and keeps nothing", async () => {
  await writeFile(file, rains("jejuri", "kari", "no-such-book"));
  expect(await say("set", "rains", file)).toContain("this id or ISBN: no-such-book. Nothing was kept.");
  await writeFile(file, rains("jejuri", "kari", "jejuri"));
  expect(await say("set", "rains", file)).toContain("named twice: jejuri");
  await writeFile(file, rains("jejuri"));
  expect(await say("set", "rains", file)).toMatch(/A table needs 3 to 14 books.*\(.*rains\.txt\)/s);
  expect(await say("set", "The Rains", file)).toContain("NAME is small letters");
  expect(await say("set", "rains", join(folder, "none.txt"))).toContain("cannot be read");
  expect(await say("show", "rains")).toContain("There is no table rains.");
  expect(await say("remove", "rains")).toContain("There is no table rains.");
});
