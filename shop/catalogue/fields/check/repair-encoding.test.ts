/** Tests of repaired and lost letters, and of words that mean an empty value. */
import { expect, test } from "vitest";

import { checkRecord, type CheckOptions } from "#shop/catalogue/records/check-record.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

const options: CheckOptions = { exchangeRates: { GBP: 104.5 }, now: new Date("2026-01-15T10:00:00Z") };
const book: RawRecord = { place: { line: 12, record: 3 }, isbn: "9780143449348", title: "Godaan" };

function recordOf(raw: Partial<RawRecord>, more: Partial<CheckOptions> = {}): BookRecord {
  const checked = checkRecord({ ...book, ...raw }, { ...options, ...more });
  if ("refused" in checked) throw new Error(checked.refused.reason);
  return checked.record;
}

function mendedOf(raw: Partial<RawRecord>): [string | undefined, string][] {
  const checked = checkRecord({ ...book, ...raw }, options);
  return "refused" in checked ? [] : checked.mended.map(({ field, reason }) => [field, reason]);
}

function refusalOf(raw: Partial<RawRecord>) {
  const checked = checkRecord({ ...book, ...raw }, options);
  return "refused" in checked ? checked.refused : undefined;
}

const mojibake = "à¤—à¥‹à¤¦à¤¾à¤¨";

test.each([
  ["??????"],
  ["?????? ???"],
  ["???????? by Premchand"],
  ["\ufffd\ufffd\ufffd"],
  ["\u00c9m\ufffdle"],
  ["à¤—à¥‹à¤?à¤¾à¤¨"],
])("a title whose letters are lost, %s, is refused, and other fields with them are left out", (text) => {
  expect(refusalOf({ title: text })).toMatchObject({
    field: "title",
    reason: expect.stringMatching(/letters of the title .* were lost when the file was saved \(save it as CSV UTF-8\)/),
  });
  const lines = { subtitle: text, publisher: text, publisherGroup: text, supplier: text, editionStatement: text };
  const parts = {
    contributors: [{ name: text, role: "author" as const }],
    series: { name: text },
    subjects: [{ scheme: "name" as const, code: text }],
  };
  expect(recordOf({ ...lines, ...parts })).toEqual({
    place: book.place,
    isbn13: "9780143449348",
    title: "Godaan",
    contributors: [],
    subjects: [],
  });
  const fields = mendedOf({ ...lines, ...parts }).map(([field]) => field);
  expect(fields.sort()).toEqual([...Object.keys(lines), ...Object.keys(parts)].sort());
});

test.each([
  [mojibake, "गोदान"],
  ["CafÃ© Society", "Café Society"],
  ["Itâ€™s – â€œnowâ€\u009d", "It’s – “now”"],
  ["GÃƒÂ¶del", "Gödel"],
])("text that was read in another encoding, %s, is turned back, and the report says so", (text, value) => {
  expect(recordOf({ title: text, description: `<p>${text}</p>`, publisher: text })).toMatchObject({
    title: value,
    description: value,
    publisher: value,
  });
  expect(mendedOf({ title: text })).toEqual([["title", expect.stringContaining(`repaired to “${value}”`)]]);
});

test.each(["Who? What??", "Really??", "voilà…", "«Où»", "CAFÉ’S", "Straße", "Ça va – «Ô»", "गोदान", "100% ?", "naïve"])(
  "the title %s stays as it is",
  (title) => {
    expect(recordOf({ title }).title).toBe(title);
    expect(mendedOf({ title })).toEqual([]);
  },
);

test("a name in another script that is lost in brackets is taken out", () => {
  expect(recordOf({ title: "Godan (?????)" }).title).toBe("Godan");
});

test("a description of which most letters are lost is left out, one with a few question marks stays", () => {
  expect(recordOf({ description: "????? ?????? ?? ?????" })).not.toHaveProperty("description");
  expect(recordOf({ description: "Who did it?? And why???" }).description).toBe("Who did it?? And why???");
});

const words = [
  "#N/A",
  "nan",
  "NULL",
  "(null)",
  "N/A",
  "na",
  "-",
  "—",
  "None",
  "nil",
  "?",
  "#REF!",
  "#VALUE!",
  "undefined",
];

test.each(words)("%s says that there is nothing, in every field", (word) => {
  const filled: Partial<RawRecord> = {
    reference: word,
    title: word,
    subtitle: word,
    description: word,
    contributors: [{ name: word, role: "author" }],
    series: { name: word },
    publisher: word,
    format: word,
    pages: word,
    publishedOn: word,
    editionStatement: word,
    mrp: { amount: word },
    price: { amount: word },
    costPrice: { amount: word },
    supplier: word,
    orderDays: word,
    copies: word,
    hsn: word,
    subjects: [{ scheme: "name", code: word }],
    audience: word,
    ageFrom: word,
    weight: { value: word, unit: "g" },
    coverLink: word,
    rating: word,
    ratingCount: word,
  };
  expect(recordOf(filled)).toEqual({ place: book.place, isbn13: "9780143449348", contributors: [], subjects: [] });
  expect(refusalOf({ ...filled, isbn: word })).toMatchObject({
    field: "isbn",
    reason: expect.stringContaining("has no ISBN"),
  });
});

test("words for nothing that mean something in a field stay: Namibia, Nauruan, a rate of nil", () => {
  expect(recordOf({ countryOfOrigin: "NA", taxClass: "nil", language: "na" })).toMatchObject({
    countryOfOrigin: "NA",
    taxClass: "gst_0",
    language: "na",
  });
});
