import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { finished } from "node:stream/promises";

import type { Writable } from "node:stream";

/**
 * Lets `work` write a file under another name, which becomes `path` when all of it is on the disk: nobody finds half a
 * file. Throws what the file system says when it cannot be written; what was at `path` stays then.
 */
export async function writeWhole<T>(path: string, work: (to: Writable) => Promise<T>): Promise<T> {
  const draft = `${path}.part-${process.pid}`;
  const stream = createWriteStream(draft);
  const done = finished(stream);
  done.catch(() => {});
  try {
    const result = await work(stream);
    stream.end();
    await done;
    const file = await open(draft);
    await file.sync().finally(() => file.close());
    await rename(draft, path);
    return result;
  } catch (error) {
    stream.destroy();
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}
