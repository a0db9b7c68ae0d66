/** The kinds of CSV columns: how their cells are read and written. */
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import type {
  RawAmount,
  RawContributor,
  RawMeasure,
  RawSeries,
  RawSubject,
} from "#shop/catalogue/fields/raw-values.ts";
import { digitsCell } from "#shop/kernel/text/csv-cell.ts";
import type { CellReading, CsvColumn } from "#shop/catalogue/fields/book-field.ts";
import { readContributors } from "./contributor-cells.ts";
import { writeContributors } from "./write-contributors.ts";
import { escapeReferences } from "./escape-references.ts";

/** The description of a column; the functions of this file add `read` and `write`. */
type Described<Raw> = Omit<CsvColumn<Raw>, "read" | "write">;

/** Text, unchanged. */
export function textColumn(described: Described<string>): CsvColumn<string> {
  return { ...described, read: (cell) => ({ raw: cell }), write: escapeReferences };
}

/** Words and codes, which need no escaping of HTML. */
export function wordColumn(described: Described<string>): CsvColumn<string> {
  return { ...described, read: (cell) => ({ raw: cell }), write: (raw) => raw };
}

/** A number; drops the `.0` that spreadsheets append. */
export function numberColumn(described: Described<string>): CsvColumn<string> {
  return { ...described, read: (cell) => ({ raw: cell.replace(/^(\d+)\.0+$/, "$1") }), write: (raw) => raw };
}

