/** Describes the results of imports of books and of tills' files: labelled counts, and notes. */
import type { FileImportResult } from "#shop/catalogue/import/import-file.server.ts";
import type { StockResult } from "#shop/catalogue/import/stock/run-stock-import.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { ImportJobResult } from "./import-job-options.ts";

type Described = Pick<ImportJobResult, "counts" | "notes">;

/** The result of a file of books. */
export function describeBooks({
  counts,
  isResumed,
  unknownSubjects,
  raisedMrps,
  sheetNotes,
}: Pick<FileImportResult, "counts" | "isResumed" | "unknownSubjects" | "raisedMrps"> & {
  sheetNotes: string[];
}): Described {
  const unknown = [...unknownSubjects].toSorted(([, a], [, b]) => b - a).slice(0, 10);
  return {
    counts: [
      ["new books", counts.added],
      ["changed", counts.changed],
      ["copies added", counts.copiesMore],
      ["copies removed", counts.copiesFewer],
      ["unchanged", counts.unchanged],
      ["hidden from readers", counts.unlisted],
      ["refused", counts.refused],
      ["skipped", counts.skipped],
      ["values corrected or left out", counts.mended],
    ],
    notes: [
      ...resumed(isResumed),
      ...sheetNotes,
      ...(counts.copiesLeft > 0
        ? [
            `The file has copies of ${formatCount(counts.copiesLeft, "book")} that the shop had already. Theirs stayed as they were; to set or add them, import the file again and choose so.`,
          ]
        : []),
      ...(counts.leftAlone > 0
        ? [`Not changed, because a person or a till set them: ${formatCount(counts.leftAlone, "field")}.`]
        : []),
      ...(raisedMrps ? [raisedMrps] : []),
      ...(unknown.length > 0
        ? [`No category is set for ${unknown.map(([code, n]) => `${code} (${formatCount(n, "record")})`).join(", ")}.`]
        : []),
    ],
  };
}

/** The result of a till's file. */
export function describeStock({
  counts,
  isResumed,
  raisedMrps,
}: Pick<StockResult, "counts" | "isResumed" | "raisedMrps">): Described {
  return {
    counts: [
      ["changed", counts.changed],
      ["of them with another price or MRP", counts.repriced],
      ["unchanged", counts.unchanged],
      ["copies added", counts.copiesMore],
      ["copies removed", counts.copiesFewer],
      ["not known to the shop", counts.unknown],
      ["refused", counts.refused],
      ["skipped", counts.skipped],
    ],
    notes: [
      ...resumed(isResumed),
      ...(counts.held > 0
        ? [
            `Where orders have reserved more copies than the file counts (${formatCount(counts.held, "book")}), the stock was set to the number of reserved copies.`,
          ]
        : []),
      ...(counts.leftAlone > 0
        ? [`Not changed, because a person set them: ${formatCount(counts.leftAlone, "price")}.`]
        : []),
      ...(raisedMrps ? [raisedMrps] : []),
    ],
  };
}

function resumed(isResumed: boolean): string[] {
  return isResumed ? ["The import continued where it had stopped."] : [];
}
