/** Adds entries to the report of a planned import batch. */
import type { BookRecord } from "#shop/catalogue/fields/book-record.ts";
import type { BatchPlan } from "./batch-plan.ts";

/** The counts and the report that these functions add to. */
type Told = Pick<BatchPlan, "counts" | "report">;

/** The position of a record in its file, and how the bookseller identifies it. */
export function lineOf({ place, reference, isbn13, title }: BookRecord) {
  return { place, record: reference ?? isbn13 ?? title ?? "" };
}

/** Reports a rejected record. */
export function refuse(planning: Told, record: BookRecord, reason: string, field?: string) {
  planning.counts.refused += 1;
  planning.report.push({ ...lineOf(record), kind: "refused", ...(field && { field }), reason });
}

/** Reports a value that was changed or left out. */
export function mend(planning: Told, record: BookRecord, field: string, reason: string) {
  planning.counts.mended += 1;
  planning.report.push({ ...lineOf(record), kind: "mended", field, reason });
}

/** Reports a skipped record. */
export function skip(planning: Told, record: BookRecord, reason: string) {
  planning.counts.skipped += 1;
  planning.report.push({ ...lineOf(record), kind: "skipped", reason });
}
