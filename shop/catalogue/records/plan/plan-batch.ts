/** Plans the changes of a batch of import records to the catalogue, without writing. */
import { requiredValue } from "#shop/kernel/text/required-value.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { guessLanguage } from "#shop/kernel/text/detect-script.ts";
import { matchKey } from "#shop/catalogue/books/match-key.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { RecordContributor } from "#shop/catalogue/fields/record-values.ts";
import { noCounts, type BatchPlan, type PlanOptions } from "./batch-plan.ts";
import { lowerCapitals, lowerName, lowerTitle, replacesByCapitals } from "./capitals.ts";
import { keepDiscounts } from "./keep-discounts.ts";
import type { CategoryTable } from "#shop/catalogue/records/category-table.ts";
import { newEntity, findProtector, setField, type Entity } from "#shop/catalogue/records/entity.ts";
import { findAuthor, findSeries, publisherFields } from "./find-links.ts";
import {
  absentValues,
  editionColumns,
  editionValues,
  workColumns,
  workValues,
} from "#shop/catalogue/records/columns.ts";
import { isEmpty, peopleIn, textIn } from "#shop/catalogue/records/record-fields.ts";
import type { FieldValue, Fields } from "#shop/catalogue/fields/field-values.ts";
import { findWork, firstAuthorOf } from "./find-work.ts";
import { mend, lineOf, refuse, skip } from "./plan-report.ts";
import { findOtherBook, rejectNotForSale } from "./refuse-book.ts";
import { furtherIds, uniqueBy, usualIds, type KnownRecords } from "#shop/catalogue/records/known-records.ts";

const absentEdition = absentValues(editionColumns);
const absentWork = absentValues(workColumns);

interface Planning extends BatchPlan {
  options: PlanOptions;
  categories: CategoryTable;
}

export function planBatch(
  known: KnownRecords,
  records: BookRecord[],
  categories: CategoryTable,
  options: PlanOptions,
): BatchPlan {
  const planning: Planning = {
    known,
    newIdentifiers: [],
    newNames: [],
    newTranslations: [],
    namedTranslations: [],
    copies: new Map(),
    counted: new Map(),
    untaken: [],
    report: [],
    counts: { ...noCounts },
    unknownSubjects: new Map(),
    newCategories: new Map(),
    options,
    categories,
  };
  for (const record of records) planRecord(planning, record);
  return planning;
}

function planRecord(planning: Planning, record: BookRecord) {
  const { known, counts } = planning;
  const byShopId = record.shopId ? known.books.get(record.shopId) : undefined;
  // A record with an id of the shop comes from the shop's own export. Its reference belongs to another file and is
  // ignored.
  const byReference = byShopId ?? (record.reference ? known.bookByReference.get(record.reference) : undefined);
  const byIsbn = record.isbn13 ? known.bookByIsbn.get(record.isbn13) : undefined;
  if (byReference && byIsbn && byReference !== byIsbn)
    return refuse(
      planning,
      record,
      `The ${byShopId ? "id" : "reference"} is that of ${byReference.id}, but ISBN ${record.isbn13} belongs to ${byIsbn.id}.`,
    );
  const isbn = byShopId?.now.isbn13;
  if (isbn && record.isbn13 && isbn !== record.isbn13 && !planning.options.take.has("isbn13"))
    return refuse(
      planning,
      record,
      `The shop's ${byShopId.id} has ISBN ${textIn(byShopId.now, "isbn13")}, not ${record.isbn13}. Leave the id out if this is another book.`,
      "isbn",
    );
  const book = byReference ?? byIsbn;
  if (record.isbnFault) {
    if (!book) return refuse(planning, record, record.isbnFault, "isbn");
    mend(
      planning,
      record,
      "isbn",
      `${record.isbnFault} The shop's ${String(book.now.isbn13 ?? "book without one")} stays.`,
    );
  }
  if (record.notice === "delete") {
    if (!book) return skip(planning, record, "The shop does not have the book that this record deletes.");
    if (book.now.is_listed === false) counts.unchanged += 1;
    else if (set(planning, record, book, "is_listed", false)) counts.unlisted += 1;
    return;
  }
  const otherBook = byShopId || !book || book !== byIsbn ? null : findOtherBook(planning, record, book);
  if (otherBook) return refuse(planning, record, otherBook, "isbn");
  if (record.notForSale) return rejectNotForSale(planning, record, book);
  if (book) return changeBook(planning, record, book);
  if (record.notice === "partial")
    return skip(planning, record, "The record changes a part of a book that the shop does not have.");
  addBook(planning, record);
}

