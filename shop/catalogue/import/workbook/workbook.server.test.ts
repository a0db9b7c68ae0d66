/** Tests of reading workbooks: values as people see them, several sheets, and files that are made to do harm. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { UnreadableFileError, type RawRecord } from "#shop/catalogue/fields/raw-record.ts";
import { openRecordFile, proposeTable, readSheetNotes } from "#shop/catalogue/import/open-file.server.ts";
import { openBytes } from "#shop/catalogue/import/read-bytes.server.ts";
import { ReadLimitError, type ReadLimit } from "#shop/catalogue/import/read-limit.ts";
import type { CsvOptions } from "#shop/catalogue/import/csv/plan-csv.ts";
import { collect } from "#tests/support/collect.ts";
import { makeWorkbook } from "#tests/support/make-workbook.ts";
import { makeZip } from "#tests/support/make-zip.ts";

const folder = await mkdtemp(join(tmpdir(), "workbooks-"));
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function put(content: Uint8Array): Promise<string> {
  const path = join(folder, `${(files += 1)}.xlsx`);
  await writeFile(path, content);
  return path;
}

async function recordsOf(content: Uint8Array, options: CsvOptions = {}): Promise<RawRecord[]> {
  const items = await collect((await openRecordFile(await put(content), options)).items);
  return items.map((item) => {
    if ("refused" in item) throw new Error(item.refused.reason);
    expect(item.mended).toBeUndefined();
    return item.record;
  });
}

const soon = (): ReadLimit => ({ bytes: 4e6, until: performance.now() + 5_000, signal: new AbortController().signal });

test("a workbook of a till is read under its title, with the numbers of its rows", async () => {
  const content = makeWorkbook([
    {
      name: "Stock",
      rows: [
        ["Shree Granth Bhandar; stock, as on 1 Nov"],
        [],
        ["Code No", "Item", "MRP", "Qty", "Remark"],
        [9780143449348, "श्यामची आई", 399, "5 Nos"],
        [],
        ["0140449132", 'War, "and" Peace\nPart 1', 359.99999999999994, 1200, "new"],
      ],
    },
  ]);
  const records = await recordsOf(content, { columns: { title: ["Item"], copies: ["Qty"] } });
  expect(records).toMatchObject([
    { place: { line: 4 }, isbn: "9780143449348", title: "श्यामची आई", mrp: { amount: "399" }, copies: "5 Nos" },
    { place: { line: 6 }, isbn: "0140449132", mrp: { amount: "360" }, copies: "1200" },
  ]);
  expect(records[1]!.title).toContain('War, "and" Peace');
});

test("numbers are read as the sheet shows them: days, codes with zeros, other currencies; formulas by their value", async () => {
  const row = (published: string) => [
    '<c s="2"><v>42</v></c>',
    "A Day",
    '<c s="3"><v>19.99</v></c>',
    published,
    '<c t="str"><f>1+1</f><v>2</v></c>',
    '<c t="inlineStr"><is><r><t>Rich </t></r><r><t>text</t></r></is></c>',
  ];
  const rows = [
    ["reference", "title", "mrp", "published_on", "copies", "publisher"],
    row('<c s="1"><v>45231</v></c>'),
    row('<c t="d"><v>2023-11-01T00:00:00</v></c>'),
  ];
  const formats = ["dd/mm/yyyy;@", "000000", "[$€-407]#,##0.00"];
  const expected = { reference: "000042", publishedOn: "2023-11-01", copies: "2", publisher: "Rich text" };
  for (const record of await recordsOf(makeWorkbook([{ name: "A", rows }], { formats }))) {
    expect(record).toMatchObject(expected);
    expect(record.mrp).toEqual({ amount: "19.99", currency: "EUR" });
  }
  const macintosh = { formats, properties: '<workbookPr date1904="1"/>' };
  const [first] = await recordsOf(makeWorkbook([{ name: "A", rows }], macintosh));
  expect(first).toMatchObject({ publishedOn: "2027-11-02" });
});

test("of several sheets the first one in sight is read, or the chosen one; what is odd in it is said", async () => {
  const table = (title: string) => [
    ["isbn", "title", "mrp", "copies"],
    ["9780143449348", title, '<c t="e"><v>#N/A</v></c>', "<c><f>A1</f></c>"],
    ["9780140449136", "Other", 250, "<c><f>1+1</f><v>2</v></c>"],
  ];
  const path = await put(
    makeWorkbook([
      { name: "Hidden", rows: table("Hidden"), state: "hidden" },
      { name: "Novels & more", rows: table("First"), after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' },
      { name: "Old", rows: table("Second") },
    ]),
  );
  const { sheets, columns } = await proposeTable(path, {}, soon());
  expect(sheets).toMatchObject({ names: ["Novels & more", "Old"], chosen: "Novels & more" });
  expect(columns.find(({ field }) => field === "title")).toMatchObject({ samples: ["First", "Other"] });
  const second = await openRecordFile(path, { sheet: "Old" });
  expect(await collect(second.items)).toMatchObject([{ record: { title: "Second" } }, { record: { title: "Other" } }]);
  await expect(openRecordFile(path, { sheet: "None" })).rejects.toThrow("no sheet “None”");
  const notes = (await readSheetNotes(await openRecordFile(path), soon())).join("\n");
  expect(notes).toMatch(/Formulas: 1 cell\..*without a value: 1 cell.*#N\/A: 1 cell.*such as A2:A3/s);
});

test("the columns of a sheet are those of its cells, although a title above them has semicolons", async () => {
  const rows = [["Shree; Granth; Bhandar; stock"], ["isbn", "title", "mrp"], ["9780143449348", "Godaan", 399]];
  const { columns } = await proposeTable(await put(makeWorkbook([{ name: "A", rows }])));
  expect(columns.map(({ field }) => field)).toEqual(["isbn", "title", "mrp"]);
});

test("a sheet without a header has numbered columns, and none of its books is lost", async () => {
  const content = makeWorkbook([
    {
      name: "A",
      rows: [
        ["9780143449348", "Godaan", 399],
        ["9780140449136", "War and Peace", 599],
      ],
    },
  ]);
  const { columns } = await proposeTable(await put(content));
  expect(columns.map(({ column, field }) => [column, field])).toEqual([
    ["Column 1", "isbn"],
    ["Column 2", null],
    ["Column 3", null],
  ]);
  const records = await recordsOf(content, { columns: { title: ["Column 2"], mrp: ["Column 3"] } });
  expect(records.map(({ title }) => title)).toEqual(["Godaan", "War and Peace"]);
});

const sheet = (xml: string) => makeWorkbook([{ name: "A", xml }]);
const open = "<worksheet><sheetData>";

test.each([
  ["damaged", sheet(`${open}<row><c><v>1</c></row>`)],
  ["damaged", sheet(`${open}${"<row>".repeat(100)}`)],
  [
    "damaged",
    sheet(`<!DOCTYPE a [<!ENTITY b "x">]>${open}<row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`),
  ],
  ["damaged", sheet(`${open}<row><c t="str"><v>${"x".repeat(3_000_000)}</v></c></row></sheetData></worksheet>`)],
  ["more than 32,767 characters", makeWorkbook([{ name: "A", rows: [["isbn", "x".repeat(32_768)]] }])],
  [
    "more than 32,767 characters",
    sheet(`${open}<row><c t="inlineStr"><is>${`<r><t>${"x".repeat(1000)}</t></r>`.repeat(33)}</is></c></row>`),
  ],
  ["column 16384", sheet(`${open}<row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>`)],
  ["damaged", makeZip([{ name: "xl/workbook.xml", content: "x" }])],
  ["no sheet with cells", makeWorkbook([])],
  ["binary workbook", makeZip([{ name: "xl/workbook.bin", content: "x" }])],
])("a workbook that cannot be read says so: %s", async (words, content) => {
  const reading = recordsOf(content);
  await expect(reading).rejects.toThrow(UnreadableFileError);
  await expect(reading).rejects.toThrow(words);
});

test.each([
  ["rows", [`<row>${'<c t="s"><v>0</v></c>'.repeat(2)}</row>`, 1_000]],
  ["the cells of a row", [`<row>${'<c t="s"><v>0</v></c>'.repeat(1_000)}</row>`, 2]],
] as const)("a long text that is repeated by %s is never in memory as often", async (_, [row, times]) => {
  const shared = { name: "xl/sharedStrings.xml", content: `<sst><si><t>${"x".repeat(32_767)}</t></si></sst>` };
  const xml = `${open}${row.repeat(times)}</sheetData></worksheet>`;
  const { read } = await openBytes(await put(makeWorkbook([{ name: "A", xml }], { more: [shared] })));
  let longest = 0;
  for await (const chunk of read()) longest = Math.max(longest, chunk.length);
  expect(longest).toBeGreaterThan(32_767);
  expect(longest).toBeLessThan(400_000);
});

test("a workbook of zeros ends by the limits of decompression and of time, not by those of the machine", async () => {
  const path = await put(makeWorkbook([{ name: "A", xml: `${open}${"<row><c><v>0</v></c></row>".repeat(200_000)}` }]));
  const short = { ...soon(), bytes: 1e9, until: performance.now() + 20 };
  const reading = async () =>
    collect((await openRecordFile(path, { columns: { isbn: ["0"] } }, new Date(), short)).items);
  await expect(reading()).rejects.toThrow(ReadLimitError);
  const { read } = await openBytes(path, { unpacked: { freeBytes: 0, ratio: 100, bytes: 1e9 } });
  await expect(collect(read())).rejects.toThrow("looks like a decompression bomb");
});

test("the texts of a workbook are read once, and a preview that takes too long says why", async () => {
  const rows = [
    ["isbn", "title", "mrp"],
    ["9780143449348", "Godaan", 399],
  ];
  const texts = ["isbn", "title", "mrp", "9780143449348", "Godaan"].map((text) => `<si><t>${text}</t></si>`);
  const shared = { name: "xl/sharedStrings.xml", content: `<sst>${texts.join("")}</sst>`, method: 0 };
  const content = makeWorkbook([{ name: "A", rows }], { more: [shared] });
  const path = await put(content);
  await expect(openRecordFile(path, {}, new Date(), { ...soon(), bytes: 10 })).rejects.toThrow("for a preview");
  const file = await openRecordFile(path);
  // A second reading of the texts would find them damaged.
  content.write("x", content.indexOf("Godaan"));
  await writeFile(path, content);
  await expect(openRecordFile(path)).rejects.toThrow("damaged");
  expect(await collect(file.items)).toMatchObject([{ record: { title: "Godaan" } }]);
  expect(file.bytesRead()).toBe(file.bytes);
});
