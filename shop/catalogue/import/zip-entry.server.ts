/** Finds the single catalogue file within a zip, or the parts of a workbook, and opens them. */
import { messageOf } from "#shop/kernel/text/message-of.ts";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";

import { openPromise, type Entry, type ZipFile } from "yauzl";

import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { checkLimit, ReadLimitError, type ReadLimit } from "./read-limit.ts";

/** A file within a zip. */
export interface ZipEntry {
  name: string;
  /** Compressed size in bytes. */
  compressedSize: number;
  /** Uncompressed size in bytes. */
  size: number;
  /** CRC-32 of the content. */
  checksum: number;
  /** Whether the file is stored without compression. */
  isStored: boolean;
  entry: Entry;
}

const fitting = /\.(csv|tsv|tab|txt|xml|onix|onx)$/i;
const packed = /\.(zip|gz|7z|rar|tar|tgz)$/i;

/** Folders, and files that macOS and Windows add. */
const incidental = /(^|\/)(__MACOSX\/|\.[^/]|thumbs\.db$|desktop\.ini$)|\/$/i;

/** The parts of an Excel workbook (.xlsx) that are read. */
const part =
  /^xl\/(?:workbook\.xml|sharedStrings\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/i;
/** The main parts of other workbooks. */
const otherWorkbooks: [pattern: RegExp, what: string][] = [
  [/^xl\/workbook\.bin$/i, "a binary workbook of Excel (.xlsb)"],
  [/^META-INF\/manifest\.xml$/i, "a workbook of LibreOffice (.ods)"],
];

/** Maximum parts of a workbook. */
const maxParts = 500;

/** Maximum entries of a zip: reading a longer list would block the shop for minutes. */
const maxEntries = 200_000;

/**
 * Finds the file of a zip that can be a catalogue, by its extension or as the only one; or the parts of a workbook by
 * their names in small letters. Throws UnreadableFileError if there is none or several, or it is encrypted or has an
 * unsupported compression; ReadLimitError if the list takes too long.
 */
export async function findZipEntry(
  path: string,
  limit?: ReadLimit,
): Promise<ZipEntry | { parts: Map<string, ZipEntry> }> {
  const zip = await openZip(path);
  try {
    return choose(await scanEntries(zip, limit));
  } finally {
    zip.close();
  }
}

/** Opens the compressed bytes of a file in a zip; call `close` when done. */
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

/** The number of entries that are read before other tasks of the process can run. */
const entriesTogether = 500;

/** A summary of a zip's entries; a list may be long, as with thousands of pictures. */
interface Contents {
  count: number;
  /** The first five entries. */
  some: Entry[];
  /** The first five entries with an extension of catalogue files. */
  candidates: Entry[];
  hasPacked: boolean;
  /** The parts of a workbook. */
  parts: Entry[];
  /** The kind of a workbook that cannot be read. */
  otherWorkbook: string | null;
}

const few = 5;

async function scanEntries(zip: ZipFile, limit: ReadLimit | undefined): Promise<Contents> {
  if (zip.entryCount > maxEntries)
    throw new UnreadableFileError(`The zip contains ${zip.entryCount} files. Make one with the catalogue alone.`);
  const contents: Contents = { count: 0, some: [], candidates: [], hasPacked: false, parts: [], otherWorkbook: null };
  try {
    let seen = 0;
    for await (const entry of zip.eachEntry()) {
      if (!incidental.test(entry.fileName)) note(entry, contents);
      seen += 1;
      if (seen % entriesTogether !== 0) continue;
      // Lets other tasks run, and detects requests that were aborted.
      await setImmediate();
      if (limit) checkLimit(limit);
    }
  } catch (error) {
    if (error instanceof ReadLimitError) throw error;
    throw /encrypt/.test(messageOf(error)) ? encrypted() : damagedZip();
  }
  return contents;
}

function note(entry: Entry, contents: Contents) {
  const { fileName } = entry;
  contents.count += 1;
  if (contents.some.length < few) contents.some.push(entry);
  if (fitting.test(fileName) && contents.candidates.length < few) contents.candidates.push(entry);
  contents.hasPacked ||= packed.test(fileName);
  if (part.test(fileName) && contents.parts.length < maxParts) contents.parts.push(entry);
  contents.otherWorkbook ??= otherWorkbooks.find(([pattern]) => pattern.test(fileName))?.[1] ?? null;
}

function choose(contents: Contents): ZipEntry | { parts: Map<string, ZipEntry> } {
  const { count, some, candidates, hasPacked, parts, otherWorkbook } = contents;
  if (parts.some(({ fileName }) => /^xl\/workbook\.xml$/i.test(fileName)))
    return { parts: new Map(parts.map((entry) => [entry.fileName.toLowerCase(), toZipEntry(entry)])) };
  if (otherWorkbook)
    throw new UnreadableFileError(
      `This is ${otherWorkbook}. Save it as .xlsx, or its sheet as “CSV UTF-8”, and import that file.`,
    );
  if (candidates.length > 1)
    throw new UnreadableFileError(
      `The zip contains more than one table: ${namesOf(candidates)}${candidates.length === few ? ", …" : ""}. Import them one by one.`,
    );
  if (count === 0) throw new UnreadableFileError("The zip is empty.");
  const listed = namesOf(some) + (count > some.length ? ` and ${count - some.length} more` : "");
  if (hasPacked && candidates.length === 0)
    throw new UnreadableFileError(
      `The zip contains packed files again: ${listed}. Unpack it once, and import the result.`,
    );
  const entry = candidates[0] ?? (count === 1 ? some[0] : undefined);
  if (!entry) throw new UnreadableFileError(`The zip contains no .csv, .tsv, .txt or .xml file, but: ${listed}.`);
  return toZipEntry(entry);
}

function toZipEntry(entry: Entry): ZipEntry {
  if (entry.isEncrypted()) throw encrypted();
  const { fileName: name, compressedSize, uncompressedSize: size, crc32: checksum, compressionMethod } = entry;
  if (compressionMethod !== 0 && compressionMethod !== 8)
    throw new UnreadableFileError(
      `${name} is packed by method ${compressionMethod}, which cannot be read here. Make the zip again in the ordinary way (“deflate”).`,
    );
  return { name, compressedSize, size, checksum, isStored: compressionMethod === 0, entry };
}

function namesOf(entries: Entry[]): string {
  return entries.map(({ fileName }) => fileName).join(", ");
}

function encrypted(): UnreadableFileError {
  return new UnreadableFileError("The zip has a password. Unpack it, and import the result.");
}

function damagedZip(): UnreadableFileError {
  return new UnreadableFileError("The zip is damaged or incomplete. Download it again.");
}
