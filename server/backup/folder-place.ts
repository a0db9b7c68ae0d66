import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";

import { DumpError } from "#db/load-dump.ts";
import { codeOf } from "#db/transaction.ts";
import { freeBytesOf, watchFreeSpace } from "#server/disk-space.ts";
import type { BackupFile, BackupLocation } from "./backup-place.ts";

const isUnfinished = /^endpaper-.*\.part$/;
/** A draft that has not changed for this many milliseconds was left behind by a process that stopped. */
const abandonedAfterMs = 10 * 60_000;

/** The disk has too little room for a backup. */
export class DiskFullError extends DumpError {
  constructor(at: string, options?: ErrorOptions) {
    super(
      `Not enough disk space for ${at}: 1 GB of its disk stays free for the shop. The backup was not stored. Free some space, or choose a larger disk or a bucket.`,
      options,
    );
  }
}

/** A folder for backups. Only the owner of a file can read it. */
export function createFolderPlace(folder: string, freeBytes = freeBytesOf): BackupLocation {
  return {
    at: folder,
    file: (name) => createFile(folder, join(folder, name), freeBytes),
    list: () => list(folder),
    remove: (name) => rm(join(folder, name), { force: true }),
    sweep: (before) => sweep(folder, (name) => isUnfinished.test(name), before),
  };
}

async function list(folder: string) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = await Promise.all(
    names.map(async (name) => {
      // Another process may have renamed or removed the file since.
      const about = await stat(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      return about ? [{ name, bytes: about.size, writtenAt: about.mtime }] : [];
    }),
  );
  return files.flat();
}

async function sweep(folder: string, isDraft: (name: string) => boolean, before: Date): Promise<void> {
  const old = (await list(folder)).filter(({ name, writtenAt }) => isDraft(name) && writtenAt < before);
  for (const { name } of old) await rm(join(folder, name), { force: true });
}

function createFile(folder: string, at: string, freeBytes: typeof freeBytesOf): BackupFile {
  async function* whileThereIsRoom(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hasRoom = watchFreeSpace(folder, freeBytes);
    let written = 0;
    for await (const chunk of bytes) {
      if (!(await hasRoom(written))) throw new DiskFullError(at);
      yield chunk;
      written += chunk.length;
    }
  }

  return {
    at,
    async write(bytes) {
      const draft = `${at}.${randomUUID()}.part`;
      const isDraft = (name: string) => name.startsWith(`${basename(at)}.`) && name.endsWith(".part");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        // Drafts of a stopped process may occupy the space that this backup needs.
        await sweep(folder, isDraft, new Date(Date.now() - abandonedAfterMs));
        const out = createWriteStream(draft, { mode: 0o600, flush: true });
        await pipeline(whileThereIsRoom(bytes), out);
        await rename(draft, at);
        return out.bytesWritten;
      } catch (error) {
        await rm(draft, { force: true });
        if (["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "")) throw new DiskFullError(at, { cause: error });
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
