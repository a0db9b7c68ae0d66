/** Saves the book form of the desk: adds a book or changes the fields that differ, by the same plan as an import. */
import { requiredValue } from "#shop/kernel/text/required-value.ts";
import type { Db } from "#db/connect.ts";
import { codeOf } from "#db/transaction.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { CategoryTable } from "#shop/catalogue/records/category-table.ts";
import type { WrittenPlan } from "#shop/catalogue/records/plan/batch-plan.ts";
import { planBatch } from "#shop/catalogue/records/plan/plan-batch.ts";
import { planEdit } from "#shop/catalogue/records/plan/plan-edit.ts";
import { readCategoryTable } from "#shop/catalogue/records/read/read-category-table.server.ts";
import { readKnownRecords } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { writeBatch } from "#shop/catalogue/records/write/write-batch.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { storedName, type BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import { diffFields, categoriesOf, formatField, type BookValues, type FormField } from "./book-values.ts";
import { formFields } from "./form-fields.ts";
import type { DeskBook } from "./desk-book.ts";
import { findDeskBook } from "./read-book.server.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";

/** The name of the feed of books that staff enter by hand; references are unique within a feed. */
export const deskSource = "desk";

/** Why a book is not saved; `theirs` is the book after the other person's change. */
export type BookRefusal =
  | { kind: "gone" }
  | { kind: "changed-meanwhile"; theirs: DeskBook }
  | { kind: "isbn-taken"; bookId: string; title: string }
  | { kind: "no-such-category"; path: string }
  | { kind: "refused"; reason: string };

/** A book that was saved. */
export interface SavedBook {
  kind: "saved";
  bookId: string;
  workId: string;
  /** Names of people, series and publishers that are new to the shop. */
  added: string[];
  /** The changed fields, in the order of the form. */
  fields: BookFieldName[];
  /** False if no field differed. */
  isChanged: boolean;
}

/**
 * Adds a book as an import does: to the work with its title and first author, else to a new work, with the copies that
 * the record states. Returns `known` if its ISBN or its form's reference exists already.
 */
export async function addBook(
  { db: tx, now }: DbAndClock,
  {
    record,
    values,
    isListed,
    staffId,
  }: { record: BookRecord; values: BookValues; isListed: boolean; staffId?: number },
): Promise<(SavedBook & { isNewWork: boolean }) | { kind: "known"; bookId: string } | BookRefusal> {
  await lockBookSaving(tx);
  const categories = await readCategoryTable(tx);
  const unknown = unknownCategory(categories, values);
  if (unknown !== undefined) return { kind: "no-such-category", path: unknown };
  const known = await readKnownRecords(tx, deskSource, [record]);
  const there =
    (record.isbn13 && known.bookByIsbn.get(record.isbn13)) ||
    (record.reference && known.bookByReference.get(record.reference));
  if (there) return { kind: "known", bookId: there.id };
  const options = { source: deskSource, discountPercent: 0, defaultMrpPaise: null, take: new Set<string>() };
  const plan = planBatch(known, [record], categories, options);
  const refused = plan.report.find(({ kind }) => kind === "refused");
  if (refused) return { kind: "refused", reason: refused.reason };
  const book = [...plan.known.books.values()].find(({ before }) => before === null);
  if (!book) throw new Error("The plan of a new book has no book.");
  const workId = textIn(book.now, "work_id");
  const isNewWork = requiredValue(plan.known.works, workId).before === null;
  // In a work with one edition the flag decides whether the work is listed; in other works only the listed editions
  // appear.
  book.now.is_listed = isListed;
  const outcome = await write(tx, plan, now(), staffId);
  if (typeof outcome !== "number") return outcome;
  return {
    kind: "saved",
    bookId: book.id,
    workId,
    isNewWork,
    added: addedNames(plan),
    fields: formFields.filter((field) => formatField(values, field) !== "").map(({ name }) => name),
    isChanged: true,
  };
}

/**
 * Changes the fields of a book in which the form differs from the database, and no others. Optimistic lock: `version`
 * is that of the book when the form was loaded, and nothing is saved if the book has changed since.
 */
