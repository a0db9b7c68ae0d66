import type { ContributorRole } from "#shop/catalogue/books/book.ts";

import { readContributors, type NameOrder } from "./contributors.ts";
import type { RawAmount, RawMeasure, RawRecord, RawSubject } from "#shop/catalogue/records/raw-record.ts";

/** What was left out of a cell, or why its record cannot be taken. */
export type CellProblem = { mended: string } | { refused: string };

/** What the reader of a cell knows of its column. */
export interface ColumnFacts {
  /** The unit in the column's name, as in `Weight (kg)`. */
  unit?: RawMeasure["unit"];
  nameOrder: NameOrder;
}

/** One field of a record as a column of a table: for the reader, the template, the documentation and the export. */
export interface Field {
  label: string;
  /** What a cell of it takes, for people. */
  takes: string;
  /** What others call such a column, best first, as `columnKey` writes it; its own name is known anyway. */
  synonyms: string;
  /** Its cells in the two example rows of the template. */
  examples: [string, string];
  /** Several columns fill it, one after the other; of any other field the first cell that is not empty counts. */
  isList?: true;
  /** Words that mean nothing elsewhere mean something here, such as `nil` and `NA`. */
  hasOddWords?: true;
  /** Puts a cell that is not empty into the record. */
  set: (record: RawRecord, cell: string, facts: ColumnFacts) => CellProblem | void;
}

type KeysOf<Value> = {
  [Key in keyof RawRecord]-?: Value extends NonNullable<RawRecord[Key]> ? Key : never;
}[keyof RawRecord];

/** Keeps a cell as it is written. */
export function asWritten(key: KeysOf<string>): Field["set"] {
  return (record, cell) => {
    record[key] = cell;
  };
}

/** A number that a spreadsheet may have given decimals that say nothing: `320.0`. */
export function wholeNumber(key: KeysOf<string>): Field["set"] {
  return (record, cell) => {
    record[key] = cell.replace(/^(\d+)\.0+$/, "$1");
  };
}

