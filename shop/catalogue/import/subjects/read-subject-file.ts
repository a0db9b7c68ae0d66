import { CsvError, parse } from "csv-parse/sync";

import { readCell } from "#shop/kernel/text/csv-cell.ts";
import { findEncoding } from "#shop/catalogue/import/csv/encoding.ts";
import { UnreadableFileError } from "#shop/catalogue/fields/raw-record.ts";
import { subjectSchemes, type GivenSubject } from "#shop/catalogue/records/subject-table.ts";

const maxBytes = 10_000_000;

/**
 * Parses a bookseller's subject table: columns `scheme`, `code` and `category` in any order; others are ignored.
 * `refused` lists the invalid lines with reasons. Throws UnreadableFileError.
 */
export function readSubjectFile(bytes: Buffer): { given: GivenSubject[]; refused: string[] } {
  if (bytes.length > maxBytes) throw new UnreadableFileError("A table of subjects has at most 10 MB.");
  const { encoding, markBytes } = findEncoding({ bytes, isWhole: true });
  const text = new TextDecoder(encoding === "ascii" ? "utf-8" : encoding).decode(bytes.subarray(markBytes));
  const rows = readRows(text);
  const header = rows.shift()?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const columnOf = (name: string) => {
    const column = header.indexOf(name);
    if (column < 0)
      throw new UnreadableFileError(`The file has no column “${name}”. It needs scheme, code and category.`);
    return column;
  };
  const [scheme, code, category] = [columnOf("scheme"), columnOf("code"), columnOf("category")];
  const given: GivenSubject[] = [];
  const refused: string[] = [];
  for (const { line, cells } of rows) {
    const row = {
      scheme: cells[scheme]?.toLowerCase() ?? "",
      code: cells[code] ?? "",
      category: cells[category] || null,
    };
    if (!subjectSchemes.some((known) => known === row.scheme))
      refused.push(`Line ${line}: “${row.scheme}” is no scheme. Use one of ${subjectSchemes.join(", ")}.`);
    else if (row.code === "") refused.push(`Line ${line}: the code is empty.`);
    else if ((row.code + (row.category ?? "")).length > 200)
      refused.push(`Line ${line}: it is longer than 200 letters.`);
    else given.push(row);
  }
  return { given, refused };
}

function readRows(text: string): { line: number; cells: string[] }[] {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const [delimiter = ","] = [",", ";", "\t"].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length);
  try {
    const parsed = parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return parsed.map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((raw) => {
        const cell = readCell(raw);
        return "text" in cell ? cell.text : "";
      }),
    }));
  } catch (error) {
    if (error instanceof CsvError)
      throw new UnreadableFileError(`The table cannot be read: ${error.message}.`, { cause: error });
    throw error;
  }
}
