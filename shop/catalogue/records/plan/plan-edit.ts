import { requiredValue } from "#shop/kernel/text/required-value.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import { findAuthor, findSeries, publisherFields } from "./find-links.ts";
import { absentValues, columnsOf, editionValues, workValues } from "#shop/catalogue/records/columns.ts";
import type { BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import { peopleIn, textIn } from "#shop/catalogue/records/record-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";
import type { KnownRecords } from "#shop/catalogue/records/known-records.ts";
import type { WrittenPlan } from "./batch-plan.ts";

/** A person's edit of one book: filled fields, emptied fields, and categories if they changed. */
export interface BookEdit {
  record: BookRecord;
  /** Fields to clear. */
  emptied: readonly BookFieldName[];
  /** Ids of categories, the main one first. */
  categories?: string[];
}

/** Plans a person's edit of a book, without writing. Overwrites fields regardless of their source. */
export function planEdit(known: KnownRecords, bookId: string, { record, emptied, categories }: BookEdit): WrittenPlan {
  const plan: WrittenPlan = {
    known,
    newIdentifiers: [],
    newNames: [],
    newTranslations: [],
    namedTranslations: [],
    copies: new Map(),
  };
  const book = requiredValue(known.books, bookId);
  const work = requiredValue(known.works, textIn(book.now, "work_id"));
  assign(book, editionValues(record, { discountPercent: 0 }));
  if (record.publisher) assign(book, publisherFields(plan, record));
  assign(work, workValues(record));
  if (record.contributors) {
    const present = new Set(peopleIn(work.now).map(([id]) => id));
    const people = record.contributors.map((person) => [findAuthor(plan, person, present).id, person.role]);
    work.now.contributors = [...new Map(people.map((pair) => [JSON.stringify(pair), pair])).values()];
  }
  if (record.series) work.now.series = [findSeries(plan, record.series.name).id, record.series.position ?? null];
  if (categories) work.now.categories = categories;
  for (const field of emptied) {
    const columns = columnsOf(field);
    assign(columns[0]?.table === "works" ? work : book, absentValues(columns));
    if (field === "publisher") assign(book, { publisher: "", publisher_id: null });
    if (field === "contributors") assign(work, { contributors: [] });
    if (field === "series") assign(work, { series: null });
  }
  return plan;
}

function assign({ now }: Entity, fields: Fields) {
  Object.assign(now, fields);
}
