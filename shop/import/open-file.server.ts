import { planCsv, type CsvOptions, type CsvPlan } from "./csv/plan-csv.ts";
import { readCsv } from "./csv/read-csv.ts";
import { readOnix } from "./onix/read-onix.ts";
import { readHead, type Head } from "./head.ts";
import { UnreadableFileError, type RawItem, type RecordFile } from "./raw-record.ts";
import { openBytes } from "./read-bytes.server.ts";

/** What reads each format. */
const readers: Record<
  RecordFile["format"],
  (bytes: AsyncIterable<Uint8Array>, options: CsvOptions) => AsyncIterable<RawItem>
> = { csv: readCsv, onix: readOnix };

/** A file of books, with how its columns were understood when it is a table. */
export interface OpenedFile extends RecordFile {
  csv?: CsvPlan;
}

/**
 * Opens a file of books, CSV or ONIX, plain or packed; content decides, not the name. Throws UnreadableFileError, at once or
 * while it is read. The options concern CSV alone.
 */
export async function openRecordFile(path: string, options: CsvOptions = {}): Promise<OpenedFile> {
  const { read, bytes, bytesRead } = await openBytes(path);
  const head = await readHead(read());
  const format = findFormat(head);
  const reader = readers[format];
  return {
    format,
    ...(format === "csv" && { csv: planCsv(head, options) }),
    items: { [Symbol.asyncIterator]: () => reader(read(), options)[Symbol.asyncIterator]() },
    bytes,
    bytesRead,
  };
}

/** First bytes of files that are brought by mistake. */
const others: [begins: string, what: string][] = [
  ["\xd0\xcf\x11\xe0", "an old Excel workbook or Word document"],
  ["%PDF", "a PDF"],
  ["\xff\xd8\xff", "a picture"],
  ["\x89PNG", "a picture"],
  ["GIF8", "a picture"],
  ["7z\xbc\xaf", "a 7z archive"],
  ["Rar!", "a RAR archive"],
];

function findFormat(head: Head): RecordFile["format"] {
  const begin = head.bytes.subarray(0, 2000).toString("latin1");
  const other = others.find(([begins]) => begin.startsWith(begins));
  if (other)
    throw new UnreadableFileError(
      `This is ${other[1]}, not a table of books. Save the table as “CSV UTF-8”, and import that file.`,
    );
  const text = begin
    .replaceAll("\0", "")
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .trimStart();
  if (/^<(!doctype\s+html|html)/i.test(text)) throw new UnreadableFileError("This is a web page, not a catalogue.");
  return text.startsWith("<") ? "onix" : "csv";
}
