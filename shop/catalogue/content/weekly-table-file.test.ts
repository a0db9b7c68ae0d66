import fc from "fast-check";
import { expect, test } from "vitest";

import { parseTable, writeTable } from "./weekly-table-file.ts";

const book = (id: string) => `${id}\nRead it.\n-- L.`;
const written = `# For the rains
Begins: 06-10

Nobody is expected
anywhere.

jejuri
A bus
with its windows shut.
-- the bookseller

978-0-14-044913-6
Give it eighty pages.
— Leela

godan
होरी को एक गाय चाहिए थी।
– L.
`;

test("a table is read as it is written, with whatever editor", () => {
  const table = {
    title: "For the rains",
    begins: "06-10",
    introduction: "Nobody is expected anywhere.",
    books: [
      { bookId: "jejuri", sentence: "A bus with its windows shut.", signature: "the bookseller" },
      { bookId: "978-0-14-044913-6", sentence: "Give it eighty pages.", signature: "Leela" },
      { bookId: "godan", sentence: "होरी को एक गाय चाहिए थी।", signature: "L." },
    ],
  };
  for (const text of [written, `\uFEFF${written}`, written.replaceAll("\n", "\r\n"), `\n\n${written}   \n`])
    expect(parseTable(text)).toEqual({ ok: true, table });
  expect(parseTable(written.replaceAll("\n\n", "\n \t\n\n"))).toEqual({ ok: true, table });
});

test.each([
  ["", "The file begins with its title"],
  ["For the rains\nBegins: 06-10", "The file begins with its title"],
  ["# For the rains\n\nNobody.", "The file begins with its title"],
  ["# \nBegins: 06-10\n\nWords.\n\n" + ["a", "b", "c"].map(book).join("\n\n"), "The file begins with its title"],
  ["# Rains\nBegins: soon", "“soon” is no day"],
  ["# Rains\nBegins: 2026-02-30", "“2026-02-30” is no day"],
  ["# Rains\nBegins: 13-01", "“13-01” is no day"],
  ["# Rains\nBegins: 06-10\n\nWords.", "this one has 0"],
  [`# Rains\nBegins: 06-10\n\nWords.\n\n${book("a")}\n\n${book("b")}`, "A table needs 3 to 14 books"],
  [`# Rains\nBegins: 06-10\n\nWords.\n\n${Array.from({ length: 15 }, (_, n) => book(`b${n}`)).join("\n\n")}`, "has 15"],
  [`# Rains\nBegins: 06-10\n\nWords.\n\n${book("a")}\n\n${book("b")}\n\ngodan\nNo name.`, "“godan” needs three lines"],
  [`# Rains\nBegins: 06-10\n\nWords.\n\n${book("a")}\n\n${book("b")}\n\ngodan\n-- L.`, "“godan” needs three lines"],
  [
    `# Rains\nBegins: 06-10\n\nWords.\n\n${book("a")}\n\n${book("b")}\n\ngodan\nRead it.\n-- `,
    "The signature for godan is empty",
  ],
  [
    `# Rains\nBegins: 06-10\n\nWords.\n\n${book("a")}\n\n${book("b")}\n\ngodan\n${"x".repeat(161)}\n-- L.`,
    "The sentence for godan has 161 characters; write at most 160",
  ],
  [`# ${"x".repeat(61)}\nBegins: 06-10\n\nWords.\n\n${["a", "b", "c"].map(book).join("\n\n")}`, "The title has 61"],
  ["x".repeat(20_001), "at most 20,000 characters"],
])("what cannot be read is told in a sentence: %#", (text, problem) => {
  expect(parseTable(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) as string });
});

test("a table that was read is written so that it reads the same, and no file brings the reader down", () => {
  const words = (maxLength: number) =>
    fc
      .array(fc.constantFrom("a", "ka", "का", "word,", "“so”", "#", "Begins:", "R. K.", "9.", "--x"), {
        minLength: 1,
        maxLength: 8,
      })
      .map((parts) => parts.join(" ").slice(0, maxLength).trim());
  const table = fc.record({
    title: words(60),
    begins: fc.constantFrom("06-10", "02-29", "2026-11-23"),
    introduction: words(300),
    books: fc.array(
      fc.record({ bookId: fc.constantFrom("jejuri", "9780140449136"), sentence: words(160), signature: words(60) }),
      { minLength: 3, maxLength: 14 },
    ),
  });
  fc.assert(
    fc.property(table, (given) => {
      expect(parseTable(writeTable(given))).toEqual({ ok: true, table: given });
    }),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom("# T", "Begins: 06-10", "", "a", "-- L.", "\0", "\u202e", " ")), (lines) => {
      const read = parseTable(lines.join("\n"));
      if (!read.ok) expect(read.problem.length).toBeGreaterThan(10);
    }),
    { numRuns: 300 },
  );
});
