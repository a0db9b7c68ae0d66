import { basename, dirname, resolve } from "node:path";

import type { S3Access } from "#server/config/backup-settings.ts";
import { bucketAddress } from "#shop/kernel/buckets/bucket-address.ts";
import { SettingsError } from "#server/config/settings-error.ts";
import type { BackupFile, BackupLocation } from "./backup-place.ts";
import { createBucketPlace } from "./bucket-place.ts";
import { createFolderPlace } from "./folder-place.ts";

/** Opens a location of backups: a path, or an address such as `s3://our-backups/shop`. */
export function openBackupLocation(at: string, s3: S3Access | null): BackupLocation {
  if (!bucketAddress.test(at)) {
    if (at.startsWith("s3:")) throw new SettingsError(`${at} must be an address such as s3://our-backups/shop`);
    return createFolderPlace(resolve(at));
  }
  if (!s3) {
    throw new SettingsError(
      `${at} is in a bucket. Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, and BACKUP_S3_ENDPOINT unless it is Amazon's.`,
    );
  }
  return createBucketPlace(at, s3);
}

/** Opens a backup: a path, or an address such as `s3://our-backups/shop/endpaper-2026-11-05.tar.zst.age`. */
export function backupFileAt(at: string, s3: S3Access | null): BackupFile {
  const folder = at.startsWith("s3:") ? at.slice(0, at.lastIndexOf("/")) : dirname(resolve(at));
  return openBackupLocation(folder, s3).file(basename(at));
}
