import { checkRecord, type CheckOptions } from "#shop/catalogue/records/check-record.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

/** The options of checks in tests. */
export const options: CheckOptions = { exchangeRates: { GBP: 104.5 }, now: new Date("2026-01-15T10:00:00Z") };
/** A valid record, for tests to change. */
export const book: RawRecord = { place: { line: 12, record: 3 }, isbn: "9780143449348", title: "Godaan" };

/** The checked record; throws if it is rejected. */
export function recordOf(raw: Partial<RawRecord>, more: Partial<CheckOptions> = {}): BookRecord {
  const checked = checkRecord({ ...book, ...raw }, { ...options, ...more });
  if ("refused" in checked) throw new Error(checked.refused.reason);
  return checked.record;
}

/** The corrected fields, each with the reason. */
export function mendedOf(raw: Partial<RawRecord>): [string | undefined, string][] {
  const checked = checkRecord({ ...book, ...raw }, options);
  return "refused" in checked ? [] : checked.mended.map(({ field, reason }) => [field, reason]);
}

/** Why a record is rejected; undefined if it is accepted. */
export function refusalOf(raw: Partial<RawRecord>) {
  const checked = checkRecord({ ...book, ...raw }, options);
  return "refused" in checked ? checked.refused : undefined;
}
