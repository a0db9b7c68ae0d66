import fc from "fast-check";
import { expect, test } from "vitest";

import { collect } from "#tests/support/collect.ts";
import { isNullWord } from "#shop/catalogue/fields/check/null-words.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { UnreadableFileError, type RawItem } from "#shop/catalogue/fields/raw-record.ts";

import { readCsv } from "./read-csv.ts";

async function* chunks(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** All items, or undefined if the file is rejected as a whole; other errors propagate. */
async function read(bytes: Uint8Array, chunk = 7): Promise<RawItem[] | undefined> {
  try {
    return await collect(readCsv(chunks(bytes, chunk)));
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

/** Cells with all characters that have a meaning in CSV. */
const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom("a", "é", "क", ",", ";", "|", "\t", '"', '""', "\n", "\r\n", "=", "'", " ", "\u{1F4DA}"),
  }),
  fc.string({ unit: "grapheme" }),
);

test("any bytes are read or refused, and no line of the report is beyond the file", async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(cell).map((parts) => Buffer.from(`title,isbn\n${parts.join("")}`)),
    fc.array(cell).map((parts) => Buffer.from(`title;isbn\r\n${parts.join("")}`, "utf16le")),
    fc
      .tuple(fc.array(cell), fc.uint8Array())
      .map(([parts, noise]) => Buffer.concat([Buffer.from(`isbn\n${parts.join(",")}`), noise])),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 400 }), async (file, chunk) => {
      const lines = Buffer.from(file)
        .toString("latin1")
        .split(/[\r\n]/).length;
      for (const item of (await read(file, chunk)) ?? []) {
        const places =
          "record" in item
            ? [item.record.place, ...(item.mended ?? []).map(({ place }) => place)]
            : [item.refused.place];
        for (const { line } of places) expect(line).toBeLessThanOrEqual(lines);
      }
    }),
    { numRuns: 400 },
  );
});

test("how the bytes arrive changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cell), fc.integer({ min: 1, max: 50 }), async (parts, chunk) => {
      const file = Buffer.from(`title,isbn,pages\nA,1,2\n${parts.join("")}\nB,3,4\n`);
      expect(await read(file, chunk)).toEqual(await read(file, file.length));
    }),
    { numRuns: 300 },
  );
});

test("what is written by the template's rules is read back, whatever stands in it", async () => {
  const text = cell.map((written) => written.trim()).filter((written) => written === "" || !isNullWord(written));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 20 }), async (rows) => {
      const written = Buffer.from(csvLine(["title", "subtitle"]) + rows.map(csvLine).join(""));
      const items = (await read(written))!;
      const filled = rows.filter(([title, subtitle]) => title || subtitle);
      expect(items.map((item) => "record" in item && [item.record.title ?? "", item.record.subtitle ?? ""])).toEqual(
        filled,
      );
    }),
    { numRuns: 300 },
  );
});

test("a broken row takes no other with it, unless its quote ends there", async () => {
  const rows = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rows, fc.nat(), fc.constantFrom('"', '"x', '"x,', 'x,"', 'x,"y'), async (numbers, at, broken) => {
      const lines = numbers.map((number, index) => `Book ${index},${number},p`);
      lines.splice(at % (lines.length + 1), 0, `Broken,${broken}`);
      const items = (await read(Buffer.from(`title,isbn,publisher\n${lines.join("\n")}\n`)))!;
      const titles = items.flatMap((item) => ("record" in item ? [item.record.title] : []));
      expect(titles).toEqual(numbers.map((_, index) => `Book ${index}`));
    }),
    { numRuns: 200 },
  );
});