export async function changeBook(
  { db: tx, now }: DbAndClock,
  bookId: string,
  { record, values, version }: { record: BookRecord; values: BookValues; version: string },
): Promise<SavedBook | BookRefusal> {
  await lockBookSaving(tx);
  const was = await findDeskBook(tx, bookId);
  if (!was) return { kind: "gone" };
  if (was.version !== version) return { kind: "changed-meanwhile", theirs: was };
  const differing = diffFields(formFields, was.values, values);
  const fields = differing.map(({ name }) => name);
  if (fields.length === 0)
    return { kind: "saved", bookId, workId: was.workId, added: [], fields: [], isChanged: false };
  const categories = fields.includes("subjects") ? await readCategoryTable(tx) : null;
  const unknown = categories && unknownCategory(categories, values);
  if (typeof unknown === "string") return { kind: "no-such-category", path: unknown };
  const given = namedOf(record, fields, bookId);
  const known = await readKnownRecords(tx, deskSource, [given]);
  const other = given.isbn13 === undefined ? undefined : known.bookByIsbn.get(given.isbn13);
  if (other && other.id !== bookId)
    return {
      kind: "isbn-taken",
      bookId: other.id,
      title: textIn(requiredValue(known.works, textIn(other.now, "work_id")).now, "title"),
    };
  const plan = planEdit(known, bookId, {
    record: given,
    emptied: emptiedOf(record, values, differing),
    ...(categories && { categories: categoriesOf(values).map((path) => categories.find(path)!) }),
  });
  const outcome = await write(tx, plan, now());
  if (typeof outcome !== "number") return outcome;
  return { kind: "saved", bookId, workId: was.workId, added: addedNames(plan), fields, isChanged: outcome > 0 };
}

/** The record reduced to the changed fields. If the price was emptied, the MRP becomes the price. */
function namedOf(record: BookRecord, fields: readonly BookFieldName[], bookId: string): BookRecord {
  const changed = fields.filter((name) => name !== "subjects").map(storedName);
  const named = Object.fromEntries(
    changed.map((name) => [name, record[name]]).filter(([, value]) => value !== undefined),
  );
  const price = fields.includes("price") && record.pricePaise === undefined ? { pricePaise: record.mrpPaise } : {};
  // An import uses the MRP as the price of a record without a price, so the unchanged price is added here.
  const kept = fields.includes("mrp") && !fields.includes("price") ? { pricePaise: record.pricePaise } : {};
  return { ...named, ...kept, ...price, place: record.place, shopId: bookId } as BookRecord;
}

/** The optional fields that the form empties. An empty value of another field is ignored. */
function emptiedOf(record: BookRecord, values: BookValues, fields: readonly FormField[]): BookFieldName[] {
  const isEmptied = ({ name, kind }: FormField) =>
    kind !== "categories" && kind !== "rupees" && record[storedName(name)] === undefined;
  return fields.filter((field) => formatField(values, field) === "" && isEmptied(field)).map(({ name }) => name);
}

/**
 * Writes a plan and returns the number of changed rows. Saves nothing and returns a refusal if an import adds the same
 * person or ISBN at the same time, because imports do not take the lock of `lockBookSaving`.
 */
async function write(tx: Db, plan: WrittenPlan, now: Date, staffId?: number): Promise<number | BookRefusal> {
  try {
    const options = { importId: null, source: deskSource, addedCategories: [], now, staffId };
    // Triggers of `books` and `works` (docs/triggers.md) update stale pages, listings, price history and origins.
    return (await writeBatch(tx, plan, options)).length;
  } catch (error) {
    if (codeOf(error) !== "23505") throw error;
    const reason =
      "Nothing was saved, because an import added the same name or ISBN at the same moment. Press the button again.";
    return { kind: "refused", reason };
  }
}

function unknownCategory(categories: CategoryTable, values: BookValues): string | undefined {
  return categoriesOf(values).find((path) => categories.find(path) === undefined);
}

/** Names of the people, series and publishers that a plan adds. */
function addedNames({ known }: WrittenPlan): string[] {
  const entities = [known.authors, known.seriesByName, known.publisherByName].flatMap((map) => [...map.values()]);
  return entities.filter(({ before }) => before === null).map(({ now }) => textIn(now, "name"));
}
