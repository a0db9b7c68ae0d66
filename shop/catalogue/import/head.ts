/** The number of leading bytes from which a file's kind, encoding, separator and header are detected. */
const headBytes = 256 * 1024;

/** The beginning of a file; `isWhole` if it is the whole file. */
export interface Head {
  bytes: Buffer;
  isWhole: boolean;
}

/** Reads the beginning of a stream and closes it. */
export async function readHead(bytes: AsyncIterable<Uint8Array>): Promise<Head> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const taken = await takeBytes(source);
    return headOf(taken);
  } finally {
    await source.return?.();
  }
}

/** Reads the first bytes of a stream without closing it: at least as many as `headOf` needs, if the stream has them. */
export async function takeBytes(source: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= headBytes;) {
    const { done, value } = await source.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  return Buffer.concat(chunks);
}

/** Cuts the head from a file's first bytes; the result does not depend on the size of the chunks. */
export function headOf(taken: Buffer): Head {
  return { bytes: taken.subarray(0, headBytes), isWhole: taken.length <= headBytes };
}