/** An ISBN as it is written; one that a spreadsheet has rounded is told by its check. */
export const isbn: Field["set"] = (record, cell) => {
  record.isbn = cell.replace(/^'/, "").replace(/^(\d+)\.0+$/, "$1");
};

const currencySigns: Record<string, string> = { "₹": "INR", rs: "INR", re: "INR", "£": "GBP", "€": "EUR", "¥": "JPY" };

/** A price with or without its currency: `499`, `₹ 499.00`, `Rs. 499/-`, `INR 499`, `12.99 USD`. */
export function amount(key: KeysOf<RawAmount>): Field["set"] {
  return (record, cell) => {
    const text = cell.endsWith("/-") ? cell.slice(0, -2).trimEnd() : cell;
    const before = /^(₹|£|€|¥|rs\.?|re\.?|[a-z]{3})\s*(?=[-\d])(.+)$/i.exec(text);
    const after = before ? undefined : /^(.*\d)\s*([a-z]{3})$/i.exec(text);
    const written = before?.[1] ?? after?.[2];
    record[key] = { amount: before?.[2] ?? after?.[1] ?? text, ...(written && { currency: currencyCode(written) }) };
  };
}

function currencyCode(written: string): string {
  const sign = written.toLowerCase().replace(".", "");
  return currencySigns[sign] ?? written.toUpperCase();
}

/** The currency of those prices of a row that name none themselves; its column comes after theirs. */
export const currency: Field["set"] = (record, cell) => {
  for (const price of [record.mrp, record.price, record.costPrice]) if (price) price.currency ??= currencyCode(cell);
};

const unitSpellings: Record<RawMeasure["unit"], string> = {
  mm: "mm",
  cm: "cm",
  in: 'in ins inch inches "',
  g: "g gm gms gr gram grams",
  kg: "kg kgs kilogram kilograms",
  oz: "oz ounce ounces",
  lb: "lb lbs pound pounds",
};
const unitWords = new Map(
  Object.entries(unitSpellings).flatMap(([unit, words]) =>
    words.split(" ").map((word) => [word, unit as RawMeasure["unit"]]),
  ),
);

/** The unit that a word names, such as `grams`. */
export function unitOf(word: string): RawMeasure["unit"] | undefined {
  return unitWords.get(word);
}

/** A length or weight; the unit stands in the cell, else in the column's name, else it is the usual one. */
export function measure(key: KeysOf<RawMeasure>, usual: RawMeasure["unit"]): Field["set"] {
  return (record, cell, facts) => {
    const [, value, word] = /^([\d.,]+)\s*([a-z]+|")\.?$/i.exec(cell) ?? [];
    const unit = unitOf(word?.toLowerCase() ?? "");
    record[key] = unit && value ? { value, unit } : { value: cell, unit: facts.unit ?? usual };
  };
}

/** People with this role, if a cell says of none that they did something else. */
export function people(role: ContributorRole): Field["set"] {
  return (record, cell, { nameOrder }) => {
    const { contributors, leftOut } = readContributors(cell, role, nameOrder);
    for (const one of contributors)
      if (!record.contributors?.some(({ name, role }) => name === one.name && role === one.role))
        (record.contributors ??= []).push(one);
    if (leftOut.length > 0) return { mended: `Left out, because the shop keeps no such role: ${leftOut.join("; ")}.` };
  };
}

/** Codes or words of a scheme, one after the other. */
export function subjects(scheme: RawSubject["scheme"], by: RegExp): Field["set"] {
  return (record, cell) => {
    const codes = cell.split(by).map((code) => code.trim());
    for (const code of codes) if (code !== "") (record.subjects ??= []).push({ scheme, code });
  };
}

/** Words with one kind of sign between them, so that a keyword may have a comma in it. */
export const keywords: Field["set"] = (record, cell, facts) =>
  subjects("keyword", [/[|\n]/, /;/].find((sign) => sign.test(cell)) ?? /,/)(record, cell, facts);

/** Categories by name, `Fiction > Crime | Classics`. Commas part them only where each part is a path, as shop systems write. */
export const categories: Field["set"] = (record, cell) => {
  const parts = cell.split(",");
  const by = /[|;]/.test(cell) || !parts.every((part) => part.includes(">")) ? /[|;\n]/ : /,/;
  const paths = cell.split(by).map((path) => path.split(">").map((name) => name.trim()));
  for (const path of paths) {
    const code = path.filter((name) => name !== "").join(" > ");
    if (code) (record.subjects ??= []).push({ scheme: "name", code });
  }
};

/** In a longer name no number is looked for. */
const maxSeries = 500;

/** The name of a series, perhaps with the number in it: `Feluda (#3)`. */
export const series: Field["set"] = (record, cell) => {
  const [, before, position] = /^([^#]*[^#\s,(])[\s,(]*#\s*(\d+(?:\.\d+)?)\)?$/.exec(cell.slice(0, maxSeries)) ?? [];
  record.series = before && cell.length <= maxSeries ? { name: before, position } : { name: cell };
};

/** The number in the series; its column comes after the series'. */
export const seriesNumber: Field["set"] = (record, cell) => {
  if (!record.series) return { mended: "There is a number in a series, and no series. It was left out." };
  record.series.position = cell.replace(/^(\d+)\.0+$/, "$1");
};

/** The first of the addresses in a cell. */
export const coverLink: Field["set"] = (record, cell) => {
  const [first = ""] = cell.split(/[\s|]+|[,;](?=https?:)/i, 1);
  record.coverLink = first.replace(/[,;]$/, "");
};

/** Whether the row hides the book from readers or changes a part of it. */
export const notice: Field["set"] = (record, cell) => {
  const word = cell.toLowerCase();
  if (word !== "delete" && word !== "partial")
    return { refused: `Its notice is “${cell}”. It may be “delete”, “partial” or empty.` };
  record.notice = word;
};
