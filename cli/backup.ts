/** The operator's commands that make, list and restore backups. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

import { generateX25519Identity, identityToRecipient } from "age-encryption";

import { openDatabase, type Database } from "#db/connect.ts";
import { DumpError } from "#db/load-dump.ts";
import { wasMigrated } from "#db/migrate.ts";
import { inTransaction } from "#db/transaction.ts";
import { rejectUnencryptedInBucket } from "#server/config/backup-settings.ts";
import type { Config } from "#server/config/config.ts";
import { backupFileAt, openBackupLocation } from "#server/backup/open-backup-place.ts";
import { makeBackup, describeMissingPictures } from "#server/backup/make-backup.ts";
import { backupName, inWords, listBackups, saveMadeBackup } from "#server/backup/nightly.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { withDeskCredentials } from "#server/credentials.ts";
import { openCoverStore } from "#server/services.ts";
import { BucketError } from "#shop/kernel/buckets/bucket.server.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { readPictures } from "#shop/catalogue/pictures/read-pictures.server.ts";
import { writeAuditLog } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { commandLine, formatTable, UsageError, type BareCommand } from "./command.ts";

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export const backupMake: BareCommand = {
  name: "backup make",
  positionals: "[FILE]",
  description:
    "Writes a backup of all records and pictures to a file or a bucket (s3://our-backups/shop/NAME) while the shop keeps running. It contains personal data.",
  options: {},
  example: "/mnt/disk/endpaper.tar.zst",
  async runBare({ config, positionals: [given], progress }) {
    if (config.credentials.backup.source === "environment")
      rejectUnencryptedInBucket(config.backup, given ?? config.backup.folder);
    const now = new Date();
    return withDatabase(config, progress, async ({ db, pool, url }) => {
      if (!(await wasMigrated(pool))) throw new UsageError("There is no shop yet in this database.");
      const { backup } = await withDeskCredentials(config, db);
      const { folder, s3, recipient } = backup;
      rejectUnencryptedInBucket(backup, given ?? folder);
      const place = openBackupLocation(folder, s3);
      const file = given === undefined ? place.file(backupName(now, recipient !== null)) : backupFileAt(given, s3);
      const entry = { action: "exports.backup", words: "Made a backup of all records." };
      await inTransaction(db, (tx) => writeAuditLog(tx, commandLine, now, entry));
      let missingCovers = 0;
      const coverStore = openCoverStore(config.coverStore);
      const pictures = readPictures({ db, coverStore }, (covers) => (missingCovers += covers));
      const source = { url, pictures, recipient };
      const bytes = await makeBackup(source, file, (name) => progress(name, true)).catch(throwAsUsageError);
      const made = { night: isoDay(now), madeAt: now, place: inWords(place), bytes, missingCovers };
      if (given === undefined) await saveMadeBackup(db, made);
      const safety =
        recipient === null ? "It is not encrypted: anybody who has the file can read it." : "It is encrypted.";
      return {
        data: { file: file.at, bytes, missingCovers },
        lines: [
          `${file.at}: ${megabytes(bytes)}. ${safety}`,
          ...(missingCovers > 0 ? [describeMissingPictures(missingCovers)] : []),
        ],
        isWell: missingCovers === 0,
      };
    });
  },
};

export const backupList: BareCommand = {
  name: "backup list",
  positionals: "",
  description: "Lists the backups in the folder or bucket of backups.",
  options: {},
  async runBare({ config, progress }) {
    const backup = await findBackupSettings(config, progress);
    const found = await listBackups(openBackupLocation(backup.folder, backup.s3)).catch(throwAsUsageError);
    const rows = found.map(({ day, file, bytes }) => ({ day, file, bytes }));
    const nightly =
      backup.days === null ? "No nightly backup is made." : `Kept for ${formatCount(backup.days, "day")}.`;
    return {
      data: rows,
      lines: [
        ...(rows.length === 0
          ? [`There is no backup in ${backup.folder} yet.`]
          : formatTable(
              ["Day", "Size", "File"],
              rows.map(({ day, bytes, file }) => [day, megabytes(bytes), file]),
            )),
        nightly,
      ],
    };
  },
};

export const backupKey: BareCommand = {
  name: "backup key",
  positionals: "",
  description:
    "Makes a key for encrypted backups and shows it once: keep it somewhere else than on the shop's machine.",
  options: {},
  async runBare() {
    const key = await generateX25519Identity();
    const recipient = await identityToRecipient(key);
    return {
      data: { key, recipient },
      lines: [
        "Keep this key on paper or in a password manager, not on the shop's machine. Without it no backup can be read:",
        key,
        "",
        "Set this in the shop's environment; from then on backups are encrypted:",
        `BACKUP_RECIPIENT=${recipient}`,
      ],
    };
  },
};

export const backupRestore: BareCommand = {
  name: "backup restore",
  positionals: "FILE",
  description:
    "Restores a backup into an empty shop: a DATA_DIR that does not exist yet, or an empty database of your own.",
  options: { key: { type: "string", value: "FILE", description: "file with the key of an encrypted backup" } },
  example: "endpaper-2026-11-05.tar.zst",
  async runBare({ config, positionals: [given = ""], options, progress }) {
    const key = typeof options.key === "string" ? await readKey(options.key) : null;
    return withDatabase(config, progress, async ({ db, ownerUrl }) => {
      const coverStore = openCoverStore(config.coverStore);
      const target = { ownerUrl, coverStore, key };
      const { rows, pictures } = await restoreBackup(backupFileAt(given, config.backup.s3), target, (name) =>
        progress(name, true),
      ).catch(throwAsUsageError);
      progress("Checking the records");
      const breaches = await findBreaches(db);
      const count = (table: string, one: string) => formatCount(rows[table] ?? 0, one);
      return {
        isWell: breaches.length === 0,
        data: { rows, pictures, breaches },
        lines: [
          `Restored: ${count("books", "book")}, ${count("orders", "order")}, ${count("readers", "reader")}, ${formatCount(pictures, "picture file")}.`,
          breaches.length === 0
            ? "All records agree with each other."
            : `The records do not agree with each other in ${formatCount(breaches.length, "case")}: npm run check:invariants`,
          "The backup does not contain later changes: compare the orders since then with your payment provider.",
        ],
      };
    });
  },
};

/**
 * Throws a UsageError instead of an error that the operator can correct, so that its message is printed without a stack
 * trace.
 */
function throwAsUsageError(error: unknown): never {
  if (error instanceof DumpError || error instanceof BucketError) throw new UsageError(error.message, { cause: error });
  throw error;
}

/** The settings of backups with what an owner chose at the desk, if there is a shop and its database answers. */
async function findBackupSettings(config: Config, report: (line: string) => void): Promise<Config["backup"]> {
  if (config.credentials.backup.source === "environment") return config.backup;
  if (config.databaseUrl === undefined && !existsSync(config.dataDir)) return config.backup;
  try {
    return await withDatabase(config, report, async ({ db, pool }) =>
      (await wasMigrated(pool)) ? (await withDeskCredentials(config, db)).backup : config.backup,
    );
  } catch (error) {
    report(`${messageOf(error)} A place of backups that was chosen at the desk is unknown.`);
    return config.backup;
  }
}

async function withDatabase<T>(
  config: Config,
  report: (line: string) => void,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ ...config, report }).catch((error: Error) => {
    throw new UsageError(error.message, { cause: error });
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function readKey(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  const key = text.split("\n").find((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (key === undefined)
    throw new UsageError(`${path} contains no backup key: a line that begins with AGE-SECRET-KEY-1.`);
  return key.trim();
}
