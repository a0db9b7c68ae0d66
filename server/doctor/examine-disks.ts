import { openBackupLocation } from "#server/backup/open-backup-place.ts";
import { inWords, listBackups, placeWithoutPath, type MadeBackup } from "#server/backup/nightly.ts";
import type { Config } from "#server/config/config.ts";
import { areOnOneDisk, existing, freeBytesOf } from "#server/disk-space.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { formatBytes } from "#shop/kernel/text/format-bytes.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { broken, look, well, type Finding } from "#shop/office/back-office/finding.ts";

const gigabyte = 1e9;
const minFree = 0.5 * gigabyte;
const easyFree = 3 * gigabyte;
const dayMs = 86_400_000;
/** Tolerated difference between the clocks of the shop and of its backup location, in milliseconds. */
const slackMs = 3_600_000;

/** Free bytes on the disk of the shop, and on that of the backups if it is another one. */
export async function readDisks({
  dataDir,
  backup,
}: Pick<Config, "dataDir" | "backup">): Promise<{ disk: "shop" | "backups"; freeBytes: number }[]> {
  const shops = existing(dataDir);
  // A bucket uses no disk of this machine.
  const backups = backup.folder.startsWith("s3:") ? shops : existing(backup.folder);
  const isOther = backup.days !== null && !(await areOnOneDisk(backups, shops));
  return [
    { disk: "shop", freeBytes: await freeBytesOf(shops) },
    ...(isOther ? [{ disk: "backups" as const, freeBytes: await freeBytesOf(backups) }] : []),
  ];
}

/** Checks the free space on the shop's disks. */
export async function examineDisks(config: Pick<Config, "dataDir" | "backup">): Promise<Finding[]> {
  const disks = await readDisks(config);
  return disks.map(({ disk, freeBytes }) => judgeRoom(`Disk of the ${disk}`, freeBytes));
}

/** Rates the free space of a disk. */
export function judgeRoom(about: string, freeBytes: number): Finding {
  const words = `${(freeBytes / gigabyte).toFixed(1)} GB are free.`;
  const advice = "Free some space, or let it be moved to a larger disk.";
  const operator = "DATA_DIR and BACKUP_FOLDER say where the shop and its backups are.";
  if (freeBytes < minFree)
    return broken(about, `Only ${words} PostgreSQL stops when the disk is full.`, advice, operator);
  return freeBytes < easyFree ? look(about, words, advice, operator) : well(about, words);
}

/** Checks that there is a recent backup; `made` is the newest one in the database, if that is reachable. */
export async function examineBackups(
  config: Pick<Config, "backup" | "databaseUrl" | "dataDir">,
  now: Date,
  made: MadeBackup | null = null,
): Promise<Finding> {
  const { folder, s3, days, recipient, isUnencryptedAllowed } = config.backup;
  const about = "Backups";
  const where = placeWithoutPath(folder);
  const make = "One is made each night while the shop runs, or when you press “Make a backup now” under Go live.";
  const operator = `The backups are in ${folder}.`;
  const command = "Make one now: npm run shop -- backup make";
  if (days === null) {
    return config.databaseUrl === undefined
      ? look(
          about,
          "The nightly backup is switched off.",
          "Let it be switched on: without backups a broken disk ends the shop.",
          "Remove BACKUP_DAYS=0 from the settings.",
        )
      : look(
          about,
          "The shop makes no backups of your own database server by itself.",
          "Make sure that somebody makes them.",
          "See docs/cluster.md, or set BACKUP_DAYS.",
        );
  }
  const place = openBackupLocation(folder, s3);
  const found = await listBackups(place).catch((error: Error) => error);
  if (found instanceof Error)
    return broken(
      about,
      found.message,
      "Check what is entered at the desk, under Go live.",
      "Check BACKUP_FOLDER and BACKUP_S3_….",
    );
  const latest = new Date(now.getTime() + slackMs);
  // Ignore backups that are dated in the future because the clock was ahead.
  const newest = found.findLast(({ day, writtenAt }) => day <= isoDay(latest) && writtenAt <= latest);
  const isElsewhere = made !== null && made.place !== inWords(place) && !(newest && newest.writtenAt > made.madeAt);
  const last = isElsewhere ? { ...made, day: made.night, writtenAt: made.madeAt } : newest;
  if (!last && found.length > 0)
    return {
      ...look(about, `All backups in ${where} are dated in the future, because the clock was ahead.`, make, operator),
      command,
    };
  if (!last)
    return {
      ...look(about, `There is no backup in ${where} yet. The first one is made in the second night.`, make, operator),
      command,
    };
  const { day, bytes, writtenAt } = last;
  const age = Math.floor((now.getTime() - writtenAt.getTime()) / dayMs);
  const size = formatBytes(bytes);
  const words = isElsewhere
    ? `Another process of the shop made the newest, in ${placeWithoutPath(made.place)}; it is of ${day} and has ${size}.`
    : `${formatCount(found.length, "backup")} in ${where}; the newest is of ${day} and has ${size}.`;
  if (age >= 2)
    return {
      ...look(
        about,
        `The newest is ${formatCount(age, "day")} old. ${words}`,
        "Press “Make a backup now” under Go live: it says what is wrong.",
        operator,
      ),
      command: "See why: npm run shop -- jobs",
    };
  const isOnDataDisk =
    config.databaseUrl === undefined && !folder.startsWith("s3:") && (await areOnOneDisk(folder, config.dataDir));
  const faults = [
    ...(isOnDataDisk ? ["They are on the disk of the shop itself, and lost with it."] : []),
    ...(recipient === null && !isUnencryptedAllowed ? ["They are not encrypted."] : []),
  ];
  return faults.length === 0
    ? well(about, words)
    : {
        ...look(about, [words, ...faults].join(" "), "Enter a place elsewhere, with a key, at the desk under Go live."),
        command: "Or make a key for BACKUP_RECIPIENT: npm run shop -- backup key",
      };
}
