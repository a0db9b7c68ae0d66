import { setTimeout as wait } from "node:timers/promises";

import { rejectUnencryptedInBucket } from "#server/config/backup-settings.ts";
import type { Config } from "#server/config/config.ts";
import { areOnOneDisk } from "#server/disk-space.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import type { ShopBackups } from "#shop/office/back-office/backups.ts";
import type { Services } from "#shop/services.ts";
import { describeMissingPictures } from "./make-backup.ts";
import { makeNightsBackup, placeWithoutPath, readNewestMade } from "./nightly.ts";

/** How long a request waits for a backup, in milliseconds. */
const waitsForMs = 8_000;
/** How long an answer on disks is used, in milliseconds. */
const disksKnownForMs = 60_000;
/** A folder of a network that does not answer must not hold up a page, in milliseconds. */
const disksAnswerWithinMs = 1_000;
const work = "backup";

/** The backups of the shop that an owner sees and makes at the desk. `databaseUrl` is the address of the database. */
export function createShopBackups(
  services: Pick<Services, "db" | "coverStore" | "uploads" | "now">,
  databaseUrl: string,
  current: () => Pick<Config, "backup" | "dataDir" | "databaseUrl">,
): ShopBackups {
  let trouble: string | null = null;
  let disks = { folder: "", readAt: 0, areOne: Promise.resolve(false) };

  async function make() {
    trouble = null;
    try {
      const { backup } = current();
      rejectUnencryptedInBucket(backup, backup.folder);
      const missing = await makeNightsBackup(services, databaseUrl, backup);
      if (missing > 0) trouble = describeMissingPictures(missing);
    } catch (error) {
      trouble = messageOf(error);
      console.error("The backup that an owner asked for failed:", error);
    }
  }

  async function state() {
    const made = await readNewestMade(services.db, services.now());
    const newest = made && {
      madeAt: made.madeAt.toISOString(),
      bytes: made.bytes,
      where: placeWithoutPath(made.place),
    };
    return { newest, isRunning: services.uploads.work.isDoing(work), trouble };
  }

  return {
    state,
    async areOnDataDisk() {
      const { backup, dataDir, databaseUrl: ownServer } = current();
      // The data of a database server are elsewhere.
      if (ownServer !== undefined || backup.folder.startsWith("s3:")) return false;
      if (disks.folder !== backup.folder || Date.now() - disks.readAt > disksKnownForMs)
        disks = {
          folder: backup.folder,
          readAt: Date.now(),
          areOne: areOnOneDisk(backup.folder, dataDir).catch(() => false),
        };
      return Promise.race([disks.areOne, wait(disksAnswerWithinMs, false, { ref: false })]);
    },
    async make() {
      services.uploads.work.begin(work, make);
      await Promise.race([services.uploads.work.ended(work), wait(waitsForMs, undefined, { ref: false })]);
      return state();
    },
  };
}
