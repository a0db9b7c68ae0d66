/** Tests the import of cover pictures from folders, zips and links, and which of two pictures of a book counts. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import { makeZip } from "#tests/support/make-zip.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { fetchCovers } from "./fetch-covers.server.ts";
import { ImportRunningError, withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { undoImport } from "#shop/catalogue/import/undo-import.server.ts";
import type { UndoResult } from "#shop/catalogue/import/undo-result.ts";
import { createFolderStore } from "./folder-store.server.ts";
import { importCovers, noCovers } from "./import-covers.server.ts";
import { renditionNames } from "./picture-name.ts";
import { pictureId } from "./read-picture.server.ts";
import { findCoveredBook, saveCover, storeFile } from "./save-cover.server.ts";
import { sweepPictures } from "./sweep-pictures.server.ts";

const { db } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "endpaper-covers-"));
afterAll(() => rmSync(folder, { recursive: true }));
const coverStore = createFolderStore(join(folder, "store"));
let time = new Date("2026-03-01T10:00:00Z");
const services = { db, coverStore, now: () => time };

const { rows } = await db.execute<{ id: string; isbn13: string }>(
  sql`select id, isbn13 from books where isbn13 like '978%' order by id limit 6`,
);
const [one, two, three, four, five, six] = rows as Record<number, { id: string; isbn13: string }> & typeof rows;
const [first, second, third] = await Promise.all([jpegOf(240, 360), jpegOf(300, 300), jpegOf(360, 240)]);

let folders = 0;
/** Writes files into a new folder, or bytes as a zip, and imports it. */
async function bring(files: Record<string, Buffer> | Buffer) {
  folders += 1;
  const path = join(folder, `brought-${folders}${files instanceof Buffer ? ".zip" : ""}`);
  if (files instanceof Buffer) writeFileSync(path, files);
  else
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(join(path, name, ".."), { recursive: true });
      writeFileSync(join(path, name), bytes);
    }
  const { counts, reportPath } = await importCovers(services, path, () => {});
  return { counts, report: reportPath ? readFileSync(reportPath, "utf8").trimEnd().split("\r\n").slice(1) : [] };
}

const coverOf = async (id: string) => (await findCoveredBook(db, id))!.coverImageId;
/** Resets a book to one that never had a picture; the cause is set to an undo, which leaves no trace. */
const without = (id: string) =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('endpaper.cause', 'undo 1', true)`);
    await tx.execute(
      sql`update books set cover_image_id = null, cover_link = null, field_origins = '{}' where id = ${id}`,
    );
  });
beforeEach(async () => {
  for (const { id } of rows) await without(id);
});

function isbn10(isbn13: string): string {
  const nine = isbn13.slice(3, 12);
  const sum = [...nine].reduce((total, digit, place) => total + Number(digit) * (10 - place), 0);
  return nine + "0123456789X"[(11 - (sum % 11)) % 11];
}

test("files are named by ISBN-13, ISBN-10 or id, with and without hyphens, in folders too; again nothing changes", async () => {
  const { isbn13 } = one!;
  const files = {
    [`${isbn13.slice(0, 3)}-${isbn13.slice(3, 12)}-${isbn13.slice(12)}.jpg`]: first!,
    [`more/${isbn10(two!.isbn13)}.JPEG`]: second!,
    [`${three!.id}.jpg`]: third!,
    "9780000000002.jpg": first!,
    "raag darbari front.png": first!,
    [`${four!.isbn13}.png`]: Buffer.from("no picture"),
    "list.csv": Buffer.from("isbn,file"),
    ".DS_Store": Buffer.from("x"),
  };
  const brought = await bring(files);
  expect(brought.counts).toEqual({ ...noCovers(), added: 3, unknown: 2, refused: 1 });
  expect(brought.report.sort()).toEqual([
    `9780000000002.jpg,unknown,,"No book has this ISBN, item code or id."`,
    expect.stringContaining(`${four!.isbn13}.png,refused,${four!.id},"It is no picture of these kinds`),
    `raag darbari front.png,unknown,,"No book has this ISBN, item code or id."`,
  ]);
  expect([await coverOf(one!.id), await coverOf(two!.id), await coverOf(three!.id), await coverOf(four!.id)]).toEqual([
    pictureId(first!),
    pictureId(second!),
    pictureId(third!),
    null,
  ]);
  for (const name of renditionNames(pictureId(first!), 240)) expect(await coverStore.has(name), name).toBe(true);
  expect((await bring(files)).counts).toEqual({ ...noCovers(), unchanged: 3, unknown: 2, refused: 1 });
  expect((await bring({ [`${one!.id}.jpg`]: second! })).counts).toEqual({ ...noCovers(), replaced: 1 });
});

