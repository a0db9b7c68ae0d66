import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { constants, createZstdCompress } from "node:zlib";

import { Encrypter } from "age-encryption";

import { dumpDatabase } from "#db/dump.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import type { BackupFile } from "./backup-place.ts";
import { packTar, type ArchiveEntry } from "./tar.ts";

/** What a backup is made of, and for whom it is encrypted. */
export interface BackupSource {
  /** The address of the database. */
  url: string;
  /** The files of pictures, by their names in the store. */
  pictures: AsyncIterable<ArchiveEntry>;
  /** A recipient of age (`age1...`), whose key the bookseller keeps; null for a backup that whoever has it can read. */
  recipient: string | null;
}

/** Folder of the pictures in the archive. */
export const picturesFolder = "pictures/";

/**
 * Writes a backup: a tar archive, compressed by Zstandard, and encrypted in the format of age if there is a recipient. It is
 * there when all of it is. The shop goes on meanwhile. Returns its size in bytes.
 */
export async function makeBackup(
  source: BackupSource,
  file: BackupFile,
  progress: (entry: string) => void = () => {},
): Promise<number> {
  const packed = Readable.from(packTar(entriesOf(source, progress)), { highWaterMark: 1 });
  return pipeline(
    packed,
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    encryptFor(source.recipient),
    (bytes: AsyncIterable<Uint8Array>) => file.write(bytes),
  );
}

async function* entriesOf(
  { url, pictures }: BackupSource,
  progress: (entry: string) => void,
): AsyncGenerator<ArchiveEntry> {
  let end: ArchiveEntry | null = null;
  for await (const entry of dumpDatabase(url)) {
    progress(entry.name);
    // The end of the dump is the end of the backup: whoever restores knows by it that nothing is missing.
    if (entry.name === "dump-end.json") end = entry;
    else yield entry;
  }
  for await (const { name, bytes } of pictures) {
    progress(picturesFolder + name);
    yield { name: picturesFolder + name, bytes };
  }
  if (end) yield end;
}

/** Encrypts what passes through; without a recipient it passes as it is. */
function encryptFor(recipient: string | null) {
  return async function* (plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    if (recipient === null) return yield* plain;
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const web = Readable.toWeb(Readable.from(plain)) as globalThis.ReadableStream<Uint8Array>;
    yield* Readable.fromWeb((await encrypter.encrypt(web)) as ReadableStream<Uint8Array>);
  };
}

/** What to say of covers whose pictures a backup could not take along. */
export function sayMissingPictures(covers: number): string {
  return (
    `The store of pictures has lost files of ${counted(covers, "cover")}, so the backup is without them. Bring these pictures ` +
    "again (covers import), or give the store its files back."
  );
}
