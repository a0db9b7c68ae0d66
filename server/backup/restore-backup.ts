import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createZstdDecompress } from "node:zlib";

import { Decrypter } from "age-encryption";

import { DumpError, loadDump } from "#db/load-dump.ts";
import type { PictureStore } from "#shop/pictures/picture-store.ts";
import { picturesFolder } from "./make-backup.ts";
import { readTar, type ArchiveEntry } from "./tar.ts";

/** Where a backup is restored to. */
export interface RestoreTarget {
  /** The address of an empty database, as the role that owns it. */
  ownerUrl: string;
  coverStore: PictureStore;
  /** The key of an encrypted backup (`AGE-SECRET-KEY-1...`). */
  key: string | null;
}

/** What was restored. */
export interface Restored {
  rows: Record<string, number>;
  pictures: number;
}

const encryptedBeginning = "age-encryption.org/v1";

/**
 * Restores a backup into an empty database and a store of pictures. The file is read through to its end first: a damaged one
 * changes nothing. All rows come or none. Throws a DumpError, in words for whoever restores, when the file is no backup,
 * damaged, or encrypted for another key.
 */
export async function restoreBackup(
  file: string,
  target: RestoreTarget,
  progress: (entry: string) => void = () => {},
): Promise<Restored> {
  await readThrough(file, target.key);
  const restored: Restored = { rows: {}, pictures: 0 };
  async function* entriesOf(archive: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
    for await (const entry of readTar(archive)) {
      progress(entry.name);
      yield entry;
    }
  }
  const keep = async ({ name, bytes }: ArchiveEntry) => {
    if (!name.startsWith(picturesFolder)) return;
    await target.coverStore.put(name.slice(picturesFolder.length), bytes);
    restored.pictures += 1;
  };
  const compressed = await openBackup(file, target.key);
  await pipeline(compressed, createZstdDecompress(), async (archive: AsyncIterable<Uint8Array>) => {
    restored.rows = await loadDump(target.ownerUrl, entriesOf(archive), keep);
  });
  return restored;
}

/** Reads all of a backup, so that its checksums are compared. Throws a DumpError when it is damaged or cut off. */
async function readThrough(file: string, key: string | null): Promise<void> {
  const compressed = await openBackup(file, key);
  try {
    await pipeline(compressed, createZstdDecompress(), async (archive: AsyncIterable<Uint8Array>) => {
      for await (const _ of readTar(archive));
    });
  } catch (error) {
    if (isFaultOfReading(error)) throw error;
    throw new DumpError("The backup is damaged or cut off. Nothing was restored.", { cause: error });
  }
}

async function openBackup(file: string, key: string | null): Promise<Readable> {
  const beginning = await readBeginning(file);
  if (!beginning.startsWith(encryptedBeginning)) return createReadStream(file);
  if (key === null) throw new DumpError("This backup is encrypted. Give its key: --key FILE");
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key);
  } catch (error) {
    throw new DumpError("This is no key of a backup: it begins with AGE-SECRET-KEY-1.", { cause: error });
  }
  try {
    const plain = await decrypter.decrypt(
      Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream<Uint8Array>,
    );
    return Readable.fromWeb(plain as ReadableStream);
  } catch (error) {
    throw new DumpError("This key does not open the backup, or the backup is damaged.", { cause: error });
  }
}

async function readBeginning(file: string): Promise<string> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new DumpError(error.code === "ENOENT" ? `There is no file ${file}.` : `${file} cannot be read.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(encryptedBeginning.length));
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether the disk is what fails, and not the bytes on it. */
function isFaultOfReading(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}
