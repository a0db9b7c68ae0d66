import { hostname } from "node:os";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { BackupConfig } from "#server/config/backup-settings.ts";
import { KnownFailure } from "#server/jobs/job-runs.ts";
import type { Job } from "#server/jobs/jobs.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { readPictures } from "#shop/catalogue/pictures/read-pictures.server.ts";
import type { Services } from "#shop/services.ts";
import type { BackupPlace } from "./backup-place.ts";
import { openBackupPlace } from "./open-backup-place.ts";
import { NoRoomError } from "./folder-place.ts";
import { makeBackup, sayMissingPictures } from "./make-backup.ts";

const named = /^endpaper-(\d{4}-\d\d-\d\d)\.tar\.zst(\.age)?$/;
/** A day's backup is due at two o'clock in the night. */
const nightMs = 2 * 3_600_000;
const dayMs = 86_400_000;
/** So many stay whatever their age: a shop that was closed for a month still has backups. */
const alwaysKept = 3;
/** A backup that found no room takes all that there is on its way: it is tried again so many seconds later. */
const noRoomSeconds = 3_600;

/** For the bookseller; the job is called `backup`, and a shop that makes none has no such job. */
export const backupPurpose = "makes the nightly backup, and removes old ones";

/** A backup of a day. */
export interface DayBackup {
  day: string;
  name: string;
  /** Its path, or its address in a bucket. */
  file: string;
  bytes: number;
  writtenAt: Date;
}

/** What the records say of the newest backup, wherever it was made. */
export interface MadeBackup {
  night: string;
  madeAt: Date;
  /** In words: a folder and its machine, or the address of a bucket. */
  place: string;
  bytes: number;
}

/** The name of the backup of a day in India, such as `endpaper-2026-11-05.tar.zst`; `.age` when it is encrypted. */
export function backupName(at: Date, isEncrypted: boolean): string {
  return `endpaper-${isoDay(at)}.tar.zst${isEncrypted ? ".age" : ""}`;
}

/** The days that a place has backups of, oldest first. */
export async function listBackups(place: BackupPlace): Promise<DayBackup[]> {
  const files = await place.list();
  return files
    .flatMap((found) => {
      const day = named.exec(found.name)?.[1];
      return day === undefined ? [] : [{ ...found, day, file: place.file(found.name).at }];
    })
    .sort((one, other) => one.day.localeCompare(other.day));
}

/** Removes backups that are older than they are kept, and unfinished ones; the newest three stay. Returns what it removed. */
export async function removeOldBackups(place: BackupPlace, days: number, now: Date): Promise<string[]> {
  const oldest = isoDay(new Date(now.getTime() - days * dayMs));
  const old = (await listBackups(place)).slice(0, -alwaysKept).filter(({ day }) => day < oldest);
  for (const { name } of old) await place.remove(name);
  await place.sweep(new Date(now.getTime() - dayMs));
  return old.map(({ file }) => file);
}

/**
 * The job that makes the nightly backup, when no shop on this database has made it yet, and removes old ones from this
 * shop's place. A shop of less than a day has none.
 */
export function createBackupJob(
  url: string,
  { folder, s3, days, recipient }: BackupConfig,
  place = openBackupPlace(folder, s3),
): Job {
  /** Returns of how many covers no picture could be taken along. */
  async function make(services: Services, now: Date, night: Date): Promise<number> {
    let missing = 0;
    const pictures = readPictures(services, (covers) => (missing += covers));
    const file = place.file(backupName(night, recipient !== null));
    const bytes = await makeBackup({ url, recipient, pictures }, file).catch((error: unknown) => {
      if (!(error instanceof NoRoomError)) throw error;
      throw new KnownFailure(error.message, noRoomSeconds, { cause: error });
    });
    await noteMade(services.db, {
      night: isoDay(night),
      madeAt: now,
      place: inWords(place),
      bytes,
      missingCovers: missing,
    });
    return missing;
  }
  return {
    purpose: backupPurpose,
    everySeconds: 1_800,
    async run(services) {
      if (days === null) return;
      const now = services.now();
      const night = new Date(now.getTime() - nightMs);
      let missing = 0;
      if (await isDue(services.db, isoDay(night), new Date(now.getTime() - dayMs))) {
        // What is old makes room first. Where it cannot be removed there is a backup all the same, and the failure is told below.
        await removeOldBackups(place, days, now).catch(() => {});
        missing = await make(services, now, night);
      }
      await removeOldBackups(place, days, now);
      // It stands as a failure until the next night, or until somebody has it made again (Try now) with its pictures.
      if (missing > 0) throw new KnownFailure(sayMissingPictures(missing), secondsToNextNight(services.now()));
    },
  };
}

function secondsToNextNight(now: Date): number {
  const tomorrow = isoDay(new Date(now.getTime() - nightMs + dayMs));
  return Math.ceil((Date.parse(`${tomorrow}T00:00:00+05:30`) + nightMs - now.getTime()) / 1_000);
}

/**
 * Writes down that the backup of a night is made, so that no other shop makes it too; and of how many covers the store of pictures
 * had lost files, as such a one may be made again.
 */
export async function noteMade(db: Db, made: MadeBackup & { missingCovers: number }): Promise<void> {
  const { night, madeAt, place, bytes, missingCovers } = made;
  if (!(await isNoted(db))) return;
  await db.execute(sql`
    insert into made_backups (night, made_at, place, bytes, missing_covers)
    values (${night}::date, ${madeAt.toISOString()}::timestamptz, ${place}, ${bytes}, ${missingCovers})
    on conflict (night) do update set made_at = excluded.made_at, place = excluded.place, bytes = excluded.bytes,
      missing_covers = excluded.missing_covers`);
}

/**
 * The newest backup that a shop on this database made, wherever it was put; null when there is none. One that was made while
 * the clock was ahead would be the newest until then, and is passed over.
 */
export async function readNewestMade(db: Db, now: Date): Promise<MadeBackup | null> {
  if (!(await isNoted(db))) return null;
  const { rows } = await db.execute<{ made: Omit<MadeBackup, "madeAt"> & { madeAt: string } }>(sql`
    select json_build_object('night', night, 'madeAt', made_at, 'place', place, 'bytes', bytes) as made
    from made_backups where made_at < ${now.toISOString()}::timestamptz + interval '1 hour'
    order by made_at desc limit 1`);
  return rows[0] ? { ...rows[0].made, madeAt: new Date(rows[0].made.madeAt) } : null;
}

/** A database that is still to be migrated does not note backups yet, and can be backed up all the same. */
async function isNoted(db: Db): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from pg_attribute where attrelid = to_regclass('made_backups') and attname = 'missing_covers'`,
  );
  return rowCount > 0;
}

/** A place as people on other machines know it. */
export function inWords({ at }: BackupPlace): string {
  return at.startsWith("s3:") ? at : `${at} on ${hostname()}`;
}

async function isDue(db: Db, night: string, dayAgo: Date): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`
    select not exists (select from made_backups where night = ${night}::date and missing_covers = 0)
      and exists (select from migrations where applied_at < ${dayAgo.toISOString()}::timestamptz) as due`);
  return rows[0]!.due;
}
