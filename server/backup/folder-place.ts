import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { DumpError } from "#db/load-dump.ts";
import type { BackupFile, BackupPlace } from "./backup-place.ts";

const unfinished = ".part";
const isUnfinished = /^endpaper-.*\.part$/;

/** Backups in a folder; each is readable by its owner alone. */
export function createFolderPlace(folder: string): BackupPlace {
  async function list() {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    const files = await Promise.all(names.map(async (name) => ({ name, about: await stat(join(folder, name)) })));
    return files.map(({ name, about }) => ({ name, bytes: about.size, writtenAt: about.mtime }));
  }
  return {
    at: folder,
    file: (name) => createFile(folder, join(folder, name)),
    list,
    remove: (name) => rm(join(folder, name), { force: true }),
    async sweep(before) {
      const old = (await list()).filter(({ name, writtenAt }) => isUnfinished.test(name) && writtenAt < before);
      for (const { name } of old) await rm(join(folder, name), { force: true });
    },
  };
}

function createFile(folder: string, at: string): BackupFile {
  return {
    at,
    async write(bytes) {
      const draft = at + unfinished;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const out = createWriteStream(draft, { mode: 0o600, flush: true });
        await pipeline(bytes, out);
        await rename(draft, at);
        return out.bytesWritten;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async *read() {
      const handle = await open(at).catch((error: NodeJS.ErrnoException) => {
        throw new DumpError(error.code === "ENOENT" ? `There is no file ${at}.` : `${at} cannot be read.`);
      });
      yield* createReadStream("", { fd: handle });
    },
  };
}
