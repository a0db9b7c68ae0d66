import { existsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Disk space that stays free for the shop itself. */
const spareBytes = 1024 ** 3;
/** The free space is checked again after this many bytes. */
const lookEvery = 64 * 1024 ** 2;

/** Whether two folders are, or would be made, on the same disk. */
export async function areOnOneDisk(folder: string, other: string): Promise<boolean> {
  const [one, another] = await Promise.all([stat(existing(folder)), stat(existing(other))]);
  return one.dev === another.dev;
}

/** The folder itself, or the nearest one above it that exists. */
export function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

/** How many bytes are free on the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Watches the free space while a file is written. The returned function takes the bytes written so far, and resolves to
 * false when the writing must stop.
 */
export function watchFreeSpace(folder: string, freeBytes = freeBytesOf): (bytes: number) => Promise<boolean> {
  let nextLook = 0;
  return async (bytes) => {
    if (bytes < nextLook) return true;
    nextLook = bytes + lookEvery;
    return (await freeBytes(folder)) >= spareBytes + lookEvery;
  };
}
