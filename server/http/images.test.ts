import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "#db/sql.ts";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";

import { coverWidths } from "#covers/cover-widths.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { SHARE_VERSION } from "#shop/catalogue/share-pictures.ts";
import { createFolderStore } from "#shop/pictures/folder-store.server.ts";
import { createCoverPictures } from "./cover-pictures.ts";
import { createDrawnPictures } from "./drawn-pictures.ts";
import { createImages } from "./images.ts";

const { db } = await openTestDatabase();
const { rows } = await db.execute<{ key: string }>(sql`select cover_key as key from books where id = 'tomb-of-sand'`);
const file = `${rows[0]!.key}-${coverWidths[0]}.webp`;
const folder = mkdtempSync(join(tmpdir(), "endpaper-images-"));
afterAll(() => rmSync(folder, { recursive: true }));

const store = createFolderStore(join(folder, "store"));
const imagesIn = (place: string) =>
  createImages(db, createDrawnPictures(place, 1e9), { name: "Endpaper" }, createCoverPictures(db, store));

async function coverFrom(images: ReturnType<typeof createImages>) {
  const response = await images.cover(file);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("a picture is drawn once: it is kept under its name alone, and sent from there ever after", async () => {
  const place = join(folder, "kept");
  const drawn = await coverFrom(imagesIn(place));
  expect(drawn.bytes.length).toBeGreaterThan(500);
  expect(readdirSync(join(place, "covers"))).toEqual([file]);
  writeFileSync(join(place, "covers", file), "what is kept");
  const again = await coverFrom(imagesIn(place));
  expect(again.bytes.toString()).toBe("what is kept");
});

test("a cover named by a version that draws it otherwise is shown, and nobody keeps it under that name", async () => {
  const place = join(folder, "newer");
  const images = imagesIn(place);
  const name = (key: string) => db.execute(sql`update books set cover_key = ${key} where work_id = 'tomb-of-sand'`);
  const newer = "tomb-of-sand-0123456789";
  await name(newer);
  onTestFinished(async () => void (await name(rows[0]!.key)));
  const paths = [
    { own: file, ask: () => images.cover(`${newer}-${coverWidths[0]}.webp`), kind: "covers" },
    {
      own: `${rows[0]!.key}-${SHARE_VERSION}.png`,
      ask: () => images.share("books", `${newer}-${SHARE_VERSION}.png`),
      kind: "share",
    },
  ];
  for (const { own, ask, kind } of paths) {
    for (const shown of [await ask(), await ask()]) {
      expect([shown.status, shown.headers.get("cache-control")], kind).toEqual([200, "no-store"]);
      const bytes = Buffer.from(await shown.arrayBuffer());
      // It is kept as what it is, so that it is not drawn again for each who asks.
      expect(readdirSync(join(place, kind)), kind).toEqual([own]);
      expect(bytes.equals(readFileSync(join(place, kind, own))), kind).toBe(true);
    }
  }
  await name(rows[0]!.key);
  expect((await images.cover(file)).headers.get("cache-control")).toContain("immutable");
});

test("of a picture that does not exist nothing is kept", async () => {
  const place = join(folder, "none");
  const missing = await imagesIn(place).cover(`no-such-book-0123456789-${coverWidths[0]}.webp`);
  expect(missing.status).toBe(404);
  expect(readdirSync(folder)).not.toContain("none");
});

test("of a portrait under a hash that is not its own nothing is drawn or kept", async () => {
  const { rows: authors } = await db.execute<{ file: string }>(
    sql`select substring(image_url from '[^/]+$') as file from authors where id = 'satyajit-ray'`,
  );
  const own = authors[0]!.file;
  const place = join(folder, "portraits-kept");
  const images = imagesIn(place);
  expect((await images.portrait(own.replace(/-[0-9a-f]{10}-/, "-0000000000-"))).status).toBe(404);
  expect((await images.portrait(own)).status).toBe(200);
  expect(readdirSync(join(place, "portraits"))).toEqual([own]);
});

test("a drawing that failed is tried again by the next who asks", async () => {
  const images = imagesIn(join(folder, "again"));
  await db.execute(sql`alter table books rename to books_away`);
  await expect(coverFrom(images)).rejects.toThrow();
  await db.execute(sql`alter table books_away rename to books`);
  expect((await coverFrom(images)).status).toBe(200);
});

test("a picture that cannot be cached is sent all the same, and the log says so", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  writeFileSync(join(folder, "a-file"), "");
  const { status, bytes } = await coverFrom(imagesIn(join(folder, "a-file")));
  expect(status).toBe(200);
  expect(bytes.length).toBeGreaterThan(500);
  expect(said).toHaveBeenCalledWith(expect.stringContaining("could not be kept"), expect.any(Error));
});