test("files are named by item codes of imported files too, unless several books have the code", async () => {
  const give = (id: string, source: string, code: string) =>
    db.execute(sql`update books set source = ${source}, record_reference = ${code} where id = ${id}`);
  for (const source of ["till", "penguin"])
    await db.execute(sql`
      insert into imports (kind, file_name, content_sha256, options, state, started_at)
      values ('catalogue', ${source}, ${source.padEnd(64, "e")}, ${JSON.stringify({ source })}::jsonb, 'done', ${time})`);
  await give(one!.id, "till", "B1003");
  await give(two!.id, "till", "B1004");
  await give(three!.id, "penguin", "B1004");
  const brought = await bring({ "b1003.png": first!, "B1004.png": second! });
  expect(brought.counts).toEqual({ ...noCovers(), added: 1, unknown: 1 });
  expect(await coverOf(one!.id)).toBe(pictureId(first!));
  expect(await coverOf(two!.id)).toBeNull();
});

test("names may say more after the ISBN, a back is no cover, and a single picture is enough", async () => {
  const { counts, report } = await bring({
    [`${one!.isbn13}_front.jpg`]: first!,
    [`${one!.isbn13}-back.jpg`]: second!,
    [`${isbn10(two!.isbn13)} (1).jpg`]: second!,
    [`${three!.isbn13}abc.jpg`]: third!,
  });
  expect(counts).toEqual({ ...noCovers(), added: 2, refused: 1, unknown: 1 });
  expect(report.join()).toContain(`${one!.isbn13}-back.jpg,refused,,Its name says that it is not the front`);
  expect([await coverOf(one!.id), await coverOf(two!.id)]).toEqual([pictureId(first!), pictureId(second!)]);
  const alone = join(folder, `${four!.isbn13}.jpg`);
  writeFileSync(alone, third!);
  expect((await importCovers(services, alone, () => {})).counts).toEqual({ ...noCovers(), added: 1 });
});

test("an import of covers is undone: earlier covers come back, later ones stay, and the sweep has kept the earlier", async () => {
  const set = async (id: string, file: Buffer) =>
    saveCover(services, (await findCoveredBook(db, id))!, file, { source: "front.jpg", by: "covers" });
  const [old, fresh, later] = await Promise.all([jpegOf(241, 361), jpegOf(301, 301), jpegOf(361, 241)]);
  await set(one!.id, old);
  const path = join(folder, "undone");
  mkdirSync(path);
  for (const book of [one!, two!, three!]) writeFileSync(join(path, `${book.isbn13}.jpg`), fresh);
  const { importId } = await importCovers(services, path, () => {});
  await set(three!.id, later);
  const before = time;
  time = new Date(time.getTime() + 5 * 86_400_000);
  while ((await sweepPictures(services)) > 0);
  time = before;
  const undone = await undoImport(services, importId);
  expect(undone).toMatchObject({ books: { restored: 2 }, left: [expect.stringContaining(`${three!.id}: the cover`)] });
  expect([await coverOf(one!.id), await coverOf(two!.id), await coverOf(three!.id)]).toEqual([
    pictureId(old),
    null,
    pictureId(later),
  ]);
  expect(await undoImport(services, importId)).toBe("undone");
});

test("a cover whose earlier picture was deleted after 30 days stays, with this reason", async () => {
  const set = async (id: string, file: Buffer) =>
    saveCover(services, (await findCoveredBook(db, id))!, file, { source: "front.jpg", by: "covers" });
  const [old, fresh, later] = await Promise.all([jpegOf(242, 362), jpegOf(302, 302), jpegOf(362, 242)]);
  for (const book of [one!, two!]) await set(book.id, old);
  const path = join(folder, "expired");
  mkdirSync(path);
  for (const book of [one!, two!]) writeFileSync(join(path, `${book.isbn13}.jpg`), fresh);
  const { importId } = await importCovers(services, path, () => {});
  await set(two!.id, later);
  const before = time;
  onTestFinished(() => void (time = before));
  time = new Date(time.getTime() + 31 * 86_400_000);
  while ((await sweepPictures(services)) > 0);
  const { left } = (await undoImport(services, importId)) as UndoResult;
  expect(left.toSorted()).toEqual(
    [
      `${one!.id}: the cover was not restored, because the earlier picture is no longer kept.`,
      `${two!.id}: the cover was not restored, because it was changed since.`,
    ].toSorted(),
  );
});

