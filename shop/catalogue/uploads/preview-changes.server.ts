/** Describes, field by field, the changes that a file's first records would make in the shop. */

import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { lowerName, lowerTitle, replacesByCapitals } from "#shop/catalogue/records/plan/capitals.ts";
import { changeOf, type Entity } from "#shop/catalogue/records/entity.ts";
import { bookOf, type KnownRecords } from "#shop/catalogue/records/known-records.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { nameKey } from "#shop/catalogue/books/match-key.ts";
import { peopleIn, textIn } from "#shop/catalogue/records/record-fields.ts";
import { listCategories, proposeCategories } from "./propose-categories.ts";
import type { FieldValue } from "#shop/catalogue/fields/field-values.ts";
import type { PlannedBatch } from "#shop/catalogue/import/run-import.server.ts";
import type { StockPlan } from "#shop/catalogue/import/stock/plan-stock.ts";
import { detectScript } from "#shop/kernel/text/detect-script.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Shelf } from "#shop/catalogue/stock/shelf.ts";

/** Changes to books of the shop. */
export interface FileChanges {
  /** Number of books in which each field changes. */
  fields: [label: string, books: number][];
  /** Examples of changes. */
  samples: { title: string; field: string; before: string; after: string }[];
  /** Categories of the file that the shop does not have or that were chosen for, with their numbers of records. */
  newCategories: [name: string, records: number][];
  /** For such names: the id of the shop's category that they most likely mean. */
  proposedCategories: Record<string, string>;
  /** The shop's categories, if there are such names: first those that a name resembles. */
  categories: [id: string, path: string][];
  /** Titles that are in capitals in the file, but not in the shop. */
  capitals: number;
  /** Titles that are in capitals in the file, of new books or also in the shop. */
  lowerable: number;
  /** People and categories in capitals that are new to the shop. */
  lowerableNames: number;
  /** The books that the shop has and for which the file has copies: their number, and the copies of both. */
  knownCopies: { books: number; inFile: number; inShop: number };
  /** New books with titles in Devanagari whose records give no language. */
  newDevanagari: number;
}

export const noChanges: FileChanges = {
  fields: [],
  samples: [],
  newCategories: [],
  proposedCategories: {},
  categories: [],
  capitals: 0,
  lowerable: 0,
  lowerableNames: 0,
  knownCopies: { books: 0, inFile: 0, inShop: 0 },
  newDevanagari: 0,
};

/** The result for one record: the cells of its row, and the changed fields of its book. */
export interface BookChange {
  cells: string[];
  title: string;
  differences: { field: string; before: string; after: string }[];
}

const maxSamples = 5;

const labels: Record<string, string> = {
  title: "title",
  subtitle: "subtitle",
  price_paise: "price",
  mrp_paise: "MRP",
  categories: "categories",
  contributors: "people",
  description: "description",
  series: "series",
  publisher: "publisher",
  availability: "availability",
  is_listed: "shown to readers",
};

/** The order of fields; all others are combined as the last. */
const order = [...new Set(Object.values(labels)), "copies", "other details"];

/** The changed fields with counts, and examples with old and new values. */
export function sumUp(changes: BookChange[]): Pick<FileChanges, "fields" | "samples"> {
  const changing = changes.filter(({ differences }) => differences.length > 0);
  const counts = new Map<string, number>();
  for (const { differences } of changing)
    for (const field of new Set(differences.map((difference) => difference.field)))
      counts.set(field, (counts.get(field) ?? 0) + 1);
  return {
    fields: [...counts].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other)),
    samples: changing
      .slice(0, maxSamples)
      .flatMap(({ title, differences }) =>
        differences
          .filter(({ before, after }) => before !== "" || after !== "")
          .map((difference) => ({ title, ...difference })),
      ),
  };
}

