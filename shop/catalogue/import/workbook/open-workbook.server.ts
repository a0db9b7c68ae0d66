/** Opens a workbook (.xlsx) and reads one of its sheets as CSV, without unpacking it to disk or into memory. */
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import type { ReadLimit } from "#shop/catalogue/import/read-limit.ts";
import { chunkBytes, unzip, type UnpackLimits } from "#shop/catalogue/import/unpack.server.ts";
import type { ZipEntry } from "#shop/catalogue/import/zip-entry.server.ts";
import { readNumberFormat, type NumberFormat } from "./number-formats.ts";
import { appendText, attributeOf, damaged, readXml, type XmlHandler } from "./read-xml.ts";
import { describeNotes, formatRow, noNotes, sheetHandler, type SheetContext, type SheetRow } from "./read-sheet.ts";

export { sheetSeparator } from "./read-sheet.ts";

/** The sheets of a workbook. */
export interface Sheets {
  /** Their names, in the order of the workbook, without hidden ones. */
  names: string[];
  /** The name of the sheet that is read. */
  chosen: string;
  /** Sentences on what the latest reading has found: formulas, errors, merged cells. */
  notes: () => string[];
}

interface OpenedWorkbook {
  sheets: Sheets;
  /** Compressed bytes of the parts that a reading consumes. */
  bytes: number;
  /** The lines of the sheet; `count` gets the compressed bytes as they are read. */
  read: (count: (length: number) => void) => AsyncGenerator<Uint8Array>;
}

interface WorkbookOptions {
  sheet: string | undefined;
  limit: ReadLimit | undefined;
  limits: UnpackLimits;
}

/** The most that the texts of a workbook may take, in characters, because all of them are kept in memory. */
const maxTextLength = 50_000_000;
const maxStyles = 100_000;
const maxSheets = 500;

/** Opens the workbook with these parts. Throws UnreadableFileError and ReadLimitError. */
export async function openWorkbook(
  path: string,
  parts: Map<string, ZipEntry>,
  { sheet, limit, limits }: WorkbookOptions,
): Promise<OpenedWorkbook> {
  const ignore = () => {};
  async function* xml<Item>(
    part: ZipEntry,
    makeHandler: (found: (item: Item) => void) => XmlHandler,
    count: (length: number) => void = ignore,
  ) {
    yield* readXml(unzip(path, part, count, limits), makeHandler, limit);
  }
  const { sheets, is1904 } = await readSheets(parts, xml);
  const seen = sheets.filter(({ isHidden }) => !isHidden);
  const chosen = sheet === undefined ? (seen[0] ?? sheets[0]) : sheets.find(({ name }) => name === sheet);
  if (!chosen)
    throw new UnreadableFileError(
      sheet === undefined ? "The workbook has no sheet with cells." : `The workbook has no sheet “${sheet}”.`,
    );
  const [strings, styles] = [parts.get("xl/sharedstrings.xml"), parts.get("xl/styles.xml")];
  let notes = noNotes();
  /** Kept for the next reading, because the texts may take longer to read than the sheet; bounded by `maxTextLength`. */
  let context: SheetContext | undefined;
  async function readContext(count: (length: number) => void): Promise<SheetContext> {
    if (context && strings) count(strings.compressedSize);
    return (context ??= {
      strings: strings ? await readStrings(xml(strings, stringHandler, count)) : [],
      formats: styles ? await readFormats(xml(styles, formatHandler)) : [],
      is1904,
    });
  }
  return {
    sheets: { names: seen.map(({ name }) => name), chosen: chosen.name, notes: () => describeNotes(notes) },
    bytes: chosen.part.compressedSize + (strings?.compressedSize ?? 0),
    async *read(count) {
      const own = (notes = noNotes());
      const known = await readContext(count);
      // The mark says that it is UTF-8, whatever the letters are.
      yield Buffer.from("\u{feff}");
      let lines = "";
      for await (const rows of xml<SheetRow>(chosen.part, (found) => sheetHandler(known, own, found), count))
        for (const row of rows) {
          lines += formatRow(row);
          if (lines.length < chunkBytes) continue;
          yield Buffer.from(lines);
          lines = "";
        }
      if (lines) yield Buffer.from(lines);
    },
  };
}

