import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * A disk cache of drawn pictures. A picture that was removed from the cache is drawn again at the next request for it.
 */
export interface DrawnPictures {
  /** Reads a picture by its path inside the folder; null if there is none. */
  find: (path: string) => Promise<Buffer | null>;
  has: (path: string) => Promise<boolean>;
  keep: (path: string, picture: Buffer) => Promise<void>;
}

const dayMs = 86_400_000;
/** Fractions of `maxBytes`: the size after a clean-up, and the bytes written between two clean-ups. */
const sizeAfterCleanUp = 0.9;
const writtenBetween = 0.05;
/** Only these files may be removed: pictures that the shop drew, and drafts sizeAfterCleanUp by a killed process. */
const drawnIn = ["covers", "emblems", "portraits", "share", "spines"];
const drawnName = /^[a-z0-9-]{1,120}-[0-9a-f]{10}-\d{1,4}\.(?:avif|webp|png)(?:\.[0-9a-f-]{36})?$/;

/**
 * Creates a cache in a folder of at most `maxBytes`, which it may exceed by 5 % for a moment. The least recently used
 * pictures are removed first; a file's modification time is its last use, exact to a day. Several processes may share
 * the folder.
 */
export function createDrawnPictures(folder: string, maxBytes: number): DrawnPictures {
  // Pictures of earlier processes also take space, so the first write cleans up.
  let written = Infinity;

  async function cleanUp() {
    const files = await listFiles(folder);
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes <= maxBytes) return;
    for (const { path, size } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= maxBytes * sizeAfterCleanUp) break;
      await rm(path, { force: true });
      bytes -= size;
    }
  }

  return {
    async find(path) {
      const file = await open(join(folder, path)).catch(() => null);
      if (!file) return null;
      try {
        const { mtimeMs, size } = await file.stat();
        if (size === 0) return null;
        // This process may not be allowed to write to the folder.
        if (Date.now() - mtimeMs > dayMs) await file.utimes(new Date(), new Date()).catch(() => {});
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    has: (path) =>
      stat(join(folder, path)).then(
        ({ size }) => size > 0,
        () => false,
      ),
    async keep(path, picture) {
      const place = join(folder, path);
      const draft = `${place}.${randomUUID()}`;
      try {
        await mkdir(dirname(place), { recursive: true });
        // Write a draft, flush and rename it, so that no request reads an incomplete picture, or an empty one after a
        // power failure.
        await writeFile(draft, picture, { flush: true });
        await rename(draft, place);
        written += picture.length;
        if (written <= maxBytes * writtenBetween) return;
        written = 0;
        await cleanUp();
      } catch (error) {
        // If the disk is full, part of the draft may remain.
        await rm(draft, { force: true }).catch(() => {});
        console.error(`A drawn picture could not be kept in ${folder}`, error);
      }
    },
  };
}

async function listFiles(folder: string) {
  const listed = drawnIn.map((kind) =>
    readdir(join(folder, kind), { recursive: true, withFileTypes: true }).catch(() => []),
  );
  const entries = (await Promise.all(listed)).flat();
  const files: { path: string; size: number; usedAt: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !drawnName.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (found) files.push({ path, size: found.size, usedAt: found.mtimeMs });
  }
  return files;
}