function changeBook(planning: Planning, record: BookRecord, book: Entity) {
  const { known, counts, options } = planning;
  const fields: Fields = editionValues(record, options);
  Object.assign(fields, keepDiscounts(record, book, options));
  const mrp = Number((isKept(planning, book, "mrp_paise") ? book.now : { ...book.now, ...fields }).mrp_paise);
  const price = Number((isKept(planning, book, "price_paise") ? book.now : { ...book.now, ...fields }).price_paise);
  if (price > mrp)
    return refuse(
      planning,
      record,
      "The price would be above the MRP; one of the two was set by a person or a till.",
      "price",
    );
  const isNew = book.before === null;
  const was = JSON.stringify(book.now);
  const work = requiredValue(known.works, textIn(book.now, "work_id"));
  const wasWork = JSON.stringify(work.now);
  if (record.reference && record.shopId !== book.id && !book.now.record_reference) {
    book.now.source = options.source;
    book.now.record_reference = record.reference;
    known.bookByReference.set(record.reference, book);
  }
  if (book.now.is_listed === false && record.notice !== "partial") fields.is_listed = true;
  if (record.publisher) Object.assign(fields, publisherFields(planning, record));
  for (const [field, value] of Object.entries(fields)) set(planning, record, book, field, value);
  if (book.now.isbn13) known.bookByIsbn.set(textIn(book.now, "isbn13"), book);
  const isOfMain = book.now.is_main === true;
  for (const [field, value] of Object.entries(workContent(planning, record, work))) {
    if (options.leave?.includes("capitals") && replacesByCapitals(work, field, value)) continue;
    // Editions describe one work in different words: the main edition decides, others only fill empty fields.
    if (isOfMain || isEmpty(work.now[field])) set(planning, record, work, field, spelled(options, field, value));
  }
  nameTranslations(planning, record, work);
  const hasChanged = JSON.stringify(book.now) !== was || JSON.stringify(work.now) !== wasWork;
  if (isNew) {
    skip(planning, record, `The file has this book twice; the later record is used.`);
    return;
  }
  noteCopies(planning, record, book);
  if (hasChanged) counts.changed += 1;
  else counts.unchanged += 1;
}

function noteCopies({ counted, counts, options }: Planning, record: BookRecord, { id }: Entity) {
  if (record.copies === undefined) return;
  const before = options.knownCopies === "add" ? (counted.get(id)?.copies ?? 0) : 0;
  if (!options.knownCopies && !counted.has(id)) counts.copiesLeft += 1;
  counted.set(id, { record, copies: before + record.copies });
}

function addBook(planning: Planning, record: BookRecord) {
  const { known, counts, options } = planning;
  if (!record.title) return refuse(planning, record, "A new book needs a title.", "title");
  const mrpPaise = record.mrpPaise ?? record.pricePaise ?? options.defaultMrpPaise;
  if (mrpPaise === null) {
    planning.untaken.push(record);
    const [later] = record.laterMrps ?? [];
    const none = later
      ? `The record has no price that is valid today; ${formatPaise(later.mrpPaise)} begins on ${later.beginsOn}.`
      : "The record has no price, and no MRP is set for such books.";
    return refuse(planning, record, none, "price");
  }
  const language = record.language ?? languageOf(record.title, options);
  const fields = editionValues({ ...record, mrpPaise, ...(language && { language }) }, options);
  const isFree = (candidate: string) => !known.taken.book.has(candidate);
  const id = usualIds(record).find(isFree) ?? furtherIds(record).find(isFree);
  if (!id)
    return refuse(planning, record, "The record has no title, ISBN or reference from which an address can be made.");
  const content = Object.fromEntries(
    Object.entries(workContent(planning, record)).map(([field, value]) => [field, spelled(options, field, value)]),
  );
  const joined = findWork(known, record, content);
  const work = joined ?? addWork(planning, record, id, content);
  known.languages.set(work.id, (known.languages.get(work.id) ?? new Set()).add(language ?? "en"));
  if (joined)
    for (const [field, value] of Object.entries(content))
      if (isEmpty(work.now[field])) set(planning, record, work, field, value);
  nameTranslations(planning, record, work);
  known.taken.book.add(id);
  const book = newEntity(id, {
    ...absentEdition,
    publisher: "",
    is_listed: true,
    later_prices: [],
    ...fields,
    ...publisherFields(planning, record),
    work_id: work.id,
    is_main: !joined,
    source: options.source,
    record_reference: record.reference ?? null,
  });
  known.books.set(id, book);
  if (record.reference) known.bookByReference.set(record.reference, book);
  if (record.isbn13) known.bookByIsbn.set(record.isbn13, book);
  planning.copies.set(id, record.copies ?? (book.now.availability === "in-stock" ? (options.defaultCopies ?? 0) : 0));
  counts.added += 1;
}

