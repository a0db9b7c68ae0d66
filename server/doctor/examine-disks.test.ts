import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { saveMadeBackup, readNewestMade } from "#server/backup/nightly.ts";
import { openTestDatabase } from "#tests/support/database/test-database.ts";
import { examineBackups } from "./examine-disks.ts";

const { db } = await openTestDatabase();
const folder = await mkdtemp(join(tmpdir(), "endpaper-disks-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const dayMs = 86_400_000;
const now = new Date("2026-11-20T06:30:00Z");
const at = (days: number) => new Date(now.getTime() + days * dayMs);

async function backupOf(day: string, writtenAt: Date) {
  const file = join(folder, `endpaper-${day}.tar.zst`);
  await writeFile(file, "a backup");
  await utimes(file, writtenAt, writtenAt);
}

const examine = async (dataDir = "/dev") => {
  const backup = { folder, s3: null, days: 14, recipient: null, isUnencryptedAllowed: true, isOff: false };
  return examineBackups({ backup, databaseUrl: undefined, dataDir }, now, await readNewestMade(db, now));
};

test("a backup of a clock that was ahead is not the newest when the clock is put right", async () => {
  await backupOf("2026-12-20", at(30));
  expect(await examine()).toMatchObject({
    state: "look",
    words: expect.stringContaining("dated in the future, because the clock was ahead"),
  });
  await backupOf("2026-11-15", at(-5));
  expect(await examine()).toMatchObject({ state: "look", words: expect.stringMatching(/^The newest is 5 days old\./) });
  await backupOf("2026-11-20", at(0.01));
  expect(await examine()).toMatchObject({
    state: "well",
    words: expect.stringMatching(/the newest is of 2026-11-20 and has 1 kB\.$/),
  });
  expect(await examine(folder)).toMatchObject({
    state: "look",
    words: expect.stringContaining("the disk of the shop"),
  });
});

test("nor is one that another shop's record tells of", async () => {
  const madeOn = (night: string) =>
    saveMadeBackup(db, {
      night,
      madeAt: new Date(`${night}T00:00:00Z`),
      place: "elsewhere",
      bytes: 10,
      missingCovers: 0,
    });
  await madeOn("2100-01-01");
  expect(await readNewestMade(db, now)).toBeNull();
  await madeOn("2020-01-01");
  expect(await readNewestMade(db, now)).toMatchObject({ night: "2020-01-01" });
  await db.execute(sql`delete from made_backups`);
});
