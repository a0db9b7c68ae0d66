/** A file of an archive, with all of its bytes. */
export interface ArchiveEntry {
  /** At most 100 characters of ASCII. */
  name: string;
  bytes: Buffer;
}

const block = 512;
/** Far above any entry that the shop writes: a larger size means that the file is no backup. */
const maxEntryBytes = 256 * 1024 * 1024;

/** Writes files as a tar archive in the ustar format (POSIX.1-1988), which every tar reads. */
export async function* packTar(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of entries) {
    yield headerOf(name, bytes.length);
    yield bytes;
    yield Buffer.alloc(padding(bytes.length));
  }
  yield Buffer.alloc(2 * block);
}

/** Reads the files of a ustar archive. Throws when it is damaged or truncated. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const chunks = source[Symbol.asyncIterator]();
  const take = createReader(chunks);
  for (;;) {
    const header = await take(block);
    if (header.every((byte) => byte === 0)) break;
    const size = parseInt(textOf(header, 124, 12), 8);
    const isSound = checksumOf(header) === parseInt(textOf(header, 148, 8), 8) && size <= maxEntryBytes;
    if (!isSound) throw new Error("The archive is damaged.");
    const bytes = await take(size);
    await take(padding(size));
    yield { name: textOf(header, 0, 100), bytes };
  }
  // Read the source to its end: decompression and decryption may find only there that it is truncated.
  while (!(await chunks.next()).done);
}

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for an archive.`);
  const header = Buffer.alloc(block);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
  header.write(name, 0);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(octal(checksumOf(header), 7), 148);
  return header;
}

/** The header's checksum: the sum of its bytes, with the checksum field itself counted as spaces. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, place) => sum + (place >= 148 && place < 156 ? 0x20 : byte), 0);
}

function padding(size: number): number {
  return (block - (size % block)) % block;
}

function textOf(header: Buffer, from: number, length: number): string {
  const [text = ""] = header.toString("latin1", from, from + length).split("\0");
  return text;
}

/** Returns a function that takes the next `length` bytes of a stream. */
function createReader(chunks: AsyncIterator<Uint8Array>): (length: number) => Promise<Buffer> {
  let rest = Buffer.alloc(0);
  return async (length) => {
    const parts = [rest];
    let size = rest.length;
    while (size < length) {
      const { value, done } = await chunks.next();
      if (done) throw new Error("The archive is cut off.");
      parts.push(Buffer.from(value));
      size += value.length;
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = all.subarray(length);
    return all.subarray(0, length);
  };
}
