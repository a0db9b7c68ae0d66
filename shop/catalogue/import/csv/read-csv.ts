/** Reads a CSV file as a stream of records, with report lines for rows that cannot be read. */
import { isNullWord } from "#shop/catalogue/fields/check/null-words.ts";
import { readCell } from "#shop/kernel/text/csv-cell.ts";
import type { ColumnFacts } from "#shop/catalogue/fields/book-field.ts";
import { csvColumns, type CsvHeader, type RecordColumn } from "#shop/catalogue/fields/csv/csv-columns.ts";
import { headOf, takeBytes } from "#shop/catalogue/import/head.ts";
import type { RawItem, RawRecord, RecordPlace, ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { cleanText, shorten } from "#shop/kernel/text/clean-text.ts";

import { columnUnit } from "./columns.ts";
import { cutLines, withLineFeeds } from "./cut-lines.ts";
import { createLineDecoder, withoutMark } from "./encoding.ts";
import { planCsv, type CsvOptions, type CsvPlan } from "./plan-csv.ts";
import { createRowReader, type Row } from "./read-rows.ts";

/**
 * Yields the records of a CSV file, and a report line for each row that cannot be read; `planned` is the plan of its
 * columns, if it is known. Throws UnreadableFileError if the file cannot be read as a table of books.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
  planned?: CsvPlan,
): AsyncGenerator<RawItem> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const taken = await takeBytes(source);
    const plan = planned ?? planCsv(headOf(taken), options);
    const bindings = bindColumns(plan);
    let record = 0;
    for await (const rows of readRows(goOn(taken, source), plan))
      for (const row of rows) yield makeItem(row, (record += 1), bindings);
  } finally {
    await source.return?.();
  }
}

async function* goOn(taken: Buffer, source: AsyncIterator<Uint8Array>): AsyncGenerator<Buffer> {
  yield taken;
  for (let next = await source.next(); !next.done; next = await source.next())
    yield Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
}

/** The rows of a file, in blocks. */
async function* readRows(bytes: AsyncGenerator<Buffer>, plan: CsvPlan): AsyncGenerator<Iterable<Row>> {
  const unmarked = withoutMark(bytes, plan.found);
  const decode = createLineDecoder(plan.found.encoding);
  const reader = createRowReader(plan.separator, plan.columns.length, plan.headerLines);
  for await (const block of cutLines(plan.isMacintosh ? withLineFeeds(unmarked) : unmarked))
    yield "lines" in block ? reader.read(decode(block.lines)) : reader.skipLine(block.tooLong);
  yield reader.end();
}

/** A known column and its positions in the file; a list may have several. */
interface Binding {
  column: RecordColumn;
  places: { index: number; facts: ColumnFacts }[];
}

function bindColumns({ columns, nameOrder }: CsvPlan): Binding[] {
  return csvColumns.flatMap((known) => {
    const places = columns.flatMap(({ column, field }, index) =>
      field === known.header ? [{ index, facts: { unit: columnUnit(column), nameOrder } }] : [],
    );
    return places.length > 0 ? [{ column: known, places }] : [];
  });
}

function makeItem(row: Row, number: number, bindings: Binding[]): RawItem {
  const place: RecordPlace = { line: row.line, record: number };
  const line = (kind: ReportLine["kind"], reason: string, field?: string): ReportLine => ({
    place,
    kind,
    record: known(record, row.raw),
    ...(field && { field }),
    reason,
  });
  const record: RawRecord = { place };
  if ("refused" in row) return { refused: line("refused", row.refused) };
  const refusals: { reason: string; field?: CsvHeader }[] = [];
  const problems: typeof refusals = row.mended.map((reason) => ({ reason }));
  for (const { column, places } of bindings)
    for (const { index, facts } of places) {
      const { header: name, isList, hasMeaningfulEmptyWords } = column;
      const cell = readCell(row.cells[index] ?? "");
      if ("formula" in cell) {
        problems.push({ field: name, reason: `A formula is no value, and was left out: ${shorten(cell.formula, 60)}` });
        continue;
      }
      if (cell.text === "" || (isNullWord(cell.text) && !hasMeaningfulEmptyWords)) continue;
      const problem = column.set(record, cell.text, facts);
      if (problem && "refused" in problem) refusals.push({ field: name, reason: problem.refused });
      else if (problem) problems.push({ field: name, reason: problem.mended });
      if (!isList) break;
    }
  const [refusal] = refusals;
  if (refusal) return { refused: line("refused", refusal.reason, refusal.field) };
  if (problems.length === 0) return { record };
  return { record, mended: problems.map(({ reason, field }) => line("mended", reason, field)) };
}

/** A short name of a record for the report: reference, ISBN or title, otherwise the beginning of its line. */
function known({ reference, isbn, title }: RawRecord, raw: Buffer): string {
  const words =
    reference ??
    isbn ??
    title ??
    raw
      .subarray(0, 400)
      .toString()
      .split(/[\r\n]/, 1)[0]!;
  return shorten(cleanText(words), 60);
}
