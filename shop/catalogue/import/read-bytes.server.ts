/** Reads the bytes of plain, gzip and zip files, with limits against decompression bombs. */
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { crc32, createGunzip, createInflateRaw } from "node:zlib";
import type { Readable, Transform } from "node:stream";

import { codeOf } from "#db/transaction.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import type { ReadLimit } from "./read-limit.ts";
import { findZipEntry, openZipEntry, type ZipEntry } from "./zip-entry.server.ts";

/** Limits for decompression. */
interface UnpackLimits {
  /** The number of decompressed bytes up to which the ratio is not checked, because such a file is harmless. */
  freeBytes: number;
  /** Maximum decompressed bytes per compressed byte. Catalogues reach 5 to 50, a decompression bomb about 1,000. */
  ratio: number;
  /** Maximum decompressed bytes. Ten million complete ONIX records need less. */
  bytes: number;
}

const defaultLimits: UnpackLimits = { freeBytes: 64 * 2 ** 20, ratio: 200, bytes: 128 * 2 ** 30 };

/** A file whose bytes can be read several times, each time from the beginning. */
export interface ByteSource {
  /** The decompressed bytes. Throws UnreadableFileError for a damaged file or a bomb. */
  read: () => AsyncIterable<Uint8Array>;
  /** Bytes on disk that the latest `read` has consumed. */
  bytesRead: () => number;
  /** Total bytes on disk. */
  bytes: number;
}

const chunkBytes = 64 * 1024;

/**
 * Opens a file as a stream of bytes, decompressing gzip and zip, which are detected by content. Throws
 * UnreadableFileError if it is not a file, is empty, or has an unsupported compression.
 */
export async function openBytes(
  path: string,
  { unpacked: limits = defaultLimits, limit }: { unpacked?: UnpackLimits; limit?: ReadLimit | undefined } = {},
): Promise<ByteSource> {
  const { size, magic } = await lookAt(path);
  const kind = packedKind(magic);
  if (kind === "zip") {
    const entry = await findZipEntry(path, limit);
    return countedSource(entry.compressedSize, (count) => unzip(path, entry, limits, count));
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

/** Detects zip and gzip by the first bytes. */
function packedKind(bytes: Buffer): "zip" | "gz" | undefined {
  if (bytes.length >= 2 && bytes.readUInt16BE(0) === 0x1f8b) return "gz";
  if (bytes.length >= 4 && [0x504b0304, 0x504b0506, 0x504b0708].includes(bytes.readUInt32BE(0))) return "zip";
  return undefined;
}

function openPlain(path: string): Readable {
  return createReadStream(path, { highWaterMark: chunkBytes });
}

async function* counting(stream: Readable, count: (length: number) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      count(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw unreadable("The file", error);
  } finally {
    stream.destroy();
  }
}

function gunzip(path: string, limits: UnpackLimits, count: (length: number) => void): AsyncIterable<Uint8Array> {
  return unpack(openPlain(path), createGunzip({ chunkSize: chunkBytes }), limits, count);
}

async function* unzip(
  path: string,
  entry: ZipEntry,
  limits: UnpackLimits,
  count: (length: number) => void,
): AsyncGenerator<Buffer> {
  let length = 0;
  let checksum = 0;
  const { packed, close } = await openZipEntry(path, entry);
  try {
    const bytes = entry.isStored
      ? notNested(counting(packed, count))
      : unpack(packed, createInflateRaw({ chunkSize: chunkBytes }), limits, count);
    for await (const chunk of bytes) {
      length += chunk.length;
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } finally {
    close();
  }
  if (length !== entry.size || checksum !== entry.checksum) throw damaged();
}

async function* unpack(
  packed: Readable,
  unpacker: Transform,
  limits: UnpackLimits,
  count: (length: number) => void,
): AsyncGenerator<Buffer> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  const onError = (error: Error) => unpacker.destroy(error);
  packed.on("error", onError);
  packed.on("data", (chunk: Buffer) => {
    packedBytes += chunk.length;
    count(chunk.length);
  });
  packed.pipe(unpacker);
  try {
    for await (const chunk of notNested(unpacker as AsyncIterable<Buffer>)) {
      unpackedBytes += chunk.length;
      if (
        unpackedBytes > limits.bytes ||
        (unpackedBytes > limits.freeBytes && unpackedBytes > packedBytes * limits.ratio)
      )
        throw new UnreadableFileError(
          `The file looks like a decompression bomb: ${formatCount(packedBytes, "byte")} of it became ${formatCount(unpackedBytes, "byte")}, and more follow. Unpack it yourself if you trust it.`,
        );
      yield chunk;
    }
  } catch (error) {
    throw error instanceof UnreadableFileError ? error : damaged();
  } finally {
    packed.destroy();
    unpacker.destroy();
  }
}

/** Passes the bytes on; throws if they are a compressed file themselves. */
async function* notNested(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of bytes) {
    const kind = isFirst ? packedKind(chunk) : undefined;
    if (kind)
      throw new UnreadableFileError(
        `There is another ${kind} file inside this one. Unpack it once, and import the result.`,
      );
    isFirst = false;
    yield chunk;
  }
  if (isFirst) throw new UnreadableFileError("The compressed file is empty.");
}

function damaged(): UnreadableFileError {
  return new UnreadableFileError(
    "The compressed file is damaged or incomplete. Download it again. Records before the damage may have been imported.",
  );
}

const reasons: Record<string, string> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  ENAMETOOLONG: "does not exist",
  EACCES: "may not be read by this account",
  EPERM: "may not be read by this account",
};

/** Describes an error of the operating system for staff. */
function unreadable(path: string, error: unknown): Error {
  if (error instanceof UnreadableFileError) return error;
  const code = codeOf(error) ?? "";
  return new UnreadableFileError(`${path} ${reasons[code] ?? `cannot be read (${code || messageOf(error)})`}.`);
}
