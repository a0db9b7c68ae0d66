/** Detects and decodes the encoding of an ONIX file. */
import { isAscii, isUtf8 } from "node:buffer";

import { fromWindows1252 } from "#shop/catalogue/fields/check/named-entities.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";

/** The encoding of a file, detected from its beginning. */
export interface Encoding {
  /** A label of TextDecoder. In every encoding except `utf-16le` and `utf-16be`, the character `<` is the byte 3C. */
  name: string;
  /** A sentence for the report, if the file is read in another encoding than it declares. */
  mended?: string;
}

/** Number of bytes that `detectEncoding` needs: an XML declaration is shorter. */
export const beginningLength = 512;

/** Detects the encoding of a file by its byte order mark, its zero bytes, or its XML declaration, in this order. */
export function detectEncoding(beginning: Uint8Array): Encoding {
  const [first, second, third, fourth] = beginning;
  if ((first === 0 && second === 0) || (first === 0xff && second === 0xfe && third === 0 && fourth === 0))
    throw new UnreadableFileError("The file is in UTF-32, or begins with empty bytes. Please save it as UTF-8.");
  if (first === 0xff && second === 0xfe) return { name: "utf-16le" };
  if (first === 0xfe && second === 0xff) return { name: "utf-16be" };
  if (first === 0x3c && second === 0) return { name: "utf-16le" };
  if (first === 0 && second === 0x3c) return { name: "utf-16be" };

  const declaration = Buffer.from(beginning).toString("latin1", 0, beginningLength);
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']\s*([\w.:-]{1,40})/.exec(
    declaration,
  )?.[1];
  if (!declared || first === 0xef) return { name: "utf-8" };
  try {
    const name = new TextDecoder(declared).encoding;
    if (!name.startsWith("utf-16")) return { name };
  } catch {
    // Unknown encoding.
  }
  return { name: "utf-8", mended: `The file says that it is in ${declared}; it was read as UTF-8.` };
}

/** A stream of bytes in which `<` is the byte 3C: converts UTF-16 to UTF-8, other encodings stay. */
export async function* toByteText(bytes: AsyncIterable<Uint8Array>, { name }: Encoding): AsyncGenerator<Buffer> {
  const decoder = name.startsWith("utf-16") ? new TextDecoder(name) : undefined;
  for await (const chunk of bytes)
    yield decoder
      ? Buffer.from(decoder.decode(chunk, { stream: true }))
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (decoder) yield Buffer.from(decoder.decode());
}

/**
 * Decodes a piece of a file; `mended` is a sentence for the report if the piece was not read in the encoding of the
 * file.
 */
export function decodePiece(piece: Buffer, { name }: Encoding): { text: string; mended?: string } {
  if (isAscii(piece) && !name.startsWith("iso-2022")) return { text: piece.toString("latin1") };
  if (name === "utf-8" || name.startsWith("utf-16")) {
    if (isUtf8(piece)) return { text: piece.toString("utf8") };
    return {
      text: decodeBroken(piece),
      mended: "Some of it is not valid UTF-8; those bytes were read as Windows-1252.",
    };
  }
  if (isUtf8(piece) && !isMultiByte(name))
    return { text: piece.toString("utf8"), mended: `The file says ${name}, but this text is in UTF-8.` };
  return { text: new TextDecoder(name).decode(piece) };
}

/**
 * Whether this is an East Asian encoding. Text in such an encoding may happen to be valid UTF-8; Windows-1252 text
 * hardly ever is.
 */
function isMultiByte(name: string): boolean {
  return /^(?:big5|euc-|gb|iso-2022|shift)/.test(name);
}

/** Decodes UTF-8, and single invalid bytes as Windows-1252. */
function decodeBroken(piece: Buffer): string {
  const parts: string[] = [];
  let begin = 0;
  for (let at = 0; at < piece.length; at++) {
    const byte = piece[at]!;
    if (byte < 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc2 && at + length <= piece.length && isUtf8(piece.subarray(at, at + length))) {
      at += length - 1;
      continue;
    }
    parts.push(piece.toString("utf8", begin, at), fromWindows1252(byte));
    begin = at + 1;
  }
  parts.push(piece.toString("utf8", begin));
  return parts.join("");
}
