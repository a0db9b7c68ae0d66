import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db } = testServices;
const folder = await mkdtemp(join(tmpdir(), "endpaper-subjects-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const run = (...args: string[]) => runCommand(args, settingsOf(testServices));
const path = join(folder, "subjects.csv");

await db.execute(sql`
  insert into work_subjects (work_id, scheme, code)
  select id, 'thema', 'FBA' from (select id from works order by id limit 3) three
  union all select id, 'thema', 'ZZ' from (select id from works order by id limit 2) two`);

test("a table of subjects is taken out, filled in and brought back", async () => {
  await writeFile(path, "scheme,code,category\nthema,F,Fiction\n");
  expect((await run("subjects", "import", path)).out).toContain("1 line added");
  expect((await run("subjects", "list", "--missing")).out).toMatch(/^Scheme .*\nthema +ZZ +2 +0$/);
  await run("subjects", "export", path);
  const table = await readFile(path, "utf8");
  expect(table).toBe("scheme,code,category,named_by,in_no_category\r\nthema,F,Fiction,3,0\r\nthema,ZZ,,2,0\r\n");
  expect((await run("subjects", "import", path)).out).toContain("0 lines added, 0 changed, 0 removed, 2 unchanged.");

  const filled = `Category;Code;Scheme\r\nPuzzles;ZZ;thema\r\n;F;Thema\r\n"Fiction > ਕਹਾਣੀਆਂ";Nanak Singh;keyword\r\nX;Y;dewey\r\n`;
  await writeFile(path, `\uFEFF${filled}`);
  const { exitCode, out } = await run("subjects", "import", path);
  expect(exitCode).toBe(1);
  expect(out).toContain("2 lines added, 0 changed, 1 removed, 0 unchanged.");
  expect(out).toContain("Line 5: “dewey” is no scheme.");
  expect((await run("subjects", "list")).out).toMatch(/keyword +nanak singh +Fiction > ਕਹਾਣੀਆਂ +0 +0/);
});

test("books are put into the categories that their subjects mean, and one line is taken out", async () => {
  await writeFile(path, "scheme,code,category\nthema,ZZ,Puzzles\n");
  await run("subjects", "import", path);
  expect((await run("subjects", "apply", "--preview")).out).toContain("Nothing was written.");
  expect((await run("subjects", "apply")).exitCode).toBe(0);
  await writeFile(path, "scheme,code,category\nthema,ZZ,\n");
  expect((await run("subjects", "import", path)).out).toContain("1 removed");
  expect((await run("subjects", "standard")).out).toMatch(/subjects added/);
});

test.each([
  ["a file that is not there", ["import", "/no/such.csv"], "cannot be read"],
  ["a file without the columns", ["import", "WRONG"], "The file has no column “code”."],
])("%s is said in one sentence", async (_, args, sentence) => {
  await writeFile(join(folder, "wrong.csv"), "scheme,category\nthema,Fiction\n");
  const { exitCode, error } = await run(
    "subjects",
    ...args.map((arg) => (arg === "WRONG" ? join(folder, "wrong.csv") : arg)),
  );
  expect(exitCode).toBe(2);
  expect(error).toContain(sentence);
});