test("an interrupted import of covers is resumed as one import, and undone as one; it waits for other imports", async () => {
  const path = join(folder, "interrupted");
  mkdirSync(path);
  for (const { isbn13 } of [one!, two!, three!]) writeFileSync(join(path, `${isbn13}.jpg`), first!);
  await withImportLock(db, async () => {
    await expect(importCovers(services, path, () => {})).rejects.toThrow(ImportRunningError);
  });
  const stop = (_: number, files: number) => {
    if (files === 2) throw new Error("The process stops.");
  };
  await expect(importCovers(services, path, stop)).rejects.toThrow("stops");
  // Meanwhile one of its covers was replaced.
  const [changed] = [one!, two!, three!].toSorted((a, b) => (a.isbn13 < b.isbn13 ? -1 : 1));
  await saveCover(services, (await findCoveredBook(db, changed!.id))!, second!, { source: "x.jpg", by: "covers" });
  const { importId, counts } = await importCovers(services, path, () => {});
  expect(counts, "of both runs").toEqual({ ...noCovers(), added: 2, replaced: 1 });
  const imports = await db.execute(sql`select id::int, state from imports where file_name = 'interrupted'`);
  expect(imports.rows).toEqual([{ id: importId, state: "done" }]);
  expect(await undoImport(services, importId)).toMatchObject({ books: { restored: 3 }, left: [] });
  expect(await coverOf(changed!.id)).toBe(pictureId(second!));
});

test("the same picture mends a cover whose files the store has lost, also one that a person set", async () => {
  const set = async (by: string) =>
    saveCover(services, (await findCoveredBook(db, one!.id))!, second!, { source: "front.jpg", by });
  await set("person");
  const names = renditionNames(pictureId(second!), 300);
  for (const name of [names[0]!, names.at(-1)!]) {
    await coverStore.remove(name);
    expect((await bring({ [`${one!.id}.jpg`]: second! })).counts, name).toEqual({ ...noCovers(), replaced: 1 });
    expect(await coverStore.has(name), name).toBe(true);
  }
  expect((await bring({ [`${one!.id}.jpg`]: second! })).counts).toEqual({ ...noCovers(), unchanged: 1 });
  // The desk stores a picture before any book refers to it.
  await coverStore.remove(names[0]!);
  await storeFile(services, second!, "front.jpg");
  expect(await coverStore.has(names[0]!)).toBe(true);
});

test("a zip does the same, writes nothing beside the store, and tells what in it cannot be read", async () => {
  const zip = makeZip([
    { name: `covers/${five!.isbn13}.jpg`, content: first! },
    { name: "__MACOSX/._x.jpg", content: "x" },
    { name: `locked/${six!.isbn13}.jpg`, content: first!, flags: 1 },
  ]);
  const { counts, report } = await bring(zip);
  expect(counts).toEqual({ ...noCovers(), added: 1, refused: 1 });
  expect(report).toEqual([`locked/${six!.isbn13}.jpg,refused,${six!.id},It has a password.`]);
  const large = { name: `${six!.isbn13}.jpg`, content: Buffer.alloc(21 * 1024 * 1024) };
  expect((await bring(makeZip([large]))).report[0]).toContain("The file is larger than 20 MB.");
  await expect(bring(zip.subarray(0, zip.length - 10))).rejects.toThrow("neither a folder nor a zip");
  const outward = makeZip([{ name: `../../${six!.id}.jpg`, content: first! }]);
  await expect(bring(outward)).rejects.toThrow("The zip has a file whose name points outside the zip.");
  expect(existsSync(join(folder, "..", `${six!.id}.jpg`))).toBe(false);
});

test("a link in a folder leads nowhere", async () => {
  const place = join(folder, "linked");
  mkdirSync(place);
  writeFileSync(join(folder, "elsewhere.jpg"), first!);
  symlinkSync(join(folder, "elsewhere.jpg"), join(place, `${six!.id}.jpg`));
  await expect(importCovers(services, place, () => {})).rejects.toThrow("There are no files in it.");
});

