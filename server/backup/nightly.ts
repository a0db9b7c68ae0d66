import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { BackupConfig } from "#server/config/backup-settings.ts";
import type { Job } from "#server/jobs/jobs.ts";
import { isoDay } from "#shop/dates/dates.ts";
import { readPictures } from "#shop/pictures/read-pictures.server.ts";
import { makeBackup } from "./make-backup.ts";

const named = /^endpaper-(\d{4}-\d\d-\d\d)\.tar\.zst(\.age)?$/;
/** A day's backup is due at two o'clock in the night. */
const nightMs = 2 * 3_600_000;
const dayMs = 86_400_000;
/** So many stay whatever their age: a shop that was closed for a month still has backups. */
const alwaysKept = 3;

/** The name of the backup of a day in India, such as `endpaper-2026-11-05.tar.zst`; `.age` when it is encrypted. */
export function backupName(at: Date, isEncrypted: boolean): string {
  return `endpaper-${isoDay(at)}.tar.zst${isEncrypted ? ".age" : ""}`;
}

/** The days that a folder has backups of, oldest first. */
export async function listBackups(folder: string): Promise<{ day: string; file: string }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const day = named.exec(name)?.[1];
      return day === undefined ? [] : [{ day, file: join(folder, name) }];
    })
    .sort((one, other) => one.day.localeCompare(other.day));
}

/** Removes backups that are older than they are kept; the newest three stay. Returns the files that it removed. */
export async function removeOldBackups(
  { folder, days }: { folder: string; days: number },
  now: Date,
): Promise<string[]> {
  const oldest = isoDay(new Date(now.getTime() - days * dayMs));
  const old = (await listBackups(folder)).slice(0, -alwaysKept).filter(({ day }) => day < oldest);
  for (const { file } of old) await rm(file, { force: true });
  return old.map(({ file }) => file);
}

/**
 * The job that makes the nightly backup, when the folder has none of the night yet, and removes old ones. A shop of less
 * than a day has none.
 */
export function createBackupJob(url: string, { folder, days, recipient }: BackupConfig): Job {
  return {
    purpose: "makes the nightly backup, and removes old ones",
    everySeconds: 1_800,
    async run(services) {
      const now = services.now();
      const night = new Date(now.getTime() - nightMs);
      const isMade = (await listBackups(folder)).some(({ day }) => day === isoDay(night));
      if (days === null || isMade || !(await isOlderThan(services.db, new Date(now.getTime() - dayMs)))) return;
      const file = join(folder, backupName(night, recipient !== null));
      await makeBackup({ url, recipient, pictures: readPictures(services) }, file);
      await removeOldBackups({ folder, days }, now);
    },
  };
}

async function isOlderThan(db: Db, moment: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from migrations where applied_at < ${moment.toISOString()}::timestamptz limit 1`);
  return rowCount > 0;
}
