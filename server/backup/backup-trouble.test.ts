/** Tests of backups in trouble: a full disk, drafts of a stopped process, concurrent writers and lost pictures. */
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { KnownFailure } from "#server/jobs/job-runs.ts";
import { createFolderStore } from "#shop/catalogue/pictures/folder-store.server.ts";
import { renditionNames } from "#shop/catalogue/pictures/picture-name.ts";
import { pictureId } from "#shop/catalogue/pictures/read-picture.server.ts";
import { findCoveredBook, saveCover } from "#shop/catalogue/pictures/save-cover.server.ts";
import { jpegOf } from "#tests/support/pictures.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { createFolderPlace, DiskFullError } from "./folder-place.ts";
import { backupName, createBackupJob, removeOldBackups } from "./nightly.ts";

const folder = await mkdtemp(join(tmpdir(), "endpaper-backup-trouble-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { db, url, services } = await openTestServices();
const coverStore = createFolderStore(join(folder, "covers"));
const opened = Date.now();
const gigabyte = 1024 ** 3;

beforeEach(() => db.execute(sql`delete from made_backups`));

/** The nightly job with a folder of its own, on a disk that reports `freeBytes` as free. */
async function nightly(name: string, freeBytes = async () => 100 * gigabyte) {
  const at = join(folder, name);
  await mkdir(at);
  const config = { folder: at, s3: null, days: 14, recipient: null, isUnencryptedAllowed: false };
  const job = createBackupJob(
    url,
    () => config,
    () => createFolderPlace(at, freeBytes),
  );
  return {
    at,
    run: (hours: number) => job.run({ ...services, coverStore, now: () => new Date(opened + hours * 3_600_000) }),
  };
}

async function failureOf(run: Promise<unknown>): Promise<KnownFailure> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KnownFailure);
  return error as KnownFailure;
}

test("each night's backup stays for as many days as the setting says, and then goes", async () => {
  for (const days of [14, 3, 30]) {
    const at = join(folder, `kept-${days}`);
    await mkdir(at);
    const place = createFolderPlace(at, async () => 100 * gigabyte);
    const made: string[] = [];
    for (let night = 0; night < days + 6; night += 1) {
      const now = new Date(opened + night * 86_400_000);
      made.push(backupName(now, false));
      await writeFile(join(at, made.at(-1)!), "");
      await removeOldBackups(place, days, now);
      // Tonight's backup and those of `days` nights before.
      expect(await readdir(at), `night ${night} of ${days} days`).toEqual(made.slice(-days - 1));
    }
  }
});

test("on a full disk old backups go first, the newest three stay, and the failure waits for an hour", async () => {
  let free = gigabyte;
  const { at, run } = await nightly("full", async () => free);
  const old = [1, 2, 3, 4, 5].map((day) => `endpaper-2026-01-0${day}.tar.zst`);
  for (const name of old) await writeFile(join(at, name), "");
  const failure = await failureOf(run(25));
  expect(failure.message).toMatch(/^Not enough disk space for .*: 1 GB of its disk stays free for the shop\./);
  expect(failure.waitSeconds).toBe(3_600);
  expect(await readdir(at)).toEqual(old.slice(2));
  free = 2 * gigabyte;
  await run(26);
  expect(await readdir(at)).toEqual([...old.slice(3), expect.stringMatching(/^endpaper-20.*\.tar\.zst$/)]);
});

test("a disk that fills while a backup is written stops it with a gigabyte left, and nothing of it stays", async () => {
  const at = join(folder, "filling");
  let free = gigabyte + 100 * 1024 ** 2;
  const file = createFolderPlace(at, async () => free).file("x.tar.zst");
  let pulled = 0;
  async function* megabytes() {
    for (; pulled < 300; pulled += 1) {
      free -= 1024 ** 2;
      yield Buffer.alloc(1024 ** 2);
    }
  }
  await expect(file.write(megabytes())).rejects.toBeInstanceOf(DiskFullError);
  expect(free).toBeGreaterThan(gigabyte);
  expect(pulled).toBeGreaterThan(50);
  expect(await readdir(at)).toEqual([]);
});

test("handles ENOSPC, and removes abandoned drafts", async () => {
  const at = join(folder, "left");
  await mkdir(at);
  const [left, written, other] = ["x.tar.zst.1.part", "x.tar.zst.2.part", "y.tar.zst.3.part"];
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const name of [left, other]) {
    await writeFile(join(at, name), "what a machine left that stopped");
    await utimes(join(at, name), anHourAgo, anHourAgo);
  }
  await writeFile(join(at, written), "what somebody writes just now");
  // The disk has room once the draft is removed.
  const place = createFolderPlace(at, async () => ((await readdir(at)).includes(left) ? 0 : 100 * gigabyte));
  let isTaken = false;
  async function* full(): AsyncGenerator<Buffer> {
    yield Buffer.from("1");
    isTaken = true;
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  }
  await expect(place.file("x.tar.zst").write(full())).rejects.toThrow("Not enough disk space for");
  expect(isTaken).toBe(true);
  expect(await readdir(at)).toEqual([written, other]);
});

test("two that write the backup of one day at once do not write into one another's", async () => {
  const at = join(folder, "twice");
  const place = createFolderPlace(at, async () => 100 * gigabyte);
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* slow() {
    yield Buffer.from("of the slow ");
    await promise;
    yield Buffer.from("one");
  }
  async function* quick() {
    yield Buffer.from("of the other");
  }
  const first = place.file("x.tar.zst").write(slow());
  await expect.poll(() => readdir(at).catch(() => [])).toHaveLength(1);
  await place.file("x.tar.zst").write(quick());
  expect(await readFile(join(at, "x.tar.zst"), "utf8")).toBe("of the other");
  resolve();
  await first;
  expect(await readFile(join(at, "x.tar.zst"), "utf8")).toBe("of the slow one");
  expect(await readdir(at)).toEqual(["x.tar.zst"]);
});

test("a backup without pictures of covers is made, and told as a failure until the next night", async () => {
  const picture = await jpegOf(240, 360);
  const bring = async () => {
    const book = (await findCoveredBook(db, "godan"))!;
    return saveCover({ db, coverStore, now: services.now }, book, picture, { source: "godan.jpg", by: "covers" });
  };
  expect(await bring()).toBe("added");
  const { at, run } = await nightly("pictures");
  await run(25);
  const [lost, alsoLost] = renditionNames(pictureId(picture), 240);
  for (const name of [lost!, alsoLost!]) await coverStore.remove(name);

  const failure = await failureOf(run(49));
  expect(failure.message).toMatch(
    /^The picture store has lost files of 1 cover, so the backup does not include them\./,
  );
  expect(new Date(opened + 49 * 3_600_000 + failure.waitSeconds * 1_000).toISOString()).toMatch(/T20:30:0/);
  expect(await readdir(at)).toHaveLength(2);
  // Another run in the same night fails too, until the pictures are back.
  await failureOf(run(49));
  await failureOf(run(73));

  expect(await bring()).toBe("replaced");
  expect(await coverStore.has(lost!)).toBe(true);
  await run(73);
  expect(await readdir(at)).toHaveLength(3);
  await run(97);
  // A lost picture that is no book's cover is no failure.
  await db.execute(sql`update books set cover_image_id = null where id = 'godan'`);
  await coverStore.remove(lost!);
  await run(121);
});
