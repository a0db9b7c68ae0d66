import type { BackupState } from "#shop/office/back-office/backups.ts";

/** The size of a backup, such as `12.3 MB`, or `40 kB` in an empty shop. */
export function describeSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What became of a backup that an owner asked for. */
export function describeMade({ newest, isRunning, trouble }: BackupState): string {
  if (isRunning) return "The backup is being made. This page shows when it is done.";
  if (trouble) return `The backup is not complete: ${trouble}`;
  return newest ? `A backup was made: ${describeSize(newest.bytes)}, in ${newest.where}.` : "No backup was made.";
}
