import { CategoryTable } from "#shop/catalogue/records/category-table.ts";
import { taxOfFormats } from "#shop/catalogue/fields/check/formats.ts";
import type { LookupRecord } from "#shop/catalogue/lookups/lookup-record.ts";
import type { SubjectCategory } from "#shop/catalogue/records/subject-table.ts";
import { toRawFields } from "#shop/catalogue/fields/write-fields.ts";
import type { RawFields } from "#shop/catalogue/fields/book-fields.ts";
import type { BookValues } from "./book-values.ts";
import type { CategoryPath } from "./desk-book.ts";
import { valuesOfRaw } from "./form-fields.ts";

/** Form values for a new book from a looked-up record; unknown fields are absent. */
export function toFormValues(
  { record, subjects }: { record: LookupRecord; subjects: SubjectCategory[] },
  categories: CategoryPath[],
  now: Date,
): BookValues {
  const { mrpPaise = record.pricePaise, pricePaise, contributors, series, ...fields } = record;
  const raw: RawFields = {
    ...toRawFields({ ...fields, mrpPaise, pricePaise }),
    publisher: record.publisher,
    contributors,
    ...(series && { series: { name: series.name, position: series.position?.toString() } }),
    subjects: pathsOf(record, subjects, categories).map((code) => ({ scheme: "name", code })),
  };
  if (pricePaise === mrpPaise) delete raw.price;
  if (isOut(record, now)) delete raw.availability;
  if (hasUsualTax(record)) {
    delete raw.hsn;
    delete raw.taxClass;
  }
  return valuesOfRaw(raw);
}

/** The paths of the record's categories that exist in the shop, because a form cannot create categories. */
function pathsOf(record: LookupRecord, subjects: SubjectCategory[], categories: CategoryPath[]): string[] {
  const idOf = new Map(categories.map(({ id, path }) => [path, id]));
  const known = categories.map(({ id, path }, position) => {
    const [above = "", name] = path.split(" > ");
    return { id, name: name ?? path, parentId: name === undefined ? null : (idOf.get(above) ?? null), position };
  });
  const { ids } = new CategoryTable(known, subjects).resolve(record.subjects ?? []);
  return ids.flatMap((id) => categories.find((category) => category.id === id)?.path ?? []);
}

/**
 * Whether the HSN code and GST class are the usual ones of the format. The form then leaves both empty, so that they
 * follow the format if staff change it.
 */
function hasUsualTax({ format, hsn, taxClass }: LookupRecord): boolean {
  const usual = taxOfFormats[format ?? "paperback"];
  return (hsn ?? usual.hsn) === usual.hsn && (taxClass ?? usual.taxClass) === usual.taxClass;
}

/** Whether the announced publication date has passed. */
function isOut({ availability, publishedOn }: LookupRecord, now: Date): boolean {
  if (availability !== "forthcoming" || !publishedOn) return false;
  const day = dayText(publishedOn);
  return day < now.toISOString().slice(0, day.length);
}

function dayText({ day, precision }: NonNullable<LookupRecord["publishedOn"]>): string {
  return day.slice(0, { day: 10, month: 7, year: 4 }[precision]);
}
