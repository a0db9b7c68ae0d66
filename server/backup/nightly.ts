/** The nightly backup: its job, the names and removal of backups, and the record of the newest one. */
import { hostname } from "node:os";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { BackupConfig } from "#server/config/backup-settings.ts";
import { KnownFailure } from "#server/jobs/job-runs.ts";
import type { Job } from "#server/jobs/job.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { readPictures } from "#shop/catalogue/pictures/read-pictures.server.ts";
import type { Services } from "#shop/services.ts";
import { oneRow } from "#db/one-row.ts";
import type { BackupLocation } from "./backup-place.ts";
import { openBackupLocation } from "./open-backup-place.ts";
import { DiskFullError } from "./folder-place.ts";
import { makeBackup, describeMissingPictures } from "./make-backup.ts";

const named = /^endpaper-(\d{4}-\d\d-\d\d)\.tar\.zst(\.age)?$/;
/** The nightly backup is due at 02:00 Indian time, in milliseconds after midnight. */
const nightMs = 2 * 3_600_000;
const dayMs = 86_400_000;
/** The minimum number of backups to keep, whatever their age: a shop that was closed for a month still has some. */
const minBackups = 3;
/** Seconds until the next attempt after the disk was full, because each attempt fills the disk for a while. */
const diskFullRetrySeconds = 3_600;

type NightlyConfig = Pick<BackupConfig, "folder" | "s3" | "days" | "recipient">;

/** The description of the job `backup` for the bookseller; a shop without backups has no such job. */
export const backupPurpose = "makes the nightly backup, and removes old ones";

/** The backup of a day. */
export interface DayBackup {
  day: string;
  name: string;
  /** Its path, or its address in a bucket. */
  file: string;
  bytes: number;
  writtenAt: Date;
}

/** The newest backup of all shop processes on this database, as the database records it. */
export interface MadeBackup {
  night: string;
  madeAt: Date;
  /** The location as text: a folder and its machine, or the address of a bucket. */
  place: string;
  bytes: number;
}

/**
 * The file name of a day's backup (India's time), such as `endpaper-2026-11-05.tar.zst`; `.age` is added if encrypted.
 */
export function backupName(at: Date, isEncrypted: boolean): string {
  return `endpaper-${isoDay(at)}.tar.zst${isEncrypted ? ".age" : ""}`;
}

/** The days with backups, oldest first. */
export async function listBackups(place: BackupLocation): Promise<DayBackup[]> {
  const files = await place.list();
  return files
    .flatMap((found) => {
      const day = named.exec(found.name)?.[1];
      return day === undefined ? [] : [{ ...found, day, file: place.file(found.name).at }];
    })
    .sort((one, other) => one.day.localeCompare(other.day));
}

/** Removes backups older than `days`, except the newest three, and unfinished ones. Returns the removed files. */
export async function removeOldBackups(place: BackupLocation, days: number, now: Date): Promise<string[]> {
  const oldest = isoDay(new Date(now.getTime() - days * dayMs));
  const old = (await listBackups(place)).slice(0, -minBackups).filter(({ day }) => day < oldest);
  for (const { name } of old) await place.remove(name);
  await place.sweep(new Date(now.getTime() - dayMs));
  return old.map(({ file }) => file);
}

/**
 * Makes the backup of a night and notes it; the one of the same night is replaced. Returns the number of covers whose
 * pictures could not be included.
 */
export async function makeNightsBackup(
  services: Pick<Services, "db" | "coverStore" | "now">,
  url: string,
  config: NightlyConfig,
  place = openBackupLocation(config.folder, config.s3),
): Promise<number> {
  const now = services.now();
  const night = new Date(now.getTime() - nightMs);
  let missing = 0;
  const pictures = readPictures(services, (covers) => (missing += covers));
  const file = place.file(backupName(night, config.recipient !== null));
  const bytes = await makeBackup({ url, recipient: config.recipient, pictures }, file);
  await saveMadeBackup(services.db, {
    night: isoDay(night),
    madeAt: now,
    place: inWords(place),
    bytes,
    missingCovers: missing,
  });
  return missing;
}

/** A place for a bookseller, who knows the name of a bucket, but not the folders of the server. */
export function placeWithoutPath(place: string): string {
  return place.startsWith("s3:") ? place : "the folder of backups on the server";
}

