import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";

/**
 * Writes a file atomically: `work` writes to a temporary file that is renamed to `path` once it is flushed to disk.
 * Only the owner can read it (mode 0600). If `work` fails, the file at `path` stays unchanged and the error is thrown.
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
