/** Detects the encoding of a CSV file and converts it to UTF-8, also where single lines have another encoding. */
import { isAscii, isUtf8 } from "node:buffer";

import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import type { Head } from "#shop/catalogue/import/head.ts";

/** The encodings that spreadsheets and tills write; `windows-1252` is Excel's plain "CSV". */
export const csvEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

/**
 * The encoding of a file as far as it is known: `ascii` means that the bytes read so far are the same in UTF-8 and
 * Windows-1252.
 */
export interface FoundEncoding {
  encoding: CsvEncoding | "ascii";
  /** Length of the byte order mark, in bytes. */
  markBytes: number;
}

const marks: { bytes: number[]; encoding: CsvEncoding | "utf-32" }[] = [
  { bytes: [0xff, 0xfe, 0, 0], encoding: "utf-32" },
  { bytes: [0, 0, 0xfe, 0xff], encoding: "utf-32" },
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];

/**
 * Detects the encoding by the byte order mark, otherwise by the bytes. Throws UnreadableFileError if the bytes
 * contradict the stated encoding, or are not text.
 */
export function findEncoding({ bytes, isWhole }: Head, stated?: CsvEncoding): FoundEncoding {
  const mark = marks.find(({ bytes: mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (mark?.encoding === "utf-32") throw new UnreadableFileError("The file is UTF-32. Save it as UTF-8.");
  if (mark) {
    if (stated && stated !== mark.encoding) throw wrong(stated, mark.encoding);
    return { encoding: mark.encoding, markBytes: mark.bytes.length };
  }
  const wide = guessWide(bytes);
  if (wide) {
    if (stated && stated !== wide) throw wrong(stated, wide);
    return { encoding: wide, markBytes: 0 };
  }
  if (stated?.startsWith("utf-16"))
    throw new UnreadableFileError(
      `The file is not ${encodingNames[stated]}. Do not state the encoding: it is detected.`,
    );
  if (isBinary(bytes))
    throw new UnreadableFileError("This is not a text file. Save it as “CSV UTF-8”, and import that.");
  const narrow = guessNarrow(wholeLines(bytes, isWhole));
  if (stated && narrow !== "ascii" && narrow !== stated) throw wrong(stated, narrow);
  return { encoding: stated ?? narrow, markBytes: 0 };
}

/** The names of the encodings in messages. */
const encodingNames: Record<CsvEncoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 (little endian)",
  "utf-16be": "UTF-16 (big endian)",
  "windows-1252": "Windows-1252",
};

function wrong(stated: CsvEncoding, found: CsvEncoding): UnreadableFileError {
  return new UnreadableFileError(
    `You said that the file is ${encodingNames[stated]}, but it is ${encodingNames[found]}. Do not state the encoding: it is detected.`,
  );
}

/** Detects UTF-16 without a mark: separators, digits and Latin letters have a zero byte before or after each. */
function guessWide(bytes: Buffer): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, 2000);
  let even = 0;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const enough = sample.length / 100;
  if (odd > enough && even < odd / 10) return "utf-16le";
  if (even > enough && odd < even / 10) return "utf-16be";
  return undefined;
}

/** Whether over 1 percent of the bytes are zero; old tills write single zero bytes. */
function isBinary(bytes: Buffer): boolean {
  let zeros = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) zeros += 1;
  return zeros > bytes.length / 100;
}

/** UTF-8 if most lines with non-ASCII characters are valid UTF-8, otherwise Windows-1252. */
function guessNarrow(lines: Buffer): "utf-8" | "windows-1252" | "ascii" {
  if (isAscii(lines)) return "ascii";
  if (isUtf8(lines)) return "utf-8";
  let good = 0;
  let bad = 0;
  for (const line of splitLines(lines)) {
    if (isAscii(line)) continue;
    if (isUtf8(line)) good += 1;
    else bad += 1;
  }
  return good > bad ? "utf-8" : "windows-1252";
}

/** Removes the incomplete line at the end of the bytes. */
function wholeLines(bytes: Buffer, isWhole: boolean): Buffer {
  const end = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13));
  return isWhole || end < 0 ? bytes : bytes.subarray(0, end);
}

function* splitLines(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    const next = end < 0 ? bytes.length : end + 1;
    yield bytes.subarray(from, next);
    from = next;
  }
}

/** Complete lines in UTF-8. */
export interface DecodedLines {
  bytes: Buffer;
  /** Indexes (from 0) of lines that were not in the file's encoding and were read as Windows-1252. */
  mended: number[];
}

/**
 * Returns a function that converts successive blocks of complete lines to UTF-8. Text that begins as ASCII may turn out
 * to be either encoding.
 */
export function createLineDecoder(found: FoundEncoding["encoding"]): (lines: Buffer) => DecodedLines {
  let encoding = found;
  return (lines) => {
    if (encoding === "ascii") encoding = guessNarrow(lines);
    if (encoding === "windows-1252") return { bytes: isAscii(lines) ? lines : fromWindows(lines), mended: [] };
    if (encoding !== "utf-8" || isUtf8(lines)) return { bytes: lines, mended: [] };
    const mended: number[] = [];
    const decoded = Array.from(splitLines(lines), (line, index) => {
      if (isUtf8(line)) return line;
      mended.push(index);
      return fromWindows(line);
    });
    return { bytes: Buffer.concat(decoded), mended };
  };
}

function fromWindows(bytes: Buffer): Buffer {
  return Buffer.from(new TextDecoder("windows-1252").decode(bytes));
}

/** The bytes after the byte order mark; UTF-16 is converted to UTF-8. */
export async function* withoutMark(
  bytes: AsyncIterable<Buffer>,
  { encoding, markBytes }: FoundEncoding,
): AsyncGenerator<Buffer> {
  let skip = markBytes;
  const decoder =
    encoding === "utf-16le" || encoding === "utf-16be" ? new TextDecoder(encoding, { ignoreBOM: true }) : undefined;
  for await (const chunk of bytes) {
    const rest = chunk.subarray(skip);
    skip -= chunk.length - rest.length;
    yield decoder ? Buffer.from(decoder.decode(rest, { stream: true })) : rest;
  }
  const last = decoder?.decode();
  if (last) yield Buffer.from(last);
}
