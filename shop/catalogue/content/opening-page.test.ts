import fc from "fast-check";
import { expect, test } from "vitest";

import { openingKinds, readOpening, splitHeadings } from "./opening-page.ts";

const given = { kind: "extract", language: "en", source: "Chapter 1", writtenBy: "" } as const;
const read = (text: string, of: Partial<Parameters<typeof readOpening>[0]> = {}) =>
  readOpening({ ...given, ...of, text });

test("paragraphs are parted by empty lines, and lines of a verse stay", () => {
  expect(read("\uFEFFOne.\r\n\r\n\r\nTwo,\r\nin two lines.\n\n## Three\n\nFour. \n")).toEqual({
    ok: true,
    page: { ...given, paragraphs: ["One.", "Two,\nin two lines.", "## Three", "Four."] },
  });
  expect(splitHeadings(["One.", "## Three"])).toEqual([{ text: "One." }, { heading: "Three" }]);
});

test("each line of a table of contents is one", () => {
  const answer = read("The chair\nThe pencil\n\nThe lamp\n", { kind: "contents", source: "" });
  expect(answer).toMatchObject({ ok: true, page: { paragraphs: ["The chair", "The pencil", "The lamp"] } });
});

test.each([
  ["", {}, "text", "The page has no text."],
  [" \n\n\u200b\n", {}, "text", "The page has no text."],
  ["## A heading alone", {}, "text", "The page has no text."],
  ["One.", { source: " " }, "source", "Say where in the book the extract is from"],
  ["One.", { source: "x".repeat(301) }, "source", "Place in the book: write at most 300 characters"],
  ["One.", { writtenBy: "x".repeat(301) }, "writtenBy", "Name of the writer: write at most 300 characters"],
  ["One.", { language: "Hindi" }, "language", "Write the language as a code of two or three small letters"],
  ["x".repeat(60_001), {}, "text", "at most 60,000 characters"],
  ["One.\n\n".repeat(501), {}, "text", "at most 500 paragraphs"],
])("%# what cannot be shown is refused in a sentence, at its field", (text, of, field, problem) => {
  expect(read(text, of)).toEqual({ ok: false, field, problem: expect.stringContaining(problem) });
});

test("a note and a table of contents need no place in the book", () => {
  for (const kind of ["note", "contents"] as const) expect(read("One.", { kind, source: "" }).ok).toBe(true);
});

test("whatever is accepted has paragraphs without an empty one, and reads the same again", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("\n", "\n\n", "## ", "\u2028"))),
      fc.constantFrom(...openingKinds),
      (pieces, kind) => {
        const answer = read(pieces.join(""), { kind });
        if (!answer.ok) return;
        const { paragraphs } = answer.page;
        expect(paragraphs.length).toBeGreaterThan(0);
        for (const paragraph of paragraphs) expect(paragraph.trim()).not.toBe("");
        const again = read(paragraphs.join(kind === "contents" ? "\n" : "\n\n"), { kind });
        expect(again).toEqual(answer);
      },
    ),
    { numRuns: 200 },
  );
});
