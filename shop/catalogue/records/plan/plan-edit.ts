import type { BookRecord } from "#shop/catalogue/records/book-record.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import { findAuthor, findSeries, publisherFields } from "./find-links.ts";
import {
  bookFields,
  peopleIn,
  textIn,
  workFields,
  type Fields,
  type FieldValue,
} from "#shop/catalogue/records/record-fields.ts";
import type { KnownRecords } from "#shop/catalogue/records/known-records.ts";
import type { WrittenPlan } from "./plan-batch.ts";

/** What a person wrote about one book: fields that are named, fields that were made empty, and the categories if they changed. */
export interface BookEdit {
  record: BookRecord;
  /** Columns, and `contributors`, `series` or `publisher`, that hold nothing from now on. */
  emptied: readonly EmptyableField[];
  /** Ids of categories, the main one first. */
  categories?: string[];
}

/** What each field holds when a person has made it empty. */
const empty = {
  isbn13: { isbn13: null },
  format: { format: "" },
  pages: { pages: null },
  published_on: { published_on: null, published_precision: "day" },
  edition_statement: { edition_statement: null },
  order_days: { order_days: null },
  publisher: { publisher: "", publisher_id: null },
  subtitle: { subtitle: null },
  description: { description: "" },
  contributors: { contributors: [] },
  series: { series: null },
} as const satisfies Record<string, Record<string, FieldValue>>;

export type EmptyableField = keyof typeof empty;

const ofWork: readonly string[] = ["subtitle", "description", "contributors", "series"];

/** Works out what a person's edit of a book changes; who set a field before does not count, and nothing is written. */
export function planEdit(known: KnownRecords, bookId: string, { record, emptied, categories }: BookEdit): WrittenPlan {
  const plan: WrittenPlan = {
    known,
    newIdentifiers: [],
    newNames: [],
    newTranslations: [],
    namedTranslations: [],
    copies: new Map(),
  };
  const book = known.books.get(bookId)!;
  const work = known.works.get(textIn(book.now, "work_id"))!;
  assign(book, bookFields(record, { discountPercent: 0 }));
  if (record.publisher) assign(book, publisherFields(plan, record));
  assign(work, workFields(record));
  if (record.contributors) {
    const present = new Set(peopleIn(work.now).map(([id]) => id));
    const people = record.contributors.map((person) => [findAuthor(plan, person, present).id, person.role]);
    work.now.contributors = [...new Map(people.map((pair) => [JSON.stringify(pair), pair])).values()];
  }
  if (record.series) work.now.series = [findSeries(plan, record.series.name).id, record.series.position ?? null];
  if (categories) work.now.categories = categories;
  for (const field of emptied) assign(ofWork.includes(field) ? work : book, empty[field] as Fields);
  return plan;
}

function assign({ now }: Entity, fields: Fields) {
  Object.assign(now, fields);
}
