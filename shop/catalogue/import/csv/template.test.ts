/** Tests of the CSV template and of the cells that it documents. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { collect } from "#tests/support/collect.ts";
import { csvLine } from "#shop/kernel/text/csv-cell.ts";
import { csvHeaders, type CsvHeader } from "#shop/catalogue/fields/csv/csv-columns.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

import { readCsv } from "./read-csv.ts";
import { csvTemplate, describeTemplate } from "./template.ts";

async function read(text: string) {
  return collect(
    readCsv(
      (async function* () {
        yield Buffer.from(text);
      })(),
    ),
  );
}

test("the template is read as it is, and its first row fills every field of a record", async () => {
  const first: RawRecord = {
    place: { line: 2, record: 1 },
    reference: "SHELF-0001",
    isbn: "978-0-14-044913-6",
    workReference: "W-17",
    title: "Crime and Punishment",
    subtitle: "A Novel in Six Parts",
    description: "A student kills a pawnbroker, and cannot live with it.",
    contributors: [
      { name: "Dostoyevsky, Fyodor", role: "author" },
      { name: "Ronald Hingley", role: "editor" },
      { name: "Asha Rao", role: "editor" },
      { name: "David McDuff", role: "translator" },
      { name: "Fritz Eichenberg", role: "illustrator" },
    ],
    series: { name: "Great Russians", position: "4" },
    publisher: "Penguin Classics",
    publisherGroup: "Penguin Random House",
    format: "paperback",
    language: "en",
    pages: "718",
    publishedOn: "2003-02-27",
    editionStatement: "Revised edition",
    subjects: [
      { scheme: "name", code: "Fiction > Crime" },
      { scheme: "name", code: "Classics" },
      { scheme: "keyword", code: "russia" },
      { scheme: "keyword", code: "guilt" },
      { scheme: "keyword", code: "student" },
      { scheme: "thema", code: "FBC" },
      { scheme: "thema", code: "FF" },
      { scheme: "bisac", code: "FIC004000" },
      { scheme: "bic", code: "FC" },
    ],
    signed: "no",
    audience: "general",
    ageFrom: "14",
    ageTo: "99",
    mrp: { amount: "599", currency: "INR" },
    price: { amount: "499", currency: "INR" },
    costPrice: { amount: "330", currency: "INR" },
    supplier: "Sunrise Distributors",
    availability: "in stock",
    orderDays: "7",
    copies: "12",
    hsn: "4901",
    taxClass: "exempt",
    countryOfOrigin: "IN",
    weight: { value: "420", unit: "g" },
    height: { value: "198", unit: "mm" },
    width: { value: "129", unit: "mm" },
    thickness: { value: "31", unit: "mm" },
    rating: "4.2",
    ratingCount: "812",
    coverLink: "https://covers.example.org/9780140449136.jpg",
  };
  const [one, other, ...more] = await read(csvTemplate());
  expect(one).toEqual({ record: first });
  expect(other).toMatchObject({
    record: { mrp: { amount: "1,250.00" }, weight: { value: "0.5", unit: "kg" }, width: { value: "13", unit: "cm" } },
  });
  expect(more).toEqual([]);
});

test("the documentation shows the columns of the template", () => {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "..", "docs", "catalogue-files.md"), "utf8");
  expect(page).toContain(describeTemplate());
});

test("prices, measures, series and notices are read as people write them", async () => {
  const row = async (values: Partial<Record<CsvHeader, string>>) => {
    const names = csvHeaders.filter((name) => name === "title" || name in values);
    const [item] = await read(csvLine(names) + csvLine(names.map((name) => values[name] ?? "A")));
    return item && "record" in item ? item.record : item?.refused.reason;
  };
  const prices = ["₹ 1,499", "Rs. 499/-", "INR499", "12.99 GBP", "£12", "1e9", "-5", "₹1,2,34", "USD", "$5"];
  expect(await Promise.all(prices.map(async (mrp) => ((await row({ mrp })) as RawRecord).mrp))).toEqual([
    { amount: "1,499", currency: "INR" },
    { amount: "499", currency: "INR" },
    { amount: "499", currency: "INR" },
    { amount: "12.99", currency: "GBP" },
    { amount: "12", currency: "GBP" },
    { amount: "1e9" },
    { amount: "-5" },
    { amount: "1,2,34", currency: "INR" },
    { amount: "USD" },
    { amount: "$5" },
  ]);
  expect(await row({ price: "5", mrp: "6 EUR", currency: "usd" })).toMatchObject({
    price: { amount: "5", currency: "USD" },
    mrp: { amount: "6", currency: "EUR" },
  });
  expect(await row({ series: "Feluda (#3)" })).toMatchObject({ series: { name: "Feluda", position: "3" } });
  expect(await row({ series: "Feluda", series_number: "3.0" })).toMatchObject({
    series: { name: "Feluda", position: "3" },
  });
  expect(await row({ categories: "Fiction > Crime, Fiction>Classics" })).toMatchObject({
    subjects: [{ code: "Fiction > Crime" }, { code: "Fiction > Classics" }],
  });
  expect(await row({ categories: "Comics, Manga; Art" })).toMatchObject({
    subjects: [{ code: "Comics, Manga" }, { code: "Art" }],
  });
  expect(await row({ cover: "https://a.example/1,2.jpg, https://a.example/2.jpg" })).toMatchObject({
    coverLink: "https://a.example/1,2.jpg",
  });
  expect(await row({ notice: "Delete" })).toMatchObject({ notice: "delete" });
  expect(await row({ notice: "gone" })).toMatch("The notice is “gone”");
});

test("a header's unit counts where the cell has none", async () => {
  const [item] = await read('title,Weight (kg),height_cm,Width\nA,0.5,20.5,"5 in"\n');
  expect(item).toMatchObject({
    record: {
      weight: { value: "0.5", unit: "kg" },
      height: { value: "20.5", unit: "cm" },
      width: { value: "5", unit: "in" },
    },
  });
});
