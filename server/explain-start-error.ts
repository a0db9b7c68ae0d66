import { OldDatabaseError } from "#db/schema/baseline.ts";
import { codeOf } from "#db/transaction.ts";
import type { Config } from "./config/config.ts";
import { describeError, isDatabaseError } from "#db/describe-error.ts";
import { SettingsError } from "./config/settings-error.ts";

/**
 * Explains why the shop did not start: one sentence for an error that the operator can correct, the stack for any
 * other.
 */
export function explainStartError(error: unknown, config: Pick<Config, "host" | "port" | "dataDir"> | null): string {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof SettingsError || error instanceof OldDatabaseError) return message;
  if (code === "EADDRINUSE") {
    return `Port ${config?.port} is in use by another program. Stop it, or choose another one: PORT=3001 npm start`;
  }
  if (code === "EACCES" && syscall === "listen") {
    return `Port ${config?.port} may not be opened by this account: most systems reserve ports below 1024 for the administrator. Choose another one: PORT=3000 npm start`;
  }
  if (code === "EADDRNOTAVAIL") {
    return `HOST=${config?.host} is not an address of this machine. HOST=0.0.0.0 is all of them.`;
  }
  if (isDiskFull(error)) {
    return `The disk that holds the data folder ${config?.dataDir} is full. Free at least 100 MB on it, or choose a folder on another disk: DATA_DIR=/some/folder npm start`;
  }
  if (code === "ERR_MODULE_NOT_FOUND") {
    return `A file that Endpaper needs is missing (${message}). Start it with npm start, which installs and builds what is missing.`;
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOTDIR" || code === "EEXIST") {
    return `The data folder ${config?.dataDir} cannot be used (${message}). Make it writable, or choose another one: DATA_DIR=/some/folder npm start`;
  }
  if (isDatabaseError(error)) return describeError(error);
  return error instanceof Error && error.constructor === Error && !code
    ? message
    : String(error instanceof Error ? (error.stack ?? error) : error);
}

/**
 * Whether an error means that the disk is full. Node.js, PostgreSQL (53100, disk_full) and initdb, which reports only a
 * text, have different errors for that.
 */
function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOSPC" || code === "53100" || String(error).includes("No space left on device");
}