test("of two pictures for one book the first counts, each time", async () => {
  const files = { [`${six!.id}.jpg`]: first!, [`z/${six!.isbn13}.jpg`]: second! };
  for (const counts of [{ added: 1 }, { unchanged: 1 }]) {
    const brought = await bring(files);
    expect(brought.counts).toEqual({ ...noCovers(), ...counts, refused: 1 });
    expect(brought.report).toEqual([
      `z/${six!.isbn13}.jpg,refused,${six!.id},${six!.id}.jpg was already imported for the same book.`,
    ]);
  }
});

test("a picture that a person set stays; a person may set another", async () => {
  const set = async (file: Buffer) =>
    saveCover(services, (await findCoveredBook(db, four!.isbn13))!, file, { source: "front.jpg", by: "person" });
  expect(await set(second!)).toBe("added");
  const { counts, report } = await bring({ [`${four!.id}.jpg`]: first! });
  expect(counts).toEqual({ ...noCovers(), kept: 1 });
  expect(report[0]).toContain("A person chose this book’s cover");
  expect(await coverOf(four!.id)).toBe(pictureId(second!));
  // A person has set a cover while the file was being read.
  const seenBefore = { id: four!.id, coverImageId: null, isByPerson: false };
  expect(await saveCover(services, seenBefore, first!, { source: "x", by: "covers" })).toBe("kept");
  expect(await set(third!)).toBe("replaced");
});

test("links are followed for books without a picture, unless a person took it away, and what fails is told", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/gone.jpg") return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": "image/jpeg" }).end(second!);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://covers.example:${(server.address() as AddressInfo).port}`;
  await bring({ [`${three!.id}.jpg`]: third! });
  await db.execute(sql`update books set cover_link = ${`${origin}/a.jpg`} where id = ${one!.id}`);
  await db.execute(sql`update books set cover_link = ${`${origin}/gone.jpg`} where id = ${two!.id}`);
  await db.execute(
    sql`update books set cover_link = ${`${origin}/a.jpg`}, cover_image_id = null where id = ${three!.id}`,
  );
  // None of them may be downloaded from a private address; the report lists each.
  const report = join(folder, "links.csv");
  const inside = { resolve: async () => ["127.0.0.1"], isAllowed: () => false };
  expect((await fetchCovers(services, report, () => {}, inside)).counts).toEqual({ ...noCovers(), refused: 2 });

  const network = { resolve: async () => ["127.0.0.1"], isAllowed: (address: string) => address === "127.0.0.1" };
  const fetched = await fetchCovers(services, report, () => {}, network);
  expect(fetched.counts).toEqual({ ...noCovers(), added: 1, refused: 1 });
  expect(readFileSync(report, "utf8").trimEnd().split("\r\n").slice(1)).toEqual([
    `${two!.id},${origin}/gone.jpg,The server responded with 404.`,
  ]);
  expect([await coverOf(one!.id), await coverOf(three!.id)]).toEqual([pictureId(second!), null]);
});

test("a picture that is no book's cover any more goes after a day, with its files", async () => {
  const file = await jpegOf(220, 330);
  const names = renditionNames(pictureId(file), 220);
  await bring({ [`${five!.id}.jpg`]: file });
  await without(five!.id);
  const isThere = async () => (await Promise.all(names.map((name) => coverStore.has(name)))).includes(true);
  await sweepPictures(services);
  expect(await isThere()).toBe(true);
  time = new Date(time.getTime() + 25 * 3_600_000);
  while ((await sweepPictures(services)) > 0);
  expect(await isThere()).toBe(false);
  // Pictures that an import replaced stay for its undo, for 30 days.
  time = new Date(time.getTime() + 31 * 86_400_000);
  while ((await sweepPictures(services)) > 0);
  const { rows: left } = await db.execute<{ id: string }>(sql`select id from cover_images order by id`);
  const { rows: used } = await db.execute<{ id: string }>(
    sql`select distinct cover_image_id as id from books where cover_image_id is not null order by id`,
  );
  expect(left).toEqual(used);
  expect((await bring({ [`${five!.id}.jpg`]: file })).counts).toEqual({ ...noCovers(), added: 1 });
  expect(await isThere()).toBe(true);
});
