import type { Readable } from "node:stream";
import { openPromise, type Entry, type ZipFile } from "yauzl";

import { UnreadableFileError } from "./raw-record.ts";

/** A file inside a zip. */
export interface ZipEntry {
  name: string;
  /** Bytes in the zip. */
  compressedSize: number;
  /** Bytes when unpacked. */
  size: number;
  /** Its CRC-32. */
  checksum: number;
  /** Put into the zip as it is, not compressed. */
  isStored: boolean;
  entry: Entry;
}

const fitting = /\.(csv|tsv|tab|txt|xml|onix|onx)$/i;
const packed = /\.(zip|gz|7z|rar|tar|tgz)$/i;

/** Folders, and what macOS and Windows put beside one's files. */
const incidental = /(^|\/)(__MACOSX\/|\.[^/]|thumbs\.db$|desktop\.ini$)|\/$/i;

/** More files than this are looked through in no zip; their list alone would keep the shop busy for minutes. */
const maxEntries = 200_000;

/**
 * The one file of a zip that can be a catalogue: by its name, or the only one there is. Throws UnreadableFileError when
 * there is none or more than one, and when it is encrypted or packed in a way that cannot be read.
 */
export async function findZipEntry(path: string): Promise<ZipEntry> {
  const zip = await openZip(path);
  try {
    return chosen(await listEntries(zip));
  } finally {
    zip.close();
  }
}

/** The packed bytes of a file in a zip. `close` when done. */
export async function openZipEntry(
  path: string,
  { entry }: ZipEntry,
): Promise<{ packed: Readable; close: () => void }> {
  const zip = await openZip(path);
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    return { packed, close: () => zip.close() };
  } catch {
    zip.close();
    throw damagedZip();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    const zip = await openPromise(path, { autoClose: false, lazyEntries: true });
    zip.on("error", () => {});
    return zip;
  } catch {
    throw damagedZip();
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries)
    throw new UnreadableFileError(`The zip holds ${zip.entryCount} files. Make one with the catalogue alone.`);
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) if (!incidental.test(entry.fileName)) entries.push(entry);
  } catch (error) {
    throw /encrypt/.test((error as Error).message) ? encrypted() : damagedZip();
  }
  return entries;
}

function chosen(entries: Entry[]): ZipEntry {
  const names = entries.map(({ fileName }) => fileName);
  if (entries.length === 0) throw new UnreadableFileError("The zip is empty.");
  if (
    names.some((name) => /^xl\/workbook\./i.test(name)) ||
    ["mimetype", "content.xml"].every((name) => names.includes(name))
  )
    throw new UnreadableFileError(
      "This is a workbook of a spreadsheet program. Save the sheet as “CSV UTF-8”, and import that file.",
    );
  const candidates = entries.length === 1 ? entries : entries.filter(({ fileName }) => fitting.test(fileName));
  const [entry, another] = candidates;
  if (another)
    throw new UnreadableFileError(`The zip holds more than one file: ${listed(candidates)}. Import them one by one.`);
  if (!entry || packed.test(entry.fileName))
    throw new UnreadableFileError(
      names.some((name) => packed.test(name))
        ? `The zip holds packed files again: ${listed(entries)}. Unpack it once, and import what comes out.`
        : `The zip holds no .csv, .tsv, .txt or .xml file, but: ${listed(entries)}.`,
    );
  if (entry.isEncrypted()) throw encrypted();
  const { fileName: name, compressedSize, uncompressedSize: size, crc32: checksum, compressionMethod } = entry;
  if (compressionMethod !== 0 && compressionMethod !== 8)
    throw new UnreadableFileError(
      `${name} is packed by method ${compressionMethod}, which cannot be read here. Make the zip again in the ordinary way (“deflate”).`,
    );
  return { name, compressedSize, size, checksum, isStored: compressionMethod === 0, entry };
}

function listed(entries: Entry[]): string {
  const names = entries.slice(0, 5).map(({ fileName }) => fileName);
  return names.join(", ") + (entries.length > names.length ? ` and ${entries.length - names.length} more` : "");
}

function encrypted(): UnreadableFileError {
  return new UnreadableFileError("The zip has a password. Unpack it, and import what comes out.");
}

function damagedZip(): UnreadableFileError {
  return new UnreadableFileError("The zip is damaged or not complete. Get it again.");
}
