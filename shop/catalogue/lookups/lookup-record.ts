import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import { checkRecord, type CheckedRecord, type CheckOptions } from "#shop/catalogue/records/check-record.ts";
import { bookFieldNames, fieldNamed, storedName, type CleanFields } from "#shop/catalogue/fields/book-fields.ts";
import type { RecordContributor } from "#shop/catalogue/fields/record-values.ts";
import type { RawRecord, ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { subjectCode } from "#shop/catalogue/records/subject-table.ts";

/** The fields of a lookup record: those of the new-book form. */
export interface LookupRecord extends Omit<CleanFields, "contributors" | "isbn13"> {
  contributors?: Pick<RecordContributor, "name" | "role">[];
}

const kept = bookFieldNames.filter((name) => fieldNamed(name).form && name !== "isbn").map(storedName);

/** A lookup record with its ISBN. */
export interface LookupBook {
  isbn13: string;
  record: LookupRecord;
}

/** Converts a record to a lookup record; null without ISBN or title. */
export function lookupOf(record: LookupRecord & { isbn13?: string }): LookupBook | null {
  const { isbn13, title, contributors, subjects } = record;
  if (!isbn13 || !title) return null;
  const fields = Object.fromEntries(kept.map((field) => [field, record[field]]));
  return {
    isbn13,
    record: {
      ...fields,
      ...(contributors && { contributors: contributors.map(({ name, role }) => ({ name, role })) }),
      // In the form that the subject table uses.
      ...(subjects && { subjects: subjects.map(({ scheme, code }) => ({ scheme, code: subjectCode(scheme, code) })) }),
    },
  };
}

/** Checks a record like an import; if only its prices are invalid, it is accepted without them. */
export function checkForLookup(raw: RawRecord, options: CheckOptions): CheckedRecord {
  const checked = checkRecord(raw, options);
  if ("record" in checked) return findRejection(checked.record) ?? checked;
  const { refused } = checked;
  if (refused.field !== "mrp" && refused.field !== "price") return checked;
  const { mrp: _, otherMrps: _others, price: _price, costPrice: _cost, ...rest } = raw;
  const unpriced = checkForLookup(rest, options);
  if ("refused" in unpriced) return unpriced;
  return { record: unpriced.record, mended: [{ ...refused, kind: "mended" }, ...unpriced.mended] };
}

/** Why a valid record is not saved; null if it is. */
function findRejection(record: BookRecord): { refused: ReportLine } | null {
  const line = (kind: ReportLine["kind"], reason: string) => ({
    refused: { place: record.place, kind, record: record.isbn13 ?? record.reference ?? record.title ?? "", reason },
  });
  if (record.notice === "delete") return line("skipped", "The record deletes a book.");
  if (record.notice === "partial") return line("skipped", "The record contains only some fields of its book.");
  if (record.notForSale) return line("refused", record.notForSale);
  if (record.isbnFault) return line("refused", record.isbnFault);
  if (!record.isbn13) return line("refused", "A lookup record needs an ISBN.");
  if (!record.title) return line("refused", "A lookup record needs a title.");
  return null;
}
