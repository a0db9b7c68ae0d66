/** Settings of backups (`BACKUP_*`): where they go, how long they are kept, and whether they are encrypted. */
import { join, resolve } from "node:path";

import { z } from "zod";

import { bucketAddress } from "#shop/kernel/buckets/bucket-address.ts";
import { isLoopback } from "#server/network/loopback.ts";
import { accessKeyId, region, secretAccessKey } from "./cover-store-settings.ts";
import { SettingsError } from "./settings-error.ts";

/** Address and credentials of a store that speaks S3. */
export interface S3Access {
  /** The store's address without a trailing slash; buckets are paths below it. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface BackupConfig {
  /** A folder, or the address of a bucket such as `s3://our-backups/shop`. */
  folder: string;
  /** For a bucket; null when no keys are set. */
  s3: S3Access | null;
  /** How many days a nightly backup is kept; null when nightly backups are off. */
  days: number | null;
  /** Whether `BACKUP_DAYS=0` switches nightly backups off. */
  isOff: boolean;
  /** The age recipient that backups are encrypted for; null for none. */
  recipient: string | null;
  /** Whether `BACKUP_RECIPIENT=none` allows backups without encryption in a bucket. */
  isUnencryptedAllowed: boolean;
}

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

/**
 * Without `BACKUP_DAYS`, the embedded database is backed up every night, and any other one if an owner chose the place
 * at the desk.
 */
export function readBackup(
  read: z.infer<z.ZodObject<typeof backupSettings>>,
  dataDir: string,
  { isEmbedded, isOfDesk }: { isEmbedded: boolean; isOfDesk: boolean },
): BackupConfig {
  const days = read.BACKUP_DAYS ?? (isEmbedded || isOfDesk ? usualDays : 0);
  const folder = read.BACKUP_FOLDER ?? join(dataDir, "backups");
  const s3 = readAccess(read);
  const isBucket = bucketAddress.test(folder);
  if (isBucket && !s3)
    throw new SettingsError(
      "BACKUP_FOLDER is a bucket: set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY too, and BACKUP_S3_ENDPOINT unless it is Amazon's.",
    );
  const isUnencryptedAllowed = read.BACKUP_RECIPIENT === "none";
  return {
    folder: isBucket ? folder : resolve(folder),
    s3,
    days: days === 0 ? null : days,
    isOff: read.BACKUP_DAYS === 0,
    recipient: isUnencryptedAllowed ? null : (read.BACKUP_RECIPIENT ?? null),
    isUnencryptedAllowed,
  };
}

/** Throws a SettingsError for unencrypted backups in a bucket, unless `BACKUP_RECIPIENT=none` allows them. */
export function rejectUnencryptedInBucket({ recipient, isUnencryptedAllowed }: BackupConfig, at: string): void {
  if (recipient !== null || isUnencryptedAllowed || !at.startsWith("s3:")) return;
  throw new SettingsError(
    "A backup contains every reader's name and address, and a bucket belongs to another company. Make a key with npm run " +
      "shop -- backup key, and set BACKUP_RECIPIENT to the value that it prints. To store backups without encryption, " +
      "set BACKUP_RECIPIENT=none.",
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
