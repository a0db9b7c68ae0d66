import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import { openTestServices, settingsOf } from "#tests/support/shop/test-services.ts";
import { runCommand } from "./run-command.ts";

const testServices = await openTestServices();
const { db } = testServices;
const folder = mkdtempSync(join(tmpdir(), "endpaper-covers-command-"));
afterAll(() => rmSync(folder, { recursive: true }));
const store = join(folder, "store");
const shop = (...args: string[]) => runCommand(args, { ...settingsOf(testServices), COVERS_FOLDER: store });

const coverOf = async (id: string) => {
  const { rows } = await db.execute<{ picture: string | null }>(
    sql`select cover_image_id as picture from books where id = ${id}`,
  );
  return rows[0]?.picture;
};

test("a folder of pictures is brought in, and what is no picture is reported", async () => {
  const pictures = join(folder, "pictures");
  mkdirSync(pictures);
  writeFileSync(join(pictures, "godan.jpg"), await jpegOf(260, 360));
  const brought = await shop("covers", "import", pictures);
  expect([brought.exitCode, brought.error]).toEqual([0, ""]);
  expect(brought.out).toMatch(/^new +1$/m);
  expect(await coverOf("godan")).toMatch(/^p_/);
  expect(readdirSync(store)).toHaveLength(1);

  writeFileSync(join(pictures, "kari.png"), "no picture");
  const refused = await shop("covers", "import", pictures, "--json");
  expect(refused.exitCode).toBe(1);
  expect(JSON.parse(refused.out)).toMatchObject({
    counts: { unchanged: 1, refused: 1 },
    reportPath: `${pictures}.report.csv`,
  });

  const none = await shop("covers", "import", join(folder, "nowhere"));
  expect([none.exitCode, none.error]).toEqual([2, expect.stringContaining("There is no folder or file")]);
});

test("links of a file are followed only when that is asked for, and never inward", async () => {
  const file = join(folder, "books.csv");
  writeFileSync(
    file,
    "reference,title,authors,mrp,cover\nlane-1,The inward lane,Somebody,399,http://127.0.0.1:9/cover.jpg\n",
  );
  const first = await shop("import", file);
  expect(first.exitCode).toBe(0);
  expect(first.out).not.toContain("Covers");
  const second = await shop("import", file, "--fetch-covers");
  expect([second.exitCode, second.error]).toEqual([1, ""]);
  expect(second.out).toMatch(/^refused +1$/m);
  const [, line] = readFileSync(`${file}.covers.csv`, "utf8").split("\r\n");
  expect(line).toBe("the-inward-lane,http://127.0.0.1:9/cover.jpg,It points to an address that is not public.");
});
