import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { constants, createZstdCompress } from "node:zlib";

import { Encrypter } from "age-encryption";

import { dumpDatabase } from "#db/dump.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { BackupFile } from "./backup-place.ts";
import { packTar, type ArchiveEntry } from "./tar.ts";

/** The content of a backup, and the recipient that it is encrypted for. */
export interface BackupSource {
  /** The address of the database. */
  url: string;
  /** The picture files, by their names in the store. */
  pictures: AsyncIterable<ArchiveEntry>;
  /** An age recipient (`age1...`) whose key the bookseller keeps; null for a backup without encryption. */
  recipient: string | null;
}

/** Folder of the pictures in the archive. */
export const picturesFolder = "pictures/";

/**
 * Writes a backup: a tar archive, compressed with Zstandard, and encrypted with age if there is a recipient. The file
 * appears when it is complete. The shop keeps running. Returns the size in bytes.
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
    // Write the end of the dump last, after the pictures: by this file a restore knows that nothing is missing.
    if (entry.name === "dump-end.json") end = entry;
    else yield entry;
  }
  for await (const { name, bytes } of pictures) {
    progress(picturesFolder + name);
    yield { name: picturesFolder + name, bytes };
  }
  if (end) yield end;
}

/** Encrypts the stream for the recipient; without one, passes it through. */
function encryptFor(recipient: string | null) {
  return async function* (plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    if (recipient === null) return yield* plain;
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const web = Readable.toWeb(Readable.from(plain)) as globalThis.ReadableStream<Uint8Array>;
    yield* Readable.fromWeb((await encrypter.encrypt(web)) as ReadableStream<Uint8Array>);
  };
}

/** The warning for covers whose pictures are missing from a backup. */
export function describeMissingPictures(covers: number): string {
  return (
    `The picture store has lost files of ${formatCount(covers, "cover")}, so the backup does not include them. Import these ` +
    "pictures again (covers import), or restore the files of the store."
  );
}
