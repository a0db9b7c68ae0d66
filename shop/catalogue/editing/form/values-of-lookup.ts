import { CategoryTable } from "#shop/catalogue/records/category-table.ts";
import { taxOfFormats } from "#shop/catalogue/records/check/formats.ts";
import type { LookupRecord } from "#shop/catalogue/lookups/lookup-record.ts";
import type { SubjectCategory } from "#shop/catalogue/records/subject-table.ts";
import { roomFor, rupeesText, type BookValues } from "./book-values.ts";
import type { CategoryPath } from "./desk-book.ts";

/** A book that was looked up, as the form of a new book holds it; fields that it does not tell are absent. */
export function valuesOfLookup(
  { record, subjects }: { record: LookupRecord; subjects: SubjectCategory[] },
  categories: CategoryPath[],
  now: Date,
): BookValues {
  const { title, subtitle, description, series, publisher, language, pages, editionStatement, orderDays } = record;
  const { mrpPaise = record.pricePaise, pricePaise } = record;
  const values: Record<string, string | undefined> = {
    title,
    subtitle,
    description,
    ...peopleIn(record),
    series: series?.name,
    seriesNumber: series?.position?.toString(),
    publisher,
    published: record.publishedOn && dayText(record.publishedOn),
    edition: editionStatement,
    format: record.format,
    language,
    pages: pages?.toString(),
    ...categoriesIn(record, subjects, categories),
    mrp: mrpPaise === undefined ? undefined : rupeesText(mrpPaise),
    price: pricePaise === undefined || pricePaise === mrpPaise ? undefined : rupeesText(pricePaise),
    ...unusualTax(record),
    availability: isOut(record, now) ? undefined : record.availability,
    orderDays: orderDays?.toString(),
  };
  return Object.fromEntries(Object.entries(values).filter((named): named is [string, string] => Boolean(named[1])));
}

function peopleIn({ contributors = [] }: LookupRecord): BookValues {
  const people = contributors.slice(0, roomFor.people);
  return Object.fromEntries(
    people.flatMap(({ name, role }, index) => [
      [`person${index + 1}`, name],
      [`role${index + 1}`, role],
    ]),
  );
}

/** Those of its categories that the shop has: a form makes none. */
function categoriesIn(record: LookupRecord, subjects: SubjectCategory[], categories: CategoryPath[]): BookValues {
  const idOf = new Map(categories.map(({ id, path }) => [path, id]));
  const known = categories.map(({ id, path }, position) => {
    const [above, name] = path.split(" > ");
    return { id, name: name ?? path, parentId: name === undefined ? null : (idOf.get(above!) ?? null), position };
  });
  const { ids } = new CategoryTable(known, subjects).resolve(record.subjects ?? []);
  const paths = ids.flatMap((id) => categories.find((category) => category.id === id)?.path ?? []);
  return Object.fromEntries(paths.map((path, index) => [`category${index + 1}`, path]));
}

/** What is usual for its format the form leaves open, so that it holds for another format too. */
function unusualTax({ format, hsn, taxClass }: LookupRecord): { hsn?: string; taxClass?: string } {
  const usual = taxOfFormats[format ?? "paperback"];
  const isUsual = (hsn ?? usual.hsn) === usual.hsn && (taxClass ?? usual.taxClass) === usual.taxClass;
  return isUsual ? {} : { ...(hsn && { hsn }), ...(taxClass && { taxClass }) };
}

/** It was announced for a day that has passed since. */
function isOut({ availability, publishedOn }: LookupRecord, now: Date): boolean {
  if (availability !== "forthcoming" || !publishedOn) return false;
  const day = dayText(publishedOn);
  return day < now.toISOString().slice(0, day.length);
}

function dayText({ day, precision }: NonNullable<LookupRecord["publishedOn"]>): string {
  return day.slice(0, { day: 10, month: 7, year: 4 }[precision]);
}
