import fc from "fast-check";
import { expect, test } from "vitest";

import { countableText, maxCountedLength } from "./countable-text.ts";

test("spellings of one text are counted as one", () => {
  for (const typed of ["Les Misérables", "  les  MISERABLES ", "les\u200b mise\u0301rables\u0000"])
    expect(countableText(typed), typed).toBe("les miserables");
  expect(countableText("गोदान")).toBe("गोदान");
  expect(countableText("क\u094d\u200dष")).toBe("क\u094d\u200dष");
});

test("an ISBN is counted as its 13 digits, however it is written", () => {
  for (const typed of ["9780143039648", "978-0-14-303964-8", "ISBN 0-14-303964-4", "isbn-10: 0143039644"])
    expect(countableText(typed), typed).toBe("9780143039648");
  expect(countableText("080442957X")).toBe("9780804429573");
});

test.each([
  "asha@example.com",
  "what does asha＠example.com read",
  "98765 43210",
  "9876543210", // passes as an ISBN-10
  "isbn 9876543210",
  "143039644", // an ISBN without its leading zero, or a number of nine digits
  "+91-98765-43210",
  "call ९८७६५४३२१० please",
  "EP-0123456789",
  "4111 1111 1111 1111",
  "9780143039641",
  "8901030704833",
  "9780143039648 asha",
  "12345 6",
])("%j may name somebody, and is not counted", (typed) => expect(countableText(typed)).toBeNull());

test.each(["1984", "catch 22", "2001 a space odyssey", "12345"])("%j is counted", (typed) =>
  expect(countableText(typed)).toBe(typed),
);

test("what is hidden behind the cut is looked at too", () => {
  expect(countableText(`${"a".repeat(100)}@example.com`)).toBeNull();
  expect(countableText(`${"a".repeat(100)} 98765 43210`)).toBeNull();
});

test("nothing is no search", () => {
  for (const typed of ["", "  ", "\u200b\u0000"]) expect(countableText(typed)).toBeNull();
});

test("whatever is typed, what is counted is short, printable text without an @ and with few digits", () => {
  const letters = fc.string({
    unit: fc.oneof(fc.constantFrom(..."@9٣९ a-X\u0301\ud800😀"), fc.string({ unit: "binary" })),
  });
  fc.assert(
    fc.property(letters, (typed) => {
      const text = countableText(typed);
      if (text === null) return;
      expect(Array.from(text).length).toBeLessThanOrEqual(maxCountedLength);
      expect(text.length).toBeGreaterThan(0);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(/[@\p{Cc}]/u);
      if (!/^97[89]\d{10}$/.test(text)) expect((text.match(/\p{N}/gu) ?? []).length).toBeLessThanOrEqual(5);
    }),
    { numRuns: 300 },
  );
});
