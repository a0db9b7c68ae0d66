import { resolve } from "node:path";
import type { Writable } from "node:stream";

import { writeWhole } from "#shop/catalogue/export/export-file.server.ts";
import { UsageError } from "./command.ts";

/** Writes a file that is there when all of it is; a place where none can be written is a UsageError. */
export async function writeFile<T>(path: string, work: (to: Writable) => Promise<T>): Promise<T> {
  try {
    return await writeWhole(resolve(path), work);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code && fileErrors.has(code)) throw new UsageError(`${path} cannot be written (${message}).`, { cause: error });
    throw error;
  }
}

const fileErrors = new Set("ENOENT EACCES EPERM EISDIR ENOTDIR EEXIST ENOTEMPTY ENOSPC EROFS ENAMETOOLONG".split(" "));
