import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test, vi } from "vitest";

import { createDrawnPictures } from "./drawn-pictures.ts";

const root = mkdtempSync(join(tmpdir(), "endpaper-drawn-"));
afterAll(() => rmSync(root, { recursive: true }));

const picture = (bytes: number) => Buffer.alloc(bytes, "x");
/** Like the names of pictures: the id of a book, ten digits of a hash, a width. */
const nameOf = (id: number | string) => `${id}-0123456789-480.webp`;
const namesIn = (folder: string) => readdirSync(folder).sort();
function lastUsed(path: string, daysAgo: number) {
  const then = new Date(Date.now() - daysAgo * 86_400_000);
  utimesSync(path, then, then);
}

test("the store has a bound: the pictures that nobody asked for the longest go first", async () => {
  const folder = join(root, "bounded");
  const pictures = createDrawnPictures(folder, 10_000);
  for (let n = 0; n < 10; n += 1) {
    await pictures.keep(`covers/${nameOf(n)}`, picture(1_000));
    lastUsed(join(folder, "covers", nameOf(n)), 20 - n);
  }
  expect(namesIn(join(folder, "covers"))).toHaveLength(10);
  expect(await pictures.find(`covers/${nameOf(0)}`)).toHaveLength(1_000);
  await pictures.keep(`portraits/${nameOf("new")}`, picture(1_000));
  // Down to nine tenths; the oldest was read just now.
  expect(namesIn(join(folder, "covers"))).toEqual([0, 3, 4, 5, 6, 7, 8, 9].map(nameOf));
  expect(namesIn(join(folder, "portraits"))).toEqual([nameOf("new")]);
  expect(await pictures.find(`covers/${nameOf(1)}`)).toBeNull();
});

test("an empty file, as a power cut may leave one, is no picture: it is drawn anew", async () => {
  const folder = join(root, "empty");
  const pictures = createDrawnPictures(folder, 10_000);
  const path = `covers/${nameOf("cut")}`;
  await pictures.keep(path, picture(100));
  writeFileSync(join(folder, path), "");
  expect(await pictures.find(path)).toBeNull();
  await pictures.keep(path, picture(100));
  expect(await pictures.find(path)).toHaveLength(100);
});

test("what an earlier process left counts", async () => {
  const folder = join(root, "left");
  await createDrawnPictures(folder, 1_000_000).keep(`covers/${nameOf("old")}`, picture(50_000));
  lastUsed(join(folder, "covers", nameOf("old")), 3);
  await createDrawnPictures(folder, 10_000).keep(`covers/${nameOf("new")}`, picture(100));
  expect(namesIn(join(folder, "covers"))).toEqual([nameOf("new")]);
});

test("the time of a file is written once a day, not at each look", async () => {
  const folder = join(root, "times");
  const pictures = createDrawnPictures(folder, 10_000);
  await pictures.keep(`covers/${nameOf("a")}`, picture(10));
  const path = join(folder, "covers", nameOf("a"));
  lastUsed(path, 0.5);
  const { mtimeMs } = statSync(path);
  await pictures.find(`covers/${nameOf("a")}`);
  expect(statSync(path).mtimeMs).toBe(mtimeMs);
});

test("nothing but drawn pictures ever goes, however full the folder is", async () => {
  const folder = join(root, "images");
  mkdirSync(join(folder, "covers"), { recursive: true });
  const others = [
    join(root, nameOf("beside")),
    join(folder, nameOf("above")),
    join(folder, "covers", "p_0a1b2c3d4e-480.webp"),
  ];
  for (const path of others) writeFileSync(path, picture(90_000));
  const pictures = createDrawnPictures(folder, 1_000);
  for (const name of ["a", "b", "c"]) await pictures.keep(`covers/${nameOf(name)}`, picture(800));
  for (const path of others) expect(statSync(path).size, path).toBe(90_000);
  expect(namesIn(join(folder, "covers")).length).toBeLessThanOrEqual(2);
});

test("of a picture that cannot be kept nothing stays, and that is told", async () => {
  const folder = join(root, "unkept");
  // A folder takes the place of the picture, so the draft cannot be renamed to it, as on a full disk.
  mkdirSync(join(folder, "covers", nameOf("a"), "inside"), { recursive: true });
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await createDrawnPictures(folder, 10_000).keep(`covers/${nameOf("a")}`, picture(100));
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
  expect(namesIn(join(folder, "covers"))).toEqual([nameOf("a")]);
});
