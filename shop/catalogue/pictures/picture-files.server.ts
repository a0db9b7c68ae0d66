/** Reads cover pictures from a folder or zip, or a single one, one after the other. */
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, extname, join, relative } from "node:path";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";

import { openPromise, type Entry, type ZipFile } from "yauzl";

import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { checkLimit, ReadLimitError, type ReadLimit } from "#shop/catalogue/import/read-limit.ts";
import { maxPictureBytes, PictureRefusedError } from "./read-picture.server.ts";

/** A file that may be a picture of a cover. */
export interface PictureFile {
  /** Its path within the folder or zip, for the report. */
  path: string;
  /** Its name without folder and extension: an ISBN or an id. */
  name: string;
  /** Throws PictureRefusedError if it is too large or cannot be unpacked. */
  read: () => Promise<Buffer>;
}

/** The files of a folder or zip, or a single file; call `close` when done. */
export interface PictureFiles {
  count: number;
  files: AsyncIterable<PictureFile>;
  close: () => void;
}

const maxFiles = 200_000;
/** The number of entries of a zip that are read before other tasks of the process can run. */
const entriesTogether = 500;

/** Files that are not pictures: those that operating systems add, and lists and notes next to the pictures. */
const incidental =
  /(^|\/)(__MACOSX\/|\.[^/]*|thumbs\.db$|desktop\.ini$)|\/$|\.(csv|tsv|txt|xml|onix|xlsx?|pdf|md|json)$/i;

/** Whether the name of a file is that of a picture. */
export const isPictureName = (name: string) => /\.(jpe?g|png|webp|avif|gif|tiff?)$/i.test(name);

/**
 * Opens a folder, including its subfolders, a zip of pictures or a single picture, without unpacking to disk. Throws
 * UnreadableFileError; ReadLimitError if the list of a zip takes too long.
 */
export async function openPictureFiles(path: string, limit?: ReadLimit): Promise<PictureFiles> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFileError(
      error.code === "ENOENT" ? `There is no folder or file ${path}.` : `${path} cannot be read: ${error.message}`,
    );
  });
  if (found.isDirectory()) return openFolder(path);
  return isPictureName(path) ? openSingle(path) : openZip(path, limit);
}

function openSingle(path: string): PictureFiles {
  async function* files() {
    yield pictureFile(basename(path), async () => collect(createReadStream(path)));
  }
  return { count: 1, files: files(), close: () => {} };
}

async function openFolder(folder: string): Promise<PictureFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: Error) => {
    throw new UnreadableFileError(`The folder ${folder} cannot be read: ${error.message}`);
  });
  // Only regular files: a link may lead outside the folder.
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !incidental.test(path))
    .sort();
  checkCount(paths.length);
  async function* files() {
    for (const path of paths) yield pictureFile(path, async () => collect(createReadStream(join(folder, path))));
  }
  return { count: paths.length, files: files(), close: () => {} };
}

async function openZip(path: string, limit: ReadLimit | undefined): Promise<PictureFiles> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(() => {
    throw new UnreadableFileError(`${path} is neither a folder nor a zip that can be read.`);
  });
  zip.on("error", () => {});
  try {
    checkCount(zip.entryCount);
  } catch (error) {
    zip.close();
    throw error;
  }
  return { count: zip.entryCount, files: entriesOf(zip, limit), close: () => zip.close() };
}

async function* entriesOf(zip: ZipFile, limit: ReadLimit | undefined): AsyncGenerator<PictureFile> {
  try {
    let seen = 0;
    for await (const entry of zip.eachEntry()) {
      if (!incidental.test(entry.fileName)) yield pictureFile(entry.fileName, () => readEntry(zip, entry));
      seen += 1;
      if (seen % entriesTogether !== 0) continue;
      await setImmediate();
      if (limit) checkLimit(limit);
    }
  } catch (error) {
    if (error instanceof ReadLimitError) throw error;
    const isOutward = /path|characters/.test(messageOf(error));
    const what = isOutward ? "has a file whose name points outside the zip" : "is damaged or incomplete";
    throw new UnreadableFileError(`The zip ${what}. The files before it were imported.`, { cause: error });
  }
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.isEncrypted()) throw new PictureRefusedError("It has a password.");
  if (entry.uncompressedSize > maxPictureBytes) throw tooLarge();
  try {
    return await collect(await zip.openReadStreamPromise(entry));
  } catch (error) {
    if (error instanceof PictureRefusedError) throw error;
    throw new PictureRefusedError("It cannot be unpacked.", { cause: error });
  }
}

/** Reads a file up to the maximum size, because the size that a zip declares may be wrong. */
async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxPictureBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function pictureFile(path: string, read: () => Promise<Buffer>): PictureFile {
  const file = basename(path.replaceAll("\\", "/"));
  return { path, name: file.slice(0, file.length - extname(file).length), read };
}

function tooLarge() {
  return new PictureRefusedError(`The file is larger than ${maxPictureBytes / 1024 / 1024} MB.`);
}

function checkCount(count: number) {
  if (count === 0) throw new UnreadableFileError("There are no files in it.");
  if (count > maxFiles)
    throw new UnreadableFileError(`There are ${count} files in it: import at most ${maxFiles} at once.`);
}