/** The language of a title that is not in Latin letters. Hindi and Marathi have the same letters, so staff choose. */
function languageOf(title: string, { devanagariLanguage }: PlanOptions): string | null {
  const language = guessLanguage(title);
  return language === "hi" ? (devanagariLanguage ?? language) : language;
}

/** A value as the options have it spelled. */
function spelled({ lowersCapitals = false }: PlanOptions, field: string, value: FieldValue): FieldValue {
  return lowersCapitals ? lowerCapitals(field, value) : value;
}

function spelledPerson({ lowersCapitals = false }: PlanOptions, person: RecordContributor): RecordContributor {
  return lowersCapitals ? { ...person, name: lowerName(person.name), sortName: lowerName(person.sortName) } : person;
}

function nameTranslations({ namedTranslations }: Planning, { inOtherLanguages = [] }: BookRecord, { id }: Entity) {
  for (const named of inOtherLanguages) namedTranslations.push({ workId: id, ...named });
}

function addWork(planning: Planning, record: BookRecord, id: string, content: Fields): Entity {
  const { known, options, newTranslations } = planning;
  const original = record.workReference ? known.workByReference.get(record.workReference) : undefined;
  const key = matchKey(record.title ?? "", firstAuthorOf(content));
  const work = newEntity(id, {
    ...absentWork,
    contributors: [],
    categories: [],
    series: null,
    subjects: [],
    ...content,
    match_key: key,
    source: options.source,
    work_reference: (!original && record.workReference) || null,
  });
  known.works.set(id, work);
  if (original) {
    known.inOtherLanguages.set(original.id, [...(known.inOtherLanguages.get(original.id) ?? []), id]);
    newTranslations.push({ workId: id, otherId: original.id });
  } else if (record.workReference) known.workByReference.set(record.workReference, work);
  if (key) known.workByMatchKey.set(key, work);
  return work;
}

/** The fields of the work: its own, and people, series, subjects and categories. */
function workContent(planning: Planning, record: BookRecord, work?: Entity): Fields {
  const content = workValues(record);
  if (record.contributors?.length) {
    const people = work ? peopleIn(work.now) : [];
    const present = new Set(people.map(([id]) => id));
    content.contributors = uniqueBy(
      record.contributors.map((person) => [
        findAuthor(planning, spelledPerson(planning.options, person), present).id,
        person.role,
      ]),
    );
  }
  if (record.series) content.series = [findSeries(planning, record.series.name).id, record.series.position ?? null];
  if (record.subjects?.length) {
    // Names are categories themselves, so only codes are stored as subjects.
    const codes = record.subjects.filter(({ scheme }) => scheme !== "name");
    if (codes.length > 0) content.subjects = uniqueBy(codes.map(({ scheme, code }) => [scheme, code])).toSorted();
    const { ids, unknown, fresh } = planning.categories.resolve(record.subjects, {
      areNewLeft: planning.options.leave?.includes("new-categories") ?? false,
      ...(planning.options.categories && { given: planning.options.categories }),
      ...(planning.options.lowersCapitals && { spell: lowerTitle }),
    });
    if (ids.length > 0) content.categories = ids;
    for (const subject of unknown)
      planning.unknownSubjects.set(subject, (planning.unknownSubjects.get(subject) ?? 0) + 1);
    for (const name of fresh) planning.newCategories.set(name, (planning.newCategories.get(name) ?? 0) + 1);
  }
  return content;
}

function set(planning: Planning, record: BookRecord, entity: Entity, field: string, value: FieldValue): boolean {
  const taking = { from: "catalogue", take: planning.options.take } as const;
  if (setField(entity, field, value, taking)) return true;
  planning.counts.leftAlone += 1;
  const shown = `${JSON.stringify(entity.now[field])} is kept, although the file says ${JSON.stringify(value)}`;
  planning.report.push({
    ...lineOf(record),
    kind: "skipped",
    field,
    reason: `${findProtector(entity, field, taking)} set this: ${shown}.`,
  });
  return false;
}

function isKept({ options }: Planning, book: Entity, field: string): boolean {
  return findProtector(book, field, { from: "catalogue", take: options.take }) !== null;
}