/** Digits that a spreadsheet must not convert to a number. */
export function digitsColumn(described: Described<string>): CsvColumn<string> {
  return {
    ...described,
    read: (cell) => ({ raw: cell.replace(/^'/, "").replace(/^(\d+)\.0+$/, "$1") }),
    write: digitsCell,
  };
}

const currencySigns: Record<string, string> = { "₹": "INR", rs: "INR", re: "INR", "£": "GBP", "€": "EUR", "¥": "JPY" };

/** A price with or without its currency: `499`, `₹ 499.00`, `Rs. 499/-`, `INR 499`, `12.99 USD`. */
export function amountColumn(described: Described<RawAmount>): CsvColumn<RawAmount> {
  return {
    ...described,
    read: (cell) => {
      const text = cell.endsWith("/-") ? cell.slice(0, -2).trimEnd() : cell;
      const before = /^(₹|£|€|¥|rs\.?|re\.?|[a-z]{3})\s*(?=[-\d])(.+)$/i.exec(text);
      const after = before ? undefined : /^(.*\d)\s*([a-z]{3})$/i.exec(text);
      const written = before?.[1] ?? after?.[2];
      const amount = before?.[2] ?? after?.[1] ?? text;
      return { raw: { amount, ...(written && { currency: currencyCode(written) }) } };
    },
    write: ({ amount, currency }) => (!currency || currency === "INR" ? amount : `${amount} ${currency}`),
  };
}

/** The ISO code of a currency sign or code. */
export function currencyCode(written: string): string {
  const sign = written.toLowerCase().replace(".", "");
  return currencySigns[sign] ?? written.toUpperCase();
}

const unitSpellings: Record<RawMeasure["unit"], string> = {
  mm: "mm",
  cm: "cm",
  in: 'in ins inch inches "',
  g: "g gm gms gr gram grams",
  kg: "kg kgs kilogram kilograms",
  oz: "oz ounce ounces",
  lb: "lb lbs pound pounds",
};
const unitLabels = new Map(
  Object.entries(unitSpellings).flatMap(([unit, words]) =>
    words.split(" ").map((word) => [word, unit as RawMeasure["unit"]]),
  ),
);

/** The unit for a word such as `grams`. */
export function unitOf(word: string): RawMeasure["unit"] | undefined {
  return unitLabels.get(word);
}

/** A length or weight; its unit is in the cell, otherwise in the column's header, otherwise it is `usual`. */
export function measureColumn(usual: RawMeasure["unit"], described: Described<RawMeasure>): CsvColumn<RawMeasure> {
  return {
    ...described,
    read: (cell, facts) => {
      const [, value, word] = /^([\d.,]+)\s*([a-z]+|")\.?$/i.exec(cell) ?? [];
      const unit = unitOf(word?.toLowerCase() ?? "");
      return { raw: unit && value ? { value, unit } : { value: cell, unit: facts.unit ?? usual } };
    },
    write: ({ value, unit }) => (unit === usual ? value : `${value} ${unit}`),
  };
}

/** People with this role, unless a cell names another one. */
export function peopleColumn(
  role: ContributorRole,
  described: Omit<Described<RawContributor[]>, "isList">,
): CsvColumn<RawContributor[]> {
  return {
    ...described,
    isList: true,
    read: (cell, { nameOrder }, before = []) => {
      const { contributors, leftOut } = readContributors(cell, role, nameOrder);
      const isNew = (one: RawContributor) => !before.some(({ name, role }) => name === one.name && role === one.role);
      const raw = [...before, ...contributors.filter(isNew)];
      if (leftOut.length === 0) return { raw };
      return { raw, mended: `Left out, because the shop does not store this role: ${leftOut.join("; ")}.` };
    },
    write: (raw) => writeContributors(raw, role),
  };
}

/** Codes or words of one scheme; `separator` returns the pattern that splits a cell. */
export function subjectsColumn(
  scheme: RawSubject["scheme"],
  separator: (cell: string) => RegExp,
  described: Omit<Described<RawSubject[]>, "isList">,
): CsvColumn<RawSubject[]> {
  return {
    ...described,
    isList: true,
    read: (cell, _facts, before = []) => {
      const codes = cell.split(separator(cell)).map((code) => (scheme === "name" ? categoryPath(code) : code.trim()));
      return { raw: [...before, ...codes.filter(Boolean).map((code) => ({ scheme, code }))] };
    },
    write: (raw) => {
      const codes = raw.filter((subject) => subject.scheme === scheme).map(({ code }) => escapeReferences(code));
      const cell = codes.join("|");
      // A trailing bar makes bars the separator, so that commas are part of a word.
      return /[,;]/.test(cell) ? `${cell}|` : cell;
    },
  };
}

/** Keywords are split at one kind of separator, so that a keyword may contain a comma. */
export function keywordSeparator(cell: string): RegExp {
  return [/[|\n]/, /;/].find((sign) => sign.test(cell)) ?? /,/;
}

/**
 * Commas separate categories only if each part is a path, as shop systems write them: `Fiction > Crime, Classics >
 * Poetry`.
 */
export function categorySeparator(cell: string): RegExp {
  const isEachPath = cell.split(",").every((part) => part.includes(">"));
  return /[|;]/.test(cell) || !isEachPath ? /[|;\n]/ : /,/;
}

function categoryPath(written: string): string {
  const names = written.split(">").map((name) => name.trim());
  return names.filter((name) => name !== "").join(" > ");
}

/** The maximum length of a cell that is searched for a number, in characters. */
const maxSeries = 500;

/** The name of a series, perhaps with a number: `Feluda (#3)`. */
export function readSeriesCell(cell: string): CellReading<RawSeries> {
  const [, before, position] = /^([^#]*[^#\s,(])[\s,(]*#\s*(\d+(?:\.\d+)?)\)?$/.exec(cell.slice(0, maxSeries)) ?? [];
  return { raw: before && cell.length <= maxSeries ? { name: before, position } : { name: cell } };
}

/** Reads the number in the series. The column of the series comes before this column, so `before` contains its name. */
export function readSeriesNumber(cell: string, _facts: unknown, before: RawSeries | undefined): CellReading<RawSeries> {
  if (!before) return { mended: "There is a number in a series, but no series, so the number was left out." };
  return { raw: { ...before, position: cell.replace(/^(\d+)\.0+$/, "$1") } };
}

/** The first URL of a cell. */
export function readCoverCell(cell: string): CellReading<string> {
  const [first = ""] = cell.split(/[\s|]+|[,;](?=https?:)/i, 1);
  return { raw: first.replace(/[,;]$/, "") };
}

/** Reads the notice of a row: `delete` hides the book from readers, `partial` changes only some fields. */
export function readNotice(cell: string): CellReading<"delete" | "partial"> {
  const word = cell.toLowerCase();
  if (word === "delete" || word === "partial") return { raw: word };
  return { refused: `The notice is “${cell}”. It must be “delete”, “partial” or empty.` };
}
