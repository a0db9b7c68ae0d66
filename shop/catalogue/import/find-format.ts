/** Detects the format of an uploaded file by its first bytes. */
import type { Head } from "./head.ts";
import { UnreadableFileError, type RecordFile } from "#shop/catalogue/fields/raw-record.ts";

/** First bytes of other kinds of files that are uploaded by mistake. */
const others: [begins: string, what: string][] = [
  ["\xd0\xcf\x11\xe0", "an old Excel workbook, or one with a password"],
  ["%PDF", "a PDF"],
  ["\xff\xd8\xff", "a picture"],
  ["\x89PNG", "a picture"],
  ["GIF8", "a picture"],
  ["7z\xbc\xaf", "a 7z archive"],
  ["Rar!", "a RAR archive"],
];

/**
 * Detects whether a file is a CSV table or an ONIX message. Throws UnreadableFileError with the kind of file for common
 * mistakes.
 */
export function findFormat(head: Head): RecordFile["format"] {
  const begin = head.bytes.subarray(0, 2000).toString("latin1");
  const other = others.find(([begins]) => begin.startsWith(begins));
  if (other)
    throw new UnreadableFileError(
      `This is ${other[1]}, not a table of books. Save the table as .xlsx without a password, or as “CSV UTF-8”, and import that file.`,
    );
  const text = begin
    .replaceAll("\0", "")
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .trimStart();
  if (/^<(!doctype\s+html|html)/i.test(text)) throw new UnreadableFileError("This is a web page, not a catalogue.");
  return text.startsWith("<") ? "onix" : "csv";
}
