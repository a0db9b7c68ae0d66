/**
 * Tests of the CSV reader: encodings, separators, broken quotes, formulas, lines above the header and hostile files.
 */
import { expect, test } from "vitest";

import { collect } from "#tests/support/collect.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { csvHeaders } from "#shop/catalogue/fields/csv/csv-columns.ts";
import { UnreadableFileError, type RawItem, type ReportLine } from "#shop/catalogue/fields/raw-record.ts";

import type { CsvOptions } from "./plan-csv.ts";
import { readCsv } from "./read-csv.ts";

/** Splits a file into chunks. */
async function* chunks(bytes: Uint8Array, length = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function read(file: string | Uint8Array, options?: CsvOptions): Promise<RawItem[]> {
  return collect(readCsv(chunks(typeof file === "string" ? Buffer.from(file) : file), options));
}

/** The report of a file, one line for each entry: `line kind record: reason`. */
function report(items: RawItem[]): string[] {
  const lines = items.flatMap((item): ReportLine[] => ("refused" in item ? [item.refused] : (item.mended ?? [])));
  return lines.map(({ place, kind, record, reason }) => `${place.line} ${kind} ${record}: ${reason}`);
}

function titles(items: RawItem[]): (string | undefined)[] {
  return items.flatMap((item) => ("record" in item ? [item.record.title] : []));
}

const books = "title,isbn,pages\nGodan,9788171788477,368\nराग दरबारी,9788126713967,\n";

test("a table becomes records, each with its line and number; what is empty is not there", async () => {
  expect(await read(books)).toEqual([
    { record: { place: { line: 2, record: 1 }, title: "Godan", isbn: "9788171788477", pages: "368" } },
    { record: { place: { line: 3, record: 2 }, title: "राग दरबारी", isbn: "9788126713967" } },
  ]);
});

test("any separator, any end of line, Excel's line about the separator, empty lines and rows", async () => {
  const expected = await read(books);
  for (const separator of [";", "\t", "|"]) expect(await read(books.replaceAll(",", separator))).toEqual(expected);
  for (const end of ["\r\n", "\r"])
    expect(await read(books.replaceAll("\n", end)), JSON.stringify(end)).toEqual(expected);
  expect(titles(await read(`sep=;\n${books.replaceAll(",", ";")}`))).toEqual(["Godan", "राग दरबारी"]);
  expect(await read("\r\n\r\ntitle,isbn\r\n\r\nGodan,1\r\n,\r\n,,,\r\nGaban,2")).toEqual([
    { record: { place: { line: 5, record: 1 }, title: "Godan", isbn: "1" } },
    { record: { place: { line: 8, record: 2 }, title: "Gaban", isbn: "2" } },
  ]);
  expect(titles(await read('"title, full";"isbn, printed"\nA,B;1\n', { columns: { title: ["title, full"] } }))).toEqual(
    ["A,B"],
  );
  expect(titles(await read("title;price, net;isbn, new\nA;1,5;2\n", { separator: ";" }))).toEqual(["A"]);
});

test("UTF-8 with and without its mark, UTF-16 both ways with and without, and Windows-1252 are the same table", async () => {
  const text = "title,authors\nLes Misérables – I,Zoë Naïm\nÅse’s café,Émile\n";
  const expected = await read(text);
  expect(titles(expected)).toEqual(["Les Misérables – I", "Åse’s café"]);
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(little).swap16();
  const windows = Buffer.from(text.replaceAll("–", "\x96").replaceAll("’", "\x92"), "latin1");
  const files: [Uint8Array, CsvOptions["encoding"]][] = [
    [Buffer.from(`\ufeff${text}`), "utf-8"],
    [little, "utf-16le"],
    [big, "utf-16be"],
    [Buffer.concat([Buffer.from([0xff, 0xfe]), little]), "utf-16le"],
    [Buffer.concat([Buffer.from([0xfe, 0xff]), big]), "utf-16be"],
    [windows, "windows-1252"],
  ];
  for (const [file, encoding] of files) {
    expect(await read(file), encoding).toEqual(expected);
    expect(await read(file, { encoding }), encoding).toEqual(expected);
  }
});

test("UTF-16 without its mark is known in Devanagari too", async () => {
  const text = `title,isbn\n${"राग दरबारी और गोदान,9788126713967\n".repeat(200)}`;
  const little = Buffer.from(text, "utf16le");
  for (const file of [little, Buffer.from(little).swap16()]) expect(await read(file)).toEqual(await read(text));
});

test("a file that is ASCII for long may turn out to be either", async () => {
  const plain = "title,isbn\n" + "Plain,1\n".repeat(60_000);
  for (const encoding of ["latin1", "utf8"] as const) {
    const items = await read(Buffer.concat([Buffer.from(plain), Buffer.from("Émile,2\nZoë,3\n", encoding)]));
    expect(titles(items).slice(-2)).toEqual(["Émile", "Zoë"]);
    expect(report(items)).toEqual([]);
  }
});

test("a line that is not in the file's encoding is read as Windows-1252, and said", async () => {
  const file = Buffer.concat([
    Buffer.from('title,subtitle\nÉmile,ü\nZoë,é\n"a\nb",'),
    Buffer.from("Åse", "latin1"),
    Buffer.from("\nRené,è\n"),
  ]);
  const items = await read(file);
  expect(items[2]).toMatchObject({ record: { title: "a\nb", subtitle: "Åse" } });
  expect(report(items)).toEqual([
    "4 mended a b: Its letters are not in the encoding of the file. They were read as Windows-1252.",
  ]);
  const lost = await read("title\nEmile\nÉm\ufffdle\n");
  expect(report(lost)).toEqual([expect.stringContaining("3 mended Ém\ufffdle: It has letters that cannot be read")]);
});

test("an encoding that somebody said and that cannot be is an error that says which it is", async () => {
  const utf8 = "title\nÉmile\n";
  await expect(read(utf8, { encoding: "windows-1252" })).rejects.toThrow(
    "You said that the file is Windows-1252, but it is UTF-8.",
  );
  await expect(read(Buffer.from(utf8, "latin1"), { encoding: "utf-8" })).rejects.toThrow("but it is Windows-1252");
  await expect(read(utf8, { encoding: "utf-16le" })).rejects.toThrow("not UTF-16");
  await expect(read(`\ufeff${utf8}`, { encoding: "windows-1252" })).rejects.toThrow("but it is UTF-8");
  await expect(read(Buffer.from(utf8, "utf16le"), { encoding: "utf-8" })).rejects.toThrow("but it is UTF-16");
  await expect(read(Buffer.from("title\n\0\0\x01\n"))).rejects.toThrow("not a text file");
});

test("a quote that never ends costs its own record, and every other is read", async () => {
  const many = Array.from({ length: 9000 }, (_, index) => `Book ${index},${index},Prose ${"x".repeat(40)}\n`);
  many[5] = 'Open,"5,Prose\n';
  const items = await read(`title,isbn,description\n${many.join("")}`);
  expect(items).toHaveLength(9000);
  expect(report(items)).toEqual([expect.stringMatching(/^7 refused Open,"5,Prose: It has a quote that does not end/)]);
  expect(items.at(-1)).toMatchObject({ record: { title: "Book 8999", place: { line: 9001, record: 9000 } } });
});

test("a quote that ends in a later row swallows none of the rows between", async () => {
  const table = (rows: string) => read(`title,isbn,pages\n${rows}`);
  const stray = await table('"A,1,2\nB,"2",3\nC,"3",4\n');
  expect(titles(stray)).toEqual(["B", "C"]);
  expect(report(stray)).toEqual([expect.stringContaining('2 refused "A,1,2')]);
  const byChance = await table('A,"1,2\nB,2,3\nC,3,4\nD,4",5\nE,5,6\n');
  expect(titles(byChance)).toEqual(["B", "C", "D", "E"]);
  const tooMany = await table('A,"1,2\nB,2",3,4\nC,3,4\n"D",4,5\n');
  expect(titles(tooMany).at(-1)).toBe("D");
  expect(report(tooMany)[0]).toMatch(/^2 refused/);
  const atEnd = await table('A,1,2\nB,2,"3\nC,3,4');
  expect(titles(atEnd)).toEqual(["A", "C"]);
});

test("the further lines of a broken record are not books", async () => {
  const items = await read('title,isbn,description\nA,1,"One "two"\nthree, four\nfive"\nB,2,ok\n');
  expect(titles(items)).toEqual(["B"]);
  expect(report(items)).toEqual([
    expect.stringMatching(/^2 refused A,1,"One "two":/),
    expect.stringMatching(/^3 refused three, four: It belongs to the record that begins on line 2/),
    expect.stringMatching(/^4 refused five":/),
  ]);
});

test("quotes inside a cell are text; not doubled in a cell in quotes they are mended and said", async () => {
  const items = await read(
    'title,isbn\nA 5" disc,1\n"The ""Best"" Book",2\n"The "Best" Book",3\n "spaced" , "4"\n"two\nlines",5\n',
  );
  expect(titles(items)).toEqual(['A 5" disc', 'The "Best" Book', 'The "Best" Book', "spaced", "two\nlines"]);
  expect(report(items)).toEqual([expect.stringMatching(/^4 mended 3: A cell in quotes has quotes inside/)]);
});

test("a row with too few or too many cells gets a line; more cells are refused, never guessed", async () => {
  const items = await read("title,isbn,pages\nA,1\nB,2,3,,\nKing, Queen,3,4\nC,4,5\n");
  expect(titles(items)).toEqual(["A", "B", "C"]);
  expect(report(items)).toEqual([
    "2 mended 1: It has 2 cells, and the header has 3. The missing ones count as empty.",
    "4 refused King, Queen,3,4: It has 4 cells, and the header has 3. A cell that contains the separator must be in quotes.",
  ]);
});

test("formulas are no values; the one with which Excel keeps digits is its number, an inert one is its text", async () => {
  const items = await read(
    'title,isbn,subtitle,copies\nA,"=""9780439023481""",=1+1,5\nB,=HYPERLINK("http://x"),\'=SUM(A1),-5\nC,9.78044E+12,,\nD,9780439023481.0,\'tis,3.0\n',
  );
  expect(items.map((item) => ("record" in item ? item.record : undefined))).toEqual([
    { place: { line: 2, record: 1 }, title: "A", isbn: "9780439023481", copies: "5" },
    { place: { line: 3, record: 2 }, title: "B", subtitle: "=SUM(A1)", copies: "-5" },
    { place: { line: 4, record: 3 }, title: "C", isbn: "9.78044E+12" },
    { place: { line: 5, record: 4 }, title: "D", isbn: "9780439023481", subtitle: "'tis", copies: "3" },
  ]);
  expect(report(items)).toEqual([
    "2 mended 9780439023481: A formula is no value, and was left out: =1+1",
    expect.stringMatching(/^3 mended B: A formula is no value, and was left out: =HYPERLINK/),
  ]);
});

test("what a till writes above the header is passed over", async () => {
  const items = await read("Sunrise Books\n\n;;\nStock on 1 May;;\nItem Name;ISBN;MRP\nGodan;1;5\n");
  expect(items).toEqual([
    { record: { place: { line: 6, record: 1 }, title: "Godan", isbn: "1", mrp: { amount: "5" } } },
  ]);
});

test("a map of one column finds the header below other lines; an ISBN that was marked as text is one", async () => {
  const items = await read("Sunrise Books\nNumber;Foo\n'9780439023481;x\n", { columns: { isbn: ["Number"] } });
  expect(items).toEqual([{ record: { place: { line: 3, record: 1 }, isbn: "9780439023481" } }]);
});

test("a column of item codes and ISBNs gives each book what its cell is; spoilt ISBNs are no codes", async () => {
  const rows = [
    "SGB0000",
    "978-0-439-02348-1",
    "0439023483",
    "9.78044E+12",
    "9780439023482",
    "978043902348",
    "20260010",
  ];
  const file = `Item Code,Item Name\n${rows.map((code, at) => `${code},Book ${at}\n`).join("")}`;
  const found = (items: RawItem[]) =>
    items.map((item) => "record" in item && [item.record.isbn, item.record.reference]);
  const mixed = [
    [undefined, "SGB0000"],
    ["978-0-439-02348-1", "978-0-439-02348-1"],
    ["0439023483", "0439023483"],
    ["9.78044E+12", undefined],
    ["9780439023482", undefined],
    ["978043902348", undefined],
    [undefined, "20260010"],
  ];
  expect(found(await read(file))).toEqual(mixed);
  expect(found(await read(file, { columns: { isbn_or_code: ["Item Code"] } }))).toEqual(mixed);
  expect(found(await read(file, { columns: { reference: ["Item Code"] } }))).toEqual(
    rows.map((code) => [undefined, code]),
  );
  expect(found(await read("Item Code,Item Name\n12345678,A\n0439023483,B\nX3,C\nX4,D\n"))).toContainEqual([
    undefined,
    "0439023483",
  ]);
});

test("thousands of wrong quotes cost thousands of rows, not the file; stray zero bytes cost nothing", async () => {
  const items = await read(`title,isbn\n${'"A 5" disc",2\n'.repeat(3000)}B\0,3\n`);
  expect(titles(items)).toEqual(["B"]);
  expect(items).toHaveLength(3001);
});

test("cells and headers made to keep a parser busy are read about as fast as others", async () => {
  const names = csvHeaders.filter((name) => name !== "currency");
  /** Processor time for a file with a long cell of this pattern in each column and in the header. */
  const cost = async (pattern: string) => {
    const cell = `x${pattern.repeat(Math.floor(60_000 / pattern.length))}x`;
    const rows = names.map((_, at) => csvLine(["A", ...names.map((_, index) => (index === at ? cell : ""))]));
    const before = process.cpuUsage();
    await read(csvLine(["", ...names]) + rows.join(""));
    await read(csvLine(["title", cell, "isbn"]) + "A,1,2\n");
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await cost("x");
  const plain = await cost("x");
  const patterns = [
    ",",
    "(",
    " (",
    "[",
    "#",
    " #",
    "'",
    "=",
    '"',
    "; ",
    "& ",
    "1 ",
    "\u0301",
    "> ",
    "/-",
    "A.",
    "https:",
  ];
  for (const pattern of patterns) expect(await cost(pattern), pattern).toBeLessThan(plain * 20);
});

test("2 GB on one line are passed over, and the next line is read", async () => {
  const chunk = Buffer.alloc(2 ** 20, "x");
  async function* file() {
    yield Buffer.from("title,isbn\nA,1\n");
    for (let megabyte = 0; megabyte < 2048; megabyte += 1) yield chunk;
    yield Buffer.from("\nB,2\n");
  }
  const before = process.memoryUsage().rss;
  const items = await collect(readCsv(file()));
  expect(titles(items)).toEqual(["A", "B"]);
  expect(report(items)).toEqual([expect.stringMatching(/^3 refused x+…?: It is longer than 2,62,144 bytes/)]);
  expect(items.at(-1)).toMatchObject({ record: { place: { line: 4, record: 3 } } });
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
  const header = readCsv(
    (async function* () {
      for (;;) yield chunk;
    })(),
  );
  await expect(header.next()).rejects.toThrow(UnreadableFileError);
});

test("a file whose quotes are all wrong is given up instead of being read for hours", async () => {
  const row = 'x",y,"z\n';
  await expect(read(`title,isbn,pages\n${row.repeat(60_000)}`)).rejects.toThrow(
    "More than 1000 records have a quote that does not end",
  );
});

test("what is no table is refused in plain words", async () => {
  await expect(read("a,b\n1,2\n")).rejects.toThrow(
    /No column of the first line was recognized.*The columns are: a, b\./,
  );
  await expect(read('title,"isbn\nA,1\n')).rejects.toThrow("quote that does not end");
  await expect(read("")).rejects.toThrow(UnreadableFileError);
});