/** The effect of a batch of a book file, by the line of each record; `chosen` are names whose category was chosen. */
export function previewBookChanges(
  batch: PlannedBatch,
  chosen: string[] = [],
): { lines: Map<number, BookChange>; changes: FileChanges } {
  const { records, plan } = batch;
  const { known } = plan;
  const refused = new Set(plan.report.filter(({ kind }) => kind === "refused").map(({ place }) => place.line));
  const lines = new Map<number, BookChange>();
  let [capitals, lowerable, newDevanagari] = [0, 0, 0];
  /** New people in capitals. */
  const loud = new Set<string>();
  const shelfOf = new Map(batch.shelves.map((shelf) => [shelf.bookId, shelf]));
  const deltas = new Map(batch.corrections.map(({ bookId, delta }) => [bookId, delta]));
  const named = new Map(plan.newCategories);
  for (const name of chosen) named.delete(name);
  for (const record of records) {
    const book = refused.has(record.place.line) ? undefined : bookOf(known, record);
    const work = book && known.works.get(textIn(book.now, "work_id"));
    if (!book || !work) continue;
    if (book.before && replacesByCapitals(work, "title", record.title)) capitals += 1;
    else if (record.title && lowerTitle(record.title) !== record.title) lowerable += 1;
    for (const { name } of record.contributors ?? [])
      if (lowerName(name) !== name && !(known.authorsByName.get(nameKey(name)) ?? []).some(({ before }) => before))
        loud.add(name);
    if (!book.before && !record.language && detectScript(record.title ?? "") === "Deva") newDevanagari += 1;
    for (const { scheme, code } of record.subjects ?? [])
      if (scheme === "name" && chosen.includes(code)) named.set(code, (named.get(code) ?? 0) + 1);
    const onHand = shelfOf.get(book.id)?.onHand;
    const delta = deltas.get(book.id) ?? 0;
    const copies = plan.copies.get(book.id) ?? onHand;
    const moved = { field: "copies", before: String(onHand), after: String(Number(onHand) + delta) };
    lines.set(record.place.line, {
      title: textIn(work.now, "title"),
      cells: [
        ofBoth(work, "title", plain),
        namePeople(record, work, known),
        record.isbn13 ?? record.reference ?? "",
        ofBoth(book, "mrp_paise", rupees),
        ofBoth(book, "price_paise", rupees),
        delta !== 0 ? `${moved.before} → ${moved.after}` : copies === undefined ? "" : String(copies),
      ],
      differences: [...differencesOf(book, batch), ...differencesOf(work, batch), ...(delta === 0 ? [] : [moved])],
    });
  }
  // In the same order before and after a category is chosen.
  const newCategories = [...named].toSorted(([name, one], [other, count]) => count - one || (name < other ? -1 : 1));
  return {
    lines,
    changes: {
      ...sumUp([...lines.values()]),
      newCategories,
      proposedCategories: proposeCategories(
        batch.categories,
        newCategories.map(([name]) => name),
      ),
      categories: listCategories(batch.categories, [...newCategories.map(([name]) => name), ...chosen]),
      capitals,
      lowerable,
      lowerableNames: loud.size + newCategories.filter(([name]) => lowerTitle(name) !== name).length,
      knownCopies: {
        books: batch.shelves.length,
        inFile: sum([...plan.counted.values()].map(({ copies }) => copies)),
        inShop: sum(batch.shelves.map(({ onHand }) => onHand)),
      },
      newDevanagari,
    },
  };
}

function differencesOf(entity: Entity, { categories }: PlannedBatch): BookChange["differences"] {
  const { before = {}, after = {} } = changeOf(entity) ?? {};
  return Object.keys(after).map((column) => {
    const field = labels[column] ?? "other details";
    const say = sayings(categories)[column];
    return { field, before: say?.(before[column]) ?? "", after: say?.(after[column]) ?? "" };
  });
}

/** How to format the values of a column; columns without an entry are only counted. */
function sayings(categories: PlannedBatch["categories"]): Record<string, (value: FieldValue | undefined) => string> {
  return {
    title: plain,
    subtitle: plain,
    price_paise: rupees,
    mrp_paise: rupees,
    categories: (value) =>
      (Array.isArray(value) ? value : []).map((id) => categories.pathOf(String(id))).join("; ") || "none",
  };
}

/** The effect of a till's file, by the line of each row. */
export function previewStockChanges(
  { plan, shelves }: { plan: StockPlan; shelves: Shelf[] },
  titles: Map<string, { title: string; authors: string }>,
): Map<number, BookChange> {
  const onHand = new Map(shelves.map((shelf) => [shelf.bookId, shelf]));
  const lines = new Map<number, BookChange>();
  for (const [line, bookId] of plan.lines) {
    const book = requiredValue(plan.books, bookId);
    const { title = bookId, authors = "" } = titles.get(bookId) ?? {};
    const shelf = onHand.get(bookId);
    const counted = plan.copies.get(bookId)?.copies;
    // Only stock rows that differ are read. The reserved copies always stay in stock.
    const copies =
      shelf && counted !== undefined ? { before: shelf.onHand, after: Math.max(counted, shelf.reserved) } : null;
    const { before = {}, after = {} } = changeOf(book) ?? {};
    const prices = Object.keys(after).map((column) => ({
      field: labels[column] ?? "other details",
      before: rupees(before[column]),
      after: rupees(after[column]),
    }));
    const moved =
      copies && copies.before !== copies.after
        ? [{ field: "copies", before: String(copies.before), after: String(copies.after) }]
        : [];
    lines.set(line, {
      title,
      cells: [
        title,
        authors,
        plain(book.now.isbn13),
        ofBoth(book, "mrp_paise", rupees),
        ofBoth(book, "price_paise", rupees),
        moved[0] ? `${moved[0].before} → ${moved[0].after}` : counted === undefined ? "" : String(counted),
      ],
      differences: [...prices, ...moved],
    });
  }
  return lines;
}

/** The people of a book, as they are called in the shop after the import; as in the file if the plan does not have all. */
function namePeople({ contributors = [] }: BookRecord, work: Entity, { authors }: KnownRecords): string {
  const people = peopleIn(work.now).map(([id]) => authors.get(id)?.now.name);
  const names = people.length > 0 && people.every(Boolean) ? people : contributors.map(({ name }) => name);
  return names.join("; ");
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The new value of a field, after the old one if it changes. */
function ofBoth({ before, now }: Entity, field: string, say: (value: FieldValue | undefined) => string): string {
  const [is, willBe] = [before ? say(before[field]) : "", say(now[field])];
  return is !== "" && is !== willBe ? `${is} → ${willBe}` : willBe;
}

function plain(value: FieldValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function rupees(value: FieldValue | undefined): string {
  return typeof value === "number" ? formatPaise(value) : "";
}
