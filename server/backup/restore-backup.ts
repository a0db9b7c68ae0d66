/** Restores a backup into an empty database and a picture store. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createZstdDecompress } from "node:zlib";

import { Decrypter } from "age-encryption";

import { DumpError, loadDump } from "#db/load-dump.ts";
import { BucketError } from "#shop/kernel/buckets/bucket.server.ts";
import type { PictureStore } from "#shop/catalogue/pictures/picture-store.ts";
import type { BackupFile } from "./backup-place.ts";
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

/** Counts of restored rows (by table) and picture files. */
export interface Restored {
  rows: Record<string, number>;
  pictures: number;
}

const encryptedBeginning = "age-encryption.org/v1";

/**
 * A first pass reads the whole backup, so that a damaged one changes nothing. Either all rows are restored or none.
 * Throws a DumpError when the file is no backup, is damaged, or is encrypted for another key.
 */
export async function restoreBackup(
  file: BackupFile,
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

/** Reads the whole backup to verify its checksums. Throws a DumpError when it is damaged or truncated. */
async function readThrough(file: BackupFile, key: string | null): Promise<void> {
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

async function openBackup(file: BackupFile, key: string | null): Promise<AsyncIterable<Uint8Array>> {
  if (!(await readBeginning(file)).startsWith(encryptedBeginning)) return file.read();
  if (key === null) throw new DumpError("This backup is encrypted. Give its key: --key FILE");
  return decrypt(file.read(), key);
}

async function decrypt(bytes: AsyncIterable<Uint8Array>, key: string): Promise<Readable> {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key);
  } catch (error) {
    throw new DumpError("This is not a backup key: a key begins with AGE-SECRET-KEY-1.", { cause: error });
  }
  const source = Readable.from(bytes);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as ReadableStream);
  } catch (error) {
    source.destroy();
    if (isFaultOfReading(error)) throw error;
    throw new DumpError("This key does not open the backup, or the backup is damaged.", { cause: error });
  }
}

async function readBeginning(file: BackupFile): Promise<string> {
  let beginning = "";
  for await (const chunk of file.read()) {
    beginning += Buffer.from(chunk).toString("latin1", 0, encryptedBeginning.length);
    if (beginning.length >= encryptedBeginning.length) break;
  }
  return beginning;
}

/** Whether the disk or the store failed, rather than the content of the backup. */
function isFaultOfReading(error: unknown): boolean {
  return error instanceof BucketError || (error instanceof Error && "syscall" in error);
}
