/**
 * Tests of opening files for import: compressed and damaged files, decompression bombs, and detection of the format.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";

import { collect } from "#tests/support/collect.ts";
import { makeZip, type ZippedFile } from "#tests/support/make-zip.ts";

import { findFormat } from "./find-format.ts";
import { openRecordFile } from "./open-file.server.ts";
import { UnreadableFileError, type RawItem } from "#shop/catalogue/fields/raw-record.ts";
import { openBytes } from "./read-bytes.server.ts";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "books-"))));
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function put(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `file-${(files += 1)}`);
  await writeFile(path, content);
  return path;
}

async function read(content: string | Uint8Array): Promise<RawItem[]> {
  return collect((await openRecordFile(await put(content))).items);
}

const books = `title,isbn\n${Array.from({ length: 2_000 }, (_, index) => `Book ${index},${index}\n`).join("")}`;
const csv = { name: "books.csv", content: books };

test("a file is the same plain, in a .gz and in a .zip, whatever it is called, and can be read again", async () => {
  const expected = await read(books);
  expect(expected).toHaveLength(2_000);
  const packed = [
    gzipSync(books),
    Buffer.concat([gzipSync(books.slice(0, 5000)), gzipSync(books.slice(5000))]),
    makeZip([csv]),
    makeZip([{ ...csv, name: "BOOKS", method: 0 }]),
    makeZip([
      { ...csv, name: "./books.csv" },
      { name: "content.xml.txt.png", content: "x" },
    ]),
    makeZip([
      { name: "covers/", content: "" },
      { name: "__MACOSX/._books.csv", content: "x" },
      { name: "covers/1.jpg", content: "x" },
      { ...csv, name: "list/books.CSV" },
    ]),
  ];
  for (const content of packed) {
    const file = await openRecordFile(await put(content));
    for (const _ of [1, 2]) {
      expect(await collect(file.items)).toEqual(expected);
      expect(file.bytesRead()).toBe(file.bytes);
    }
  }
});

test("progress counts bytes on disk, and a reader may stop in the middle", async () => {
  const file = await openRecordFile(await put(`title,isbn\n${"A,1\n".repeat(500_000)}`));
  for await (const item of file.items) {
    expect("record" in item && item.record.title).toBe("A");
    break;
  }
  expect(file.bytesRead()).toBeGreaterThan(0);
  expect(file.bytesRead()).toBeLessThan(file.bytes);
});

test("what a first look at a packed file read counts no longer when it is read from the beginning", async () => {
  const noise = Array.from({ length: 60_000 }, (_, index) => `Book ${Math.sin(index)},${index}\n`).join("");
  for (const content of [
    gzipSync(`title,isbn\n${noise}`),
    makeZip([{ name: "a.csv", content: `title,isbn\n${noise}` }]),
  ]) {
    const file = await openRecordFile(await put(content));
    expect(await collect(file.items)).toHaveLength(60_000);
    expect(file.bytesRead()).toBe(file.bytes);
  }
});

test("how the columns of a table are understood is told before anything is read", async () => {
  const { csv } = await openRecordFile(await put("Book Name;Writer;Row\nGodan;Premchand;7\n"));
  expect(csv).toMatchObject({
    separator: ";",
    columns: [
      { column: "Book Name", field: "title" },
      { column: "Writer", field: "authors" },
      { column: "Row", field: null },
    ],
  });
});

const refusedZips: [string, ZippedFile[]][] = [
  ["The zip is empty", []],
  ["more than one table: books.csv, more.csv", [csv, { ...csv, name: "more.csv" }]],
  ["packed files again: inner.zip", [{ name: "inner.zip", content: makeZip([csv]) }]],
  ["another zip file inside", [{ name: "books.csv", content: makeZip([csv]) }]],
  ["another gz file inside", [{ name: "books.csv", content: gzipSync(books), method: 0 }]],
  ["has a password", [{ ...csv, flags: 1 }]],
  ["has a password", [{ ...csv, flags: 0x41 }]],
  ["packed by method 14", [{ ...csv, method: 14 }]],
  [
    "no .csv, .tsv, .txt or .xml file, but: a.jpg, b.jpg",
    [
      { name: "a.jpg", content: "x" },
      { name: "b.jpg", content: "y" },
    ],
  ],
  [
    "a workbook of LibreOffice (.ods). Save it as .xlsx",
    ["mimetype", "content.xml", "META-INF/manifest.xml"].map((name) => ({ name, content: "x" })),
  ],
  ["damaged", [{ ...csv, claimedSize: books.length + 1 }]],
  ["compressed file is empty", [{ ...csv, content: "" }]],
];

test.each(refusedZips)("a zip is refused: %s", async (words, entries) => {
  const reading = read(makeZip(entries));
  await expect(reading).rejects.toThrow(words);
  await expect(reading).rejects.toBeInstanceOf(UnreadableFileError);
});

test("a gz in a gz is refused, and so is one that is cut off or damaged", async () => {
  await expect(read(gzipSync(gzipSync(books)))).rejects.toThrow("another gz file inside");
  const packed = gzipSync(books);
  const flipped = Buffer.from(packed);
  flipped.writeUInt8(flipped.at(-6)! ^ 0xff, flipped.length - 6);
  for (const broken of [
    packed.subarray(0, -10),
    packed.subarray(0, 1000),
    packed.subarray(0, 3),
    flipped,
    gzipSync(""),
  ])
    await expect(read(broken)).rejects.toThrow(UnreadableFileError);
});

test("a zip that is cut off anywhere is refused", async () => {
  const zip = makeZip([csv]);
  for (const length of [4, 30, 1000, zip.length - 60, zip.length - 1])
    await expect(read(zip.subarray(0, length))).rejects.toThrow("The zip is damaged or incomplete");
  const flipped = Buffer.from(zip);
  flipped.writeUInt8(flipped.at(2_000)! ^ 1, 2_000);
  await expect(read(flipped)).rejects.toThrow("damaged");
});

test("a decompression bomb is stopped early; what is packed tightly and small is not one", async () => {
  const bomb = Buffer.concat([Buffer.from("title\n"), Buffer.alloc(300 * 2 ** 20, "x\n")]);
  for (const packed of [gzipSync(bomb), makeZip([{ name: "books.csv", content: bomb }])]) {
    const source = await openBytes(await put(packed));
    let length = 0;
    const readAll = async () => {
      for await (const chunk of source.read()) length += chunk.length;
    };
    await expect(readAll()).rejects.toThrow("looks like a decompression bomb");
    expect(length).toBeLessThan(80 * 2 ** 20);
  }
  const long = await openBytes(await put(gzipSync(books)), { unpacked: { freeBytes: 0, ratio: 1000, bytes: 10_000 } });
  await expect(collect(long.read())).rejects.toThrow("looks like a decompression bomb");
  const tight = await openBytes(await put(gzipSync(Buffer.alloc(10 * 2 ** 20, "x"))));
  expect(Buffer.concat(await collect(tight.read() as AsyncIterable<Buffer>))).toHaveLength(10 * 2 ** 20);
});

test("what is no file, is empty, or may not be read is refused by name", async () => {
  await mkdir(join(folder, "some-folder"));
  await expect(openRecordFile(join(folder, "some-folder"))).rejects.toThrow("some-folder is a folder");
  await expect(openRecordFile(join(folder, "nowhere.csv"))).rejects.toThrow("nowhere.csv does not exist");
  await expect(openRecordFile(await put(""))).rejects.toThrow("is empty");
  await expect(openRecordFile("/dev/null")).rejects.toThrow("is not a file");
  const secret = await put(books);
  await chmod(secret, 0);
  if (process.getuid?.() !== 0) await expect(openRecordFile(secret)).rejects.toThrow("may not be read by this account");
});

test.each([
  ["a PDF", "%PDF-1.7 title,isbn\n"],
  ["a picture", Buffer.from("\x89PNG\r\n", "latin1")],
  ["an old Excel workbook", Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1", "latin1")],
  ["a web page", "<!DOCTYPE html><title>isbn</title>"],
  ["not a text file", Buffer.from("title\n\0\0\0\x01\x02")],
])("what is brought by mistake is named: %s", async (what, content) => {
  await expect(read(content)).rejects.toThrow(what);
});

test("an ONIX message is known by its content, in any encoding", () => {
  const message = '<?xml version="1.0"?>\n<ONIXMessage release="3.0"></ONIXMessage>';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(message, "utf16le")]);
  for (const content of [message, `\ufeff\n${message}`, utf16])
    expect(findFormat({ bytes: Buffer.from(content), isWhole: true })).toBe("onix");
  expect(findFormat({ bytes: Buffer.from(books), isWhole: true })).toBe("csv");
});
