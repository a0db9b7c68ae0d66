import type { BackupState } from "#shop/office/back-office/backups.ts";
import { formatBytes } from "#shop/kernel/text/format-bytes.ts";

/** What became of a backup that an owner asked for. */
export function describeMade({ newest, isRunning, trouble }: BackupState): string {
  if (isRunning) return "The backup is being made. This page shows when it is done.";
  if (trouble) return `The backup is not complete: ${trouble}`;
  return newest ? `A backup was made: ${formatBytes(newest.bytes)}, in ${newest.where}.` : "No backup was made.";
}
