import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A disk cache of drawn pictures. A picture that was removed is drawn again at its next request. */
export interface DrawnPictures {
  /** Returns a picture by its path inside the store, or null. */
  find: (path: string) => Promise<Buffer | null>;
  has: (path: string) => Promise<boolean>;
  keep: (path: string, picture: Buffer) => Promise<void>;
}

const dayMs = 86_400_000;
/** Fractions of the limit: the size after a clean-up, and the bytes written between two clean-ups. */
const left = 0.9;
const writtenBetween = 0.05;
/** Only pictures that the shop drew may be removed, and drafts of them that a killed process left. */
const drawnIn = ["covers", "portraits", "share"];
const drawnName = /^[a-z0-9-]{1,120}-[0-9a-f]{10}-\d{1,4}\.(?:avif|webp|png)(?:\.[0-9a-f-]{36})?$/;

/**
 * A folder of at most `maxBytes`, which it may exceed by a twentieth for a moment. The least recently used pictures are
 * removed first; the time of a file is its last use, to a day. Several processes may share the folder.
 */
export function createDrawnPictures(folder: string, maxBytes: number): DrawnPictures {
  // Pictures of earlier processes count too, so the first write cleans up.
  let written = Infinity;

  async function lookOver() {
    const files = await listFiles(folder);
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes <= maxBytes) return;
    for (const { path, size } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= maxBytes * left) break;
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
        // Written to a draft, flushed and renamed: no request reads half a picture, or an empty one after a power cut.
        await writeFile(draft, picture, { flush: true });
        await rename(draft, place);
        written += picture.length;
        if (written <= maxBytes * writtenBetween) return;
        written = 0;
        await lookOver();
      } catch (error) {
        // On a full disk, part of the draft remains.
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
