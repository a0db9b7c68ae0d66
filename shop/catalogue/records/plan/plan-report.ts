import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { BatchPlan } from "./batch-plan.ts";

/** What hears of a batch's records. */
type Told = Pick<BatchPlan, "counts" | "report">;

/** Where a record stands in its file, and what the bookseller knows it by. */
export function lineOf({ place, reference, isbn13, title }: BookRecord) {
  return { place, record: reference ?? isbn13 ?? title ?? "" };
}

/** A record that is not taken. */
export function refuse(planning: Told, record: BookRecord, reason: string, field?: string) {
  planning.counts.refused += 1;
  planning.report.push({ ...lineOf(record), kind: "refused", ...(field && { field }), reason });
}

/** A value that was changed or left out. */
export function mend(planning: Told, record: BookRecord, field: string, reason: string) {
  planning.counts.mended += 1;
  planning.report.push({ ...lineOf(record), kind: "mended", field, reason });
}

/** A record that is passed over. */
export function skip(planning: Told, record: BookRecord, reason: string) {
  planning.counts.skipped += 1;
  planning.report.push({ ...lineOf(record), kind: "skipped", reason });
}
