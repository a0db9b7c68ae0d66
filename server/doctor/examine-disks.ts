import { existsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";

import { listBackups } from "#server/backup/nightly.ts";
import type { Config } from "#server/config/config.ts";
import { counted } from "#shop/text/counted.ts";
import { broken, look, well, type Finding } from "./finding.ts";

const gigabyte = 1e9;
const minFree = 0.5 * gigabyte;
const easyFree = 3 * gigabyte;
const dayMs = 86_400_000;

/** How many bytes are free on the disk of the shop; and on that of the backups, where they have their own. */
export async function readDisks({
  dataDir,
  backup,
}: Pick<Config, "dataDir" | "backup">): Promise<{ disk: "shop" | "backups"; freeBytes: number }[]> {
  const shops = existing(dataDir);
  const backups = existing(backup.folder);
  const isOther = backup.days !== null && (await stat(backups)).dev !== (await stat(shops)).dev;
  return [
    { disk: "shop", freeBytes: await freeBytesOf(shops) },
    ...(isOther ? [{ disk: "backups" as const, freeBytes: await freeBytesOf(backups) }] : []),
  ];
}

/** How much room the shop's disks have. */
export async function examineDisks(config: Pick<Config, "dataDir" | "backup">): Promise<Finding[]> {
  const disks = await readDisks(config);
  return disks.map(({ disk, freeBytes }) => judgeRoom(`Disk of the ${disk}`, freeBytes));
}

/** What so many free bytes mean for a shop. */
export function judgeRoom(about: string, freeBytes: number): Finding {
  const words = `${(freeBytes / gigabyte).toFixed(1)} GB are free.`;
  const advice = "Free some room, or move DATA_DIR or BACKUP_FOLDER to a larger disk.";
  if (freeBytes < minFree) return broken(about, `Only ${words} PostgreSQL stops when the disk is full.`, advice);
  return freeBytes < easyFree ? look(about, words, advice) : well(about, words);
}

/** Whether there is a backup, and how old the newest is. */
export async function examineBackups(config: Pick<Config, "backup" | "databaseUrl">, now: Date): Promise<Finding> {
  const { folder, days, recipient } = config.backup;
  const about = "Backups";
  const make = "Make one now: npm run shop -- backup make";
  if (days === null) {
    return config.databaseUrl === undefined
      ? look(about, "The nightly backup is switched off.", "Take BACKUP_DAYS=0 out of the settings.")
      : look(
          about,
          "The shop makes none by itself of a database of your own.",
          "Make sure that the database has its own, or set BACKUP_DAYS.",
        );
  }
  const found = await listBackups(folder);
  const newest = found.at(-1);
  if (newest === undefined) return look(about, `There is none in ${folder} yet. The second night makes one.`, make);
  const { mtime, size } = await stat(newest.file);
  const age = Math.floor((now.getTime() - mtime.getTime()) / dayMs);
  const words = `${counted(found.length, "backup")} in ${folder}; the newest is of ${newest.day} and has ${(size / 1e6).toFixed(1)} MB.`;
  if (age >= 2)
    return look(about, `The newest is ${counted(age, "day")} old. ${words}`, `See why: npm run shop -- jobs. ${make}`);
  return recipient === null
    ? look(about, `${words} They are not encrypted.`, "Keep copies elsewhere, encrypted: npm run shop -- backup key")
    : well(about, words);
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}
