import { join, resolve } from "node:path";

import { z } from "zod";

/** Where backups go. */
export interface BackupConfig {
  folder: string;
  /** For how many days a nightly backup is kept; null when the shop makes none by itself. */
  days: number | null;
  /** Whose key opens them; null for backups that are not encrypted. */
  recipient: string | null;
}

/** Backups of the shop. */
export const backupSettings = {
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_DAYS: z
    .string()
    .refine((given) => /^\d{1,4}$/.test(given) && Number(given) <= 3650, {
      error: "must be a number of days from 0 (no nightly backup) to 3650",
    })
    .transform(Number)
    .optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{20,4000}$/, "must be a recipient such as age1..., which npm run shop -- backup key makes")
    .optional(),
};

const usualDays = 14;

/** The embedded database is backed up every night unless `BACKUP_DAYS=0`; one of your own where `BACKUP_DAYS` says so. */
export function readBackup(
  read: z.infer<z.ZodObject<typeof backupSettings>>,
  dataDir: string,
  isEmbedded: boolean,
): BackupConfig {
  const days = read.BACKUP_DAYS ?? (isEmbedded ? usualDays : 0);
  return {
    folder: resolve(read.BACKUP_FOLDER ?? join(dataDir, "backups")),
    days: days === 0 ? null : days,
    recipient: read.BACKUP_RECIPIENT ?? null,
  };
}
