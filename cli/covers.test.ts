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

test("a folder of pictures is brought in, and a picture is set by hand", async () => {
  const pictures = join(folder, "pictures");
  writeFileSync(join(folder, "front.jpg"), await jpegOf(240, 360));
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

  expect(await shop("covers", "set", "kari", join(folder, "front.jpg"))).toMatchObject({
    exitCode: 0,
    out: "kari: The picture is the cover now.",
  });
  expect(await coverOf("kari")).toMatch(/^p_/);
  for (const [args, words] of [
    [["set", "nobody", join(folder, "front.jpg")], "There is no book with the ISBN or id nobody."],
    [["set", "kari", join(folder, "none.jpg")], "cannot be read"],
    [["set", "kari", join(pictures, "kari.png")], "It is no picture of these kinds"],
    [["import", join(folder, "nowhere")], "There is no folder or file"],
  ] as const) {
    const { exitCode, error } = await shop("covers", ...args);
    expect([exitCode, error]).toEqual([2, expect.stringContaining(words)]);
  }
});

test("the drawn cover of a book gets a layout and inks, or is left to the shop again", async () => {
  const keyOf = async () =>
    (await db.execute<{ key: string }>(sql`select cover_key as key from books where id = 'tamas'`)).rows[0]!.key;
  const before = await keyOf();
  expect(await shop("covers", "draw", "tamas", "--layout", "stack", "--inks", "rani")).toMatchObject({
    exitCode: 0,
    out: "tamas: Its drawn cover has the layout stack in the inks rani now.",
  });
  const chosen = await keyOf();
  expect(chosen).not.toBe(before);
  expect((await shop("covers", "draw", "tamas")).out).toMatch(
    /^tamas: Its drawn cover has the layout [a-z]+ in the inks [a-z]+ now\.$/,
  );
  expect(await keyOf()).not.toBe(chosen);
  for (const [args, words] of [
    [["nobody"], "There is no book with the ISBN or id nobody."],
    [["tamas", "--layout", "oil"], "There is no layout oil. There are: arches, bands, "],
    [["tamas", "--inks", "red"], "There are no inks red. There are: bone, salt, "],
  ] as const) {
    const { exitCode, error } = await shop("covers", "draw", ...args);
    expect([exitCode, error]).toEqual([2, expect.stringContaining(words)]);
  }
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
  expect(line).toBe("the-inward-lane,http://127.0.0.1:9/cover.jpg,It leads to an address that is not public.");
});
