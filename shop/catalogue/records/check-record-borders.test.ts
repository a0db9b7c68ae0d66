/** Tests of the limits of record fields: the smallest and largest accepted values, and those just outside. */
import { expect, test } from "vitest";

import { mendedOf, recordOf, refusalOf } from "#tests/support/checked-record.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

/** Values at both ends of each field's range and just outside; `undefined` is left out with a report line. */
const ends: [field: string, raw: Partial<RawRecord>, taken: unknown][] = [
  ...(
    [
      ["pages", 1, 20_000],
      ["copies", 0, 100_000],
      ["ageFrom", 0, 99],
      ["ageTo", 0, 99],
      ["orderDays", 1, 365],
    ] as const
  ).flatMap(([field, least, most]): typeof ends => [
    [field, { [field]: String(least) }, least],
    [field, { [field]: String(most) }, most],
    [field, { [field]: String(most + 1) }, undefined],
    [field, { [field]: String(least - 1) }, undefined],
  ]),
  ...(
    [
      ["weight", "g", "weightGrams", 100_000],
      ["height", "mm", "heightMm", 10_000],
      ["width", "mm", "widthMm", 10_000],
      ["thickness", "mm", "thicknessMm", 10_000],
    ] as const
  ).flatMap(([field, unit, taken, most]): typeof ends => [
    [taken, { [field]: { value: "0.5", unit } }, 1],
    [taken, { [field]: { value: "0.4", unit } }, undefined],
    [taken, { [field]: { value: "0", unit } }, undefined],
    [taken, { [field]: { value: `${most}.4`, unit } }, most],
    [taken, { [field]: { value: `${most}.5`, unit } }, undefined],
  ]),
  ...(
    [
      ["subtitle", 500],
      ["publisher", 200],
      ["publisherGroup", 200],
      ["editionStatement", 200],
      ["supplier", 200],
      ["workReference", 200],
      ["shopId", 100],
    ] as const
  ).flatMap(([field, most]): typeof ends => [
    [field, { [field]: "a" }, "a"],
    [field, { [field]: "a".repeat(most) }, "a".repeat(most)],
    [field, { [field]: "a".repeat(most + 1) }, undefined],
  ]),
  ["hsn", { hsn: "490" }, undefined],
  ["hsn", { hsn: "4901" }, "4901"],
  ["hsn", { hsn: "49011010" }, "49011010"],
  ["hsn", { hsn: "490110100" }, undefined],
  ["startingRating", { rating: "1", ratingCount: "1" }, 1],
  ["startingRating", { rating: "5", ratingCount: "2000000000" }, 5],
  ["startingRating", { rating: "0.9999", ratingCount: "1" }, undefined],
  ["startingRating", { rating: "5.0001", ratingCount: "1" }, undefined],
  ["startingRating", { rating: "5", ratingCount: "2000000001" }, undefined],
  ["startingRating", { rating: "5" }, undefined],
  ["publishedOn", { publishedOn: "1450" }, { day: "1450-01-01", precision: "year" }],
  ["publishedOn", { publishedOn: "1449-12-31" }, undefined],
  ["publishedOn", { publishedOn: "2036-12-31" }, { day: "2036-12-31", precision: "day" }],
  ["publishedOn", { publishedOn: "2037-01-01" }, undefined],
  ["publishedOn", { publishedOn: "2024-02-29" }, { day: "2024-02-29", precision: "day" }],
  ["publishedOn", { publishedOn: "2024-12" }, { day: "2024-12-01", precision: "month" }],
  ["series", { series: { name: "A", position: "0" } }, { name: "A", position: 0 }],
  ["series", { series: { name: "A", position: "0.1" } }, { name: "A", position: 0.1 }],
  ["series", { series: { name: "A", position: "2.50" } }, { name: "A", position: 2.5 }],
  ["series", { series: { name: "A", position: "9999.9" } }, { name: "A", position: 9_999.9 }],
  ["series", { series: { name: "a".repeat(200) } }, { name: "a".repeat(200) }],
  ["series", { series: { name: "a".repeat(201) } }, undefined],
  ["costPaise", { costPrice: { amount: "0.01" } }, 1],
  ["costPaise", { costPrice: { amount: "10000000" } }, 1_00_00_000_00],
  ["costPaise", { costPrice: { amount: "10000000.01" } }, undefined],
  ["costPaise", { costPrice: { amount: "0" } }, undefined],
  ["description", { description: "a".repeat(20_000) }, "a".repeat(20_000)],
  ["coverLink", { coverLink: `https://a.example/${"b".repeat(1_982)}` }, `https://a.example/${"b".repeat(1_982)}`],
  ["coverLink", { coverLink: `https://a.example/${"b".repeat(1_983)}` }, undefined],
];

