import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";

/**
 * Lets `work` write a file under another name, which becomes `path` when all of it is on the disk: nobody finds half a
 * file, and no other account of the machine reads it. Throws what the file system says when it cannot be written; what was at `path` stays then.
 */
export async function writeWhole<T>(path: string, work: (to: Writable) => Promise<T>): Promise<T> {
  const draft = `${path}.part-${process.pid}`;
  const stream = createWriteStream(draft, { mode: 0o600, flush: true });
  await once(stream, "open");
  const done = finished(stream);
  done.catch(() => {});
  try {
    const result = await work(stream);
    stream.end();
    await done;
    await rename(draft, path);
    return result;
  } catch (error) {
    stream.destroy();
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}
