/** A file's kind, encoding, separator and header are told from so many bytes. */
const headBytes = 256 * 1024;

/** The beginning of a file; `isWhole` when there is no more of it. */
export interface Head {
  bytes: Buffer;
  isWhole: boolean;
}

/** The beginning of a stream of bytes, which is closed afterwards. */
export async function readHead(bytes: AsyncIterable<Uint8Array>): Promise<Head> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const taken = await takeBytes(source);
    return headOf(taken);
  } finally {
    await source.return?.();
  }
}

/** The first bytes of a stream that goes on: at least as many as `headOf` looks at, if there are. */
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

/** What is told from a file's first bytes: the same however they arrived. */
export function headOf(taken: Buffer): Head {
  return { bytes: taken.subarray(0, headBytes), isWhole: taken.length <= headBytes };
}