/**
 * Creates the backup job, whose place an owner may change meanwhile (`current`). Each night it makes a backup, unless
 * another process on this database has made the one of that night, and removes old backups from this shop's location.
 * It makes no backup of a shop that is less than a day old.
 */
export function createBackupJob(
  url: string,
  current: () => NightlyConfig,
  placeOf = ({ folder, s3 }: NightlyConfig) => openBackupLocation(folder, s3),
): Job {
  const make = (services: Services) =>
    makeNightsBackup(services, url, current(), placeOf(current())).catch((error: unknown) => {
      if (!(error instanceof DiskFullError)) throw error;
      throw new KnownFailure(error.message, diskFullRetrySeconds, { cause: error });
    });
  return {
    purpose: backupPurpose,
    everySeconds: 1_800,
    async run(services) {
      const { days } = current();
      if (days === null) return;
      const place = placeOf(current());
      const now = services.now();
      const night = new Date(now.getTime() - nightMs);
      let missing = 0;
      if (await isDue(services.db, isoDay(night), new Date(now.getTime() - dayMs))) {
        // Remove old backups first, to make room. Ignore a failure here, because the removal after the backup reports
        // it.
        await removeOldBackups(place, days, now).catch(() => {});
        missing = await make(services);
      }
      await removeOldBackups(place, days, now);
      // The job counts as failed until the next night, or until a retry ("Try now") includes the pictures.
      if (missing > 0) throw new KnownFailure(describeMissingPictures(missing), secondsToNextNight(services.now()));
    },
  };
}

function secondsToNextNight(now: Date): number {
  const tomorrow = isoDay(new Date(now.getTime() - nightMs + dayMs));
  return Math.ceil((Date.parse(`${tomorrow}T00:00:00+05:30`) + nightMs - now.getTime()) / 1_000);
}

/**
 * Records the backup of a night, so that no other process makes it again. With `missingCovers`, the number of covers
 * whose pictures are missing, it may be repeated.
 */
export async function saveMadeBackup(db: Db, made: MadeBackup & { missingCovers: number }): Promise<void> {
  const { night, madeAt, place, bytes, missingCovers } = made;
  if (!(await hasBackupTable(db))) return;
  await db.execute(sql`
    insert into made_backups (night, made_at, place, bytes, missing_covers)
    values (${night}::date, ${madeAt.toISOString()}::timestamptz, ${place}, ${bytes}, ${missingCovers})
    on conflict (night) do update set made_at = excluded.made_at, place = excluded.place, bytes = excluded.bytes,
      missing_covers = excluded.missing_covers`);
}

/**
 * Reads the newest backup made by any process on this database; null if there is none. Ignores a backup that is dated
 * in the future because a clock was ahead.
 */
export async function readNewestMade(db: Db, now: Date): Promise<MadeBackup | null> {
  if (!(await hasBackupTable(db))) return null;
  const { rows } = await db.execute<{ made: Omit<MadeBackup, "madeAt"> & { madeAt: string } }>(sql`
    select json_build_object('night', night, 'madeAt', made_at, 'place', place, 'bytes', bytes) as made
    from made_backups where made_at < ${now.toISOString()}::timestamptz + interval '1 hour'
    order by made_at desc limit 1`);
  return rows[0] ? { ...rows[0].made, madeAt: new Date(rows[0].made.madeAt) } : null;
}

/**
 * Whether the database has the table of backups with its current columns. A database that is not migrated yet lacks
 * them, and can still be backed up.
 */
async function hasBackupTable(db: Db): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from pg_attribute where attrelid = to_regclass('made_backups') and attname = 'missing_covers'`,
  );
  return rowCount > 0;
}

/** The description of a location for people on other machines. */
export function inWords({ at }: BackupLocation): string {
  return at.startsWith("s3:") ? at : `${at} on ${hostname()}`;
}

async function isDue(db: Db, night: string, dayAgo: Date): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`
    select not exists (select from made_backups where night = ${night}::date and missing_covers = 0)
      and exists (select from migrations where applied_at < ${dayAgo.toISOString()}::timestamptz) as due`);
  return oneRow(rows).due;
}
