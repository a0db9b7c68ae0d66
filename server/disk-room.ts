import { statfs } from "node:fs/promises";

/** So much of the disk stays free for the shop itself. */
const spareBytes = 1024 ** 3;
/** The room on the disk is looked at again after so many bytes. */
const lookEvery = 64 * 1024 ** 2;

/** How many bytes are free on the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Watches a disk while a file is written to it: asked with the bytes so far, whether more may come. */
export function watchRoom(folder: string, freeBytes = freeBytesOf): (bytes: number) => Promise<boolean> {
  let nextLook = 0;
  return async (bytes) => {
    if (bytes < nextLook) return true;
    nextLook = bytes + lookEvery;
    return (await freeBytes(folder)) >= spareBytes + lookEvery;
  };
}
