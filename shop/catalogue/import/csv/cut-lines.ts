/**
 * Upper bound for a line and for a record: a description has at most 50,000 bytes, but an unclosed quote would include
 * the rest of the file.
 */
export const maxRecordBytes = 256 * 1024;

/** Complete lines with their line ends, or the beginning of a line that is too long, whose rest is skipped. */
export type LineBlock = { lines: Buffer } | { tooLong: Buffer };

/**
 * Splits UTF-8, Windows-1252 or ASCII into blocks of complete lines. Memory is bounded by `maxRecordBytes` and the
 * chunk size.
 */
export async function* cutLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<LineBlock> {
  let pieces: Buffer[] = [];
  let length = 0;
  let isSkipping = false;
  for await (const chunk of bytes) {
    const begin = isSkipping ? chunk.indexOf(10) + 1 : 0;
    if (isSkipping && begin === 0) continue;
    isSkipping = false;
    const end = chunk.lastIndexOf(10) + 1;
    if (end > begin) {
      yield { lines: Buffer.concat([...pieces, chunk.subarray(begin, end)]) };
      pieces = [];
      length = 0;
    }
    const rest = chunk.subarray(Math.max(begin, end));
    pieces.push(rest);
    length += rest.length;
    if (length > maxRecordBytes) {
      yield { tooLong: Buffer.concat(pieces).subarray(0, 400) };
      pieces = [];
      length = 0;
      isSkipping = true;
    }
  }
  if (length > 0) yield { lines: Buffer.concat(pieces) };
}

/** Replaces the carriage returns by which classic Mac OS ends lines with line feeds. */
export async function* withLineFeeds(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    const copy = Buffer.from(chunk);
    for (let at = copy.indexOf(13); at >= 0; at = copy.indexOf(13, at + 1)) copy[at] = 10;
    yield copy;
  }
}
