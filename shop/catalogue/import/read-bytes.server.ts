/** Reads the bytes of plain, gzip and zip files, and the sheets of workbooks as tables. */
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import type { Readable } from "node:stream";

import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import type { ReadLimit } from "./read-limit.ts";
import {
  chunkBytes,
  counting,
  defaultLimits,
  packedKind,
  unpack,
  unreadable,
  unzip,
  type UnpackLimits,
} from "./unpack.server.ts";
import { openWorkbook, type Sheets } from "./workbook/open-workbook.server.ts";
import { findZipEntry } from "./zip-entry.server.ts";

/** A file whose bytes can be read several times, each time from the beginning. */
export interface ByteSource {
  /** The decompressed bytes. Throws UnreadableFileError for a damaged file or a bomb. */
  read: () => AsyncIterable<Uint8Array>;
  /** Bytes on disk that the latest `read` has consumed. */
  bytesRead: () => number;
  /** Total bytes on disk. */
  bytes: number;
  /** The sheets of a workbook; `read` returns the chosen one as CSV. */
  sheets?: Sheets;
}

/**
 * Opens a file as a stream of bytes, decompressing gzip and zip, which are detected by content; of a workbook, the sheet
 * of this name or its first one. Throws UnreadableFileError if it is not a file, is empty, or has an unsupported
 * compression.
 */
export async function openBytes(
  path: string,
  {
    unpacked: limits = defaultLimits,
    limit,
    sheet,
  }: { unpacked?: UnpackLimits; limit?: ReadLimit | undefined; sheet?: string | undefined } = {},
): Promise<ByteSource> {
  const { size, magic } = await lookAt(path);
  const kind = packedKind(magic);
  if (kind === "zip") {
    const found = await findZipEntry(path, limit);
    if ("parts" in found) {
      const { bytes, sheets, read } = await openWorkbook(path, found.parts, { sheet, limit, limits });
      return { ...countedSource(bytes, read), sheets };
    }
    return countedSource(found.compressedSize, (count) => unzip(path, found, count, limits));
  }
  if (kind === "gz") return countedSource(size, (count) => gunzip(path, limits, count));
  return countedSource(size, (count) => counting(openPlain(path), count));
}

function countedSource(
  bytes: number,
  read: (count: (length: number) => void) => AsyncIterable<Uint8Array>,
): ByteSource {
  let latest = { bytesRead: 0 };
  return {
    bytes,
    bytesRead: () => latest.bytesRead,
    read: () => {
      const own = (latest = { bytesRead: 0 });
      return read((length) => (own.bytesRead += length));
    },
  };
}

async function lookAt(path: string): Promise<{ size: number; magic: Buffer }> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new UnreadableFileError(`${path} is a folder. Name the file in it.`);
    if (!found.isFile()) throw new UnreadableFileError(`${path} is not a file.`);
    if (found.size === 0) throw new UnreadableFileError(`${path} is empty.`);
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
      return { size: found.size, magic: buffer.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

function openPlain(path: string): Readable {
  return createReadStream(path, { highWaterMark: chunkBytes });
}

function gunzip(path: string, limits: UnpackLimits, count: (length: number) => void): AsyncIterable<Uint8Array> {
  return unpack(openPlain(path), createGunzip({ chunkSize: chunkBytes }), limits, count);
}
