/** Decompresses gzip and files of a zip, with limits against decompression bombs. */
import { crc32, createInflateRaw } from "node:zlib";
import type { Readable, Transform } from "node:stream";

import { codeOf } from "#db/transaction.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";

import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { openZipEntry, type ZipEntry } from "./zip-entry.server.ts";

/** Limits for decompression. */
export interface UnpackLimits {
  /** The number of decompressed bytes up to which the ratio is not checked, because such a file is harmless. */
  freeBytes: number;
  /** Maximum decompressed bytes per compressed byte. Catalogues reach 5 to 50, a decompression bomb about 1,000. */
  ratio: number;
  /** Maximum decompressed bytes. Ten million complete ONIX records need less. */
  bytes: number;
}

export const defaultLimits: UnpackLimits = { freeBytes: 64 * 2 ** 20, ratio: 200, bytes: 128 * 2 ** 30 };

/** Bytes of a chunk. */
export const chunkBytes = 64 * 1024;

/** Detects zip and gzip by the first bytes. */
export function packedKind(bytes: Buffer): "zip" | "gz" | undefined {
  if (bytes.length >= 2 && bytes.readUInt16BE(0) === 0x1f8b) return "gz";
  if (bytes.length >= 4 && [0x504b0304, 0x504b0506, 0x504b0708].includes(bytes.readUInt32BE(0))) return "zip";
  return undefined;
}

/** Passes a stream on and counts its bytes. */
export async function* counting(stream: Readable, count: (length: number) => void): AsyncGenerator<Buffer> {
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

/** The bytes of a file in a zip, checked against its length and checksum. */
export async function* unzip(
  path: string,
  entry: ZipEntry,
  count: (length: number) => void,
  limits = defaultLimits,
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

/** Decompresses a stream within limits. */
export async function* unpack(
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
export function unreadable(path: string, error: unknown): Error {
  if (error instanceof UnreadableFileError) return error;
  const code = codeOf(error) ?? "";
  return new UnreadableFileError(`${path} ${reasons[code] ?? `cannot be read (${code || messageOf(error)})`}.`);
}