test("a field takes the values at both ends of its range without a word, and none outside of them without one", () => {
  for (const [field, raw, taken] of ends) {
    const given = JSON.stringify(raw).slice(0, 80);
    const record = recordOf(raw);
    expect(record[field as keyof BookRecord], given).toEqual(taken);
    expect(mendedOf(raw).length > 0, given).toBe(taken === undefined);
  }
});

test.each<[raw: Partial<RawRecord>, taken: Partial<BookRecord>, mended: string[]]>([
  // The lower age is at most the upper one.
  [{ ageFrom: "8", ageTo: "9" }, { ageFrom: 8, ageTo: 9 }, []],
  [{ ageFrom: "8", ageTo: "8" }, { ageFrom: 8, ageTo: 8 }, []],
  [{ ageFrom: "0", ageTo: "0" }, { ageFrom: 0, ageTo: 0 }, []],
  [{ ageFrom: "0", ageTo: "3" }, { ageFrom: 0, ageTo: 3 }, []],
  [{ ageFrom: "9", ageTo: "8" }, {}, ["ageFrom"]],
  [{ ageFrom: "1", ageTo: "0" }, {}, ["ageFrom"]],
  [{ ageFrom: "0" }, { ageFrom: 0 }, []],
  [{ ageTo: "0" }, { ageTo: 0 }, []],
  // The shop's price is at most the MRP.
  [{ mrp: { amount: "399" }, price: { amount: "399" } }, { mrpPaise: 39_900, pricePaise: 39_900 }, []],
  [{ mrp: { amount: "399" }, price: { amount: "398.99" } }, { mrpPaise: 39_900, pricePaise: 39_899 }, []],
  [{ mrp: { amount: "0.01" }, price: { amount: "0.01" } }, { mrpPaise: 1, pricePaise: 1 }, []],
  // The cost price may be above the selling price.
  [{ mrp: { amount: "1" }, costPrice: { amount: "2" } }, { mrpPaise: 100, costPaise: 200 }, []],
])("of two values that belong together, %j is %j", (raw, taken, mended) => {
  const { place: _, isbn13: __, title: ___, ...record } = recordOf(raw);
  expect(record).toEqual(taken);
  expect(mendedOf(raw).map(([field]) => field)).toEqual(mended);
});

test("one paisa above the MRP is refused, and so are an MRP above a crore and a title that is one letter too long", () => {
  expect(refusalOf({ mrp: { amount: "399" }, price: { amount: "399.01" } })).toMatchObject({ field: "price" });
  expect(recordOf({ mrp: { amount: "1,00,00,000" } }).mrpPaise).toBe(1_00_00_000_00);
  expect(refusalOf({ mrp: { amount: "1,00,00,000.01" } })).toMatchObject({ field: "mrp" });
  expect(refusalOf({ title: "a".repeat(501) })).toMatchObject({ field: "title" });
  expect(recordOf({ reference: "a".repeat(200) }).reference).toHaveLength(200);
  expect(refusalOf({ reference: "a".repeat(201) })).toMatchObject({ field: "reference" });
});

test("of a series with a place that the shop cannot keep only the series is taken, with a line", () => {
  for (const position of ["10000", "9999.95", "2.25", "-1", "1,5"]) {
    expect(recordOf({ series: { name: "A", position } }).series, position).toEqual({ name: "A" });
    expect(mendedOf({ series: { name: "A", position } }), position).toHaveLength(1);
  }
});

test("of lists as many are taken as there may be, and the rest with a line", () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Writer ${at}`, role: "author" as const }));
  const subjects = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ scheme: "keyword" as const, code: `word ${at}` }));
  const works = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ reference: `w-${at}`, isOriginal: false }));
  for (const [most, field, raw] of [
    [50, "contributors", (count: number) => ({ contributors: people(count) })],
    [100, "subjects", (count: number) => ({ subjects: subjects(count) })],
    [50, "inOtherLanguages", (count: number) => ({ inOtherLanguages: works(count) })],
  ] as const) {
    expect(recordOf(raw(most))[field], field).toHaveLength(most);
    expect(mendedOf(raw(most)), field).toEqual([]);
    expect(recordOf(raw(most + 1))[field], field).toHaveLength(most);
  }
});
