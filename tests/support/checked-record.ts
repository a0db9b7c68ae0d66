import { checkRecord, type CheckOptions } from "#shop/catalogue/records/check-record.ts";
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { RawRecord } from "#shop/catalogue/fields/raw-record.ts";

/** How records are checked in tests. */
export const options: CheckOptions = { exchangeRates: { GBP: 104.5 }, now: new Date("2026-01-15T10:00:00Z") };
/** A record that is right; tests change its fields. */
export const book: RawRecord = { place: { line: 12, record: 3 }, isbn: "9780143449348", title: "Godaan" };

/** What the shop takes of a record; throws where it is refused. */
export function recordOf(raw: Partial<RawRecord>, more: Partial<CheckOptions> = {}): BookRecord {
  const checked = checkRecord({ ...book, ...raw }, { ...options, ...more });
  if ("refused" in checked) throw new Error(checked.refused.reason);
  return checked.record;
}

/** The fields that were corrected, each with the reason. */
export function mendedOf(raw: Partial<RawRecord>): [string | undefined, string][] {
  const checked = checkRecord({ ...book, ...raw }, options);
  return "refused" in checked ? [] : checked.mended.map(({ field, reason }) => [field, reason]);
}

/** Why a record is refused; undefined where it is taken. */
export function refusalOf(raw: Partial<RawRecord>) {
  const checked = checkRecord({ ...book, ...raw }, options);
  return "refused" in checked ? checked.refused : undefined;
}
