import { join, resolve } from "node:path";

import { z } from "zod";

import { isLoopback } from "#server/network/loopback.ts";
import { accessKeyId, region, secretAccessKey } from "./cover-store-settings.ts";
import { SettingsError } from "./settings-error.ts";

/** Who may use a store that speaks S3, and where it is. */
export interface S3Access {
  /** The store's own address, without a slash at its end: buckets lie below it. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where backups go. */
export interface BackupConfig {
  /** A folder, or the address of a bucket such as `s3://our-backups/shop`. */
  folder: string;
  /** For addresses of buckets; null when no keys are set. */
  s3: S3Access | null;
  /** For how many days a nightly backup is kept; null when the shop makes none by itself. */
  days: number | null;
  /** Whose key opens them; null for backups that are not encrypted. */
  recipient: string | null;
  /** Whether somebody has said that backups shall not be encrypted, wherever they go. */
  isPlainWanted: boolean;
}

/** The address of a bucket, or of a folder in it. */
export const bucketAddress = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/(?<prefix>[\w.-]+(\/[\w.-]+)*))?$/;

/** Backups of the shop. */
export const backupSettings = {
  BACKUP_FOLDER: z
    .string()
    .transform((given) => (given.startsWith("s3:") ? given.replace(/\/+$/, "") : given))
    .refine((given) => !given.startsWith("s3:") || bucketAddress.test(given), {
      error: "must be a folder, or the address of a bucket such as s3://our-backups/shop",
    })
    .optional(),
  BACKUP_S3_ENDPOINT: z
    .string()
    .refine((given) => URL.canParse(given) && new URL(given).href === `${new URL(given).origin}/`, {
      error: "must be the address of a store such as https://s3.ap-south-1.amazonaws.com, without a bucket",
    })
    .refine((given) => !URL.canParse(given) || given.startsWith("https:") || isLoopback(given), {
      error: "must start with https://, unless it is on this machine",
    })
    .optional(),
  BACKUP_S3_REGION: region,
  BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  BACKUP_DAYS: z
    .string()
    .refine((given) => /^\d{1,4}$/.test(given) && Number(given) <= 3650, {
      error: "must be a number of days from 0 (no nightly backup) to 3650",
    })
    .transform(Number)
    .optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(
      /^(age1[0-9a-z]{20,4000}|none)$/,
      "must be a recipient such as age1..., which npm run shop -- backup key makes, or none",
    )
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
  const folder = read.BACKUP_FOLDER ?? join(dataDir, "backups");
  const s3 = readAccess(read);
  const isBucket = bucketAddress.test(folder);
  if (isBucket && !s3)
    throw new SettingsError(
      "BACKUP_FOLDER is a bucket: set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY too, and BACKUP_S3_ENDPOINT unless it is Amazon's.",
    );
  const isPlainWanted = read.BACKUP_RECIPIENT === "none";
  return {
    folder: isBucket ? folder : resolve(folder),
    s3,
    days: days === 0 ? null : days,
    recipient: isPlainWanted ? null : (read.BACKUP_RECIPIENT ?? null),
    isPlainWanted,
  };
}

/** Throws a SettingsError when everybody who reads the bucket at this address could read the backups. */
export function refusePlainInBucket({ recipient, isPlainWanted }: BackupConfig, at: string): void {
  if (recipient !== null || isPlainWanted || !at.startsWith("s3:")) return;
  throw new SettingsError(
    "A backup has every reader's name and address in it, and in a bucket it lies with somebody else. Make a key with npm run " +
      "shop -- backup key and set the BACKUP_RECIPIENT that it says; or BACKUP_RECIPIENT=none if it shall not be encrypted.",
  );
}

function readAccess(read: z.infer<z.ZodObject<typeof backupSettings>>): S3Access | null {
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (!accessKeyId && !secretAccessKey) return null;
  if (!accessKeyId || !secretAccessKey)
    throw new SettingsError(
      "BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY belong together: set both, or none.",
    );
  const region = read.BACKUP_S3_REGION;
  const endpoint = read.BACKUP_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  return { endpoint: new URL(endpoint).origin, region, accessKeyId, secretAccessKey };
}