interface Sheet {
  name: string;
  isHidden: boolean;
  part: ZipEntry;
}

type ReadPart = (
  part: ZipEntry,
  makeHandler: (found: (item: Record<string, string>) => void) => XmlHandler,
) => AsyncGenerator<Record<string, string>[]>;

/** The sheets with cells, in the order of the workbook. */
async function readSheets(parts: Map<string, ZipEntry>, read: ReadPart): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const [main, links] = [parts.get("xl/workbook.xml"), parts.get("xl/_rels/workbook.xml.rels")];
  if (!main || !links) throw damaged();
  const targets = new Map<string, string>();
  for await (const found of read(links, elementHandler("relationship")))
    for (const { Id = "", Target = "" } of found) targets.set(Id, partName(Target));
  let is1904 = false;
  const sheets: Sheet[] = [];
  const elements = read(main, (found) => ({
    open(name, attributes) {
      if (name === "workbookpr") is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
      if (name === "sheet") found(attributes);
    },
  }));
  for await (const found of elements)
    for (const attributes of found) {
      const part = parts.get(targets.get(attributeOf(attributes, "id") ?? "") ?? "");
      if (part && sheets.length < maxSheets)
        sheets.push({ name: attributes.name ?? "", isHidden: (attributes.state ?? "visible") !== "visible", part });
    }
  return { sheets, is1904 };
}

const elementHandler =
  (wanted: string) =>
  (found: (attributes: Record<string, string>) => void): XmlHandler => ({
    open(name, attributes) {
      if (name === wanted) found(attributes);
    },
  });

/** The name of a part that a relationship refers to, absolute or relative to `xl/`, in small letters. */
function partName(target: string): string {
  return (target.startsWith("/") ? target.slice(1) : `xl/${target}`).toLowerCase();
}

/** Yields the texts of a workbook; formatted ones are joined, their readings in small letters above are left out. */
function stringHandler(found: (text: string) => void): XmlHandler {
  let text = "";
  let isText = false;
  let isReading = false;
  return {
    open(name) {
      if (name === "si") text = "";
      if (name === "rph") isReading = true;
      isText = name === "t" && !isReading;
    },
    text(part) {
      if (isText) text = appendText(text, part);
    },
    close(name) {
      isText = false;
      if (name === "rph") isReading = false;
      if (name === "si") found(text);
    },
  };
}

async function readStrings(texts: AsyncGenerator<string[]>): Promise<string[]> {
  const strings: string[] = [];
  let length = 0;
  for await (const found of texts)
    for (const text of found) {
      // An empty text needs memory too.
      length += text.length + 20;
      if (length > maxTextLength)
        throw new UnreadableFileError(
          "The texts of this workbook are too long to be read at once. Save its sheet as “CSV UTF-8”, and import that file.",
        );
      strings.push(text);
    }
  return strings;
}

/** Yields the number formats of the styles, in their order. */
function formatHandler(found: (format: NumberFormat) => void): XmlHandler {
  const codes = new Map<number, string>();
  let isOfCells = false;
  return {
    open(name, attributes) {
      if (name === "numfmt" && codes.size < maxStyles)
        codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "cellxfs") isOfCells = true;
      if (name !== "xf" || !isOfCells) return;
      const id = Number(attributes.numFmtId ?? 0);
      found(readNumberFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === "cellxfs") isOfCells = false;
    },
  };
}

async function readFormats(formats: AsyncGenerator<NumberFormat[]>): Promise<NumberFormat[]> {
  const all: NumberFormat[] = [];
  for await (const found of formats) for (const format of found) if (all.length < maxStyles) all.push(format);
  return all;
}
