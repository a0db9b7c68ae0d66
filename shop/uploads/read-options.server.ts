import type { CsvOptions } from "#shop/import/csv/plan-csv.ts";
import type { FileImportOptions } from "#shop/import/import-file.server.ts";
import type { RecordFile } from "#shop/import/raw-record.ts";
import type { WorkOptions } from "./work-options.ts";

/** How a table is read. */
export function readingOf({ columns }: WorkOptions): CsvOptions {
  return columns ? { columns } : {};
}

/** How the records of a file of books are taken in, as the command line does where nothing is said. */
export function takingOf(
  { source, discountPercent = 0, defaultMrpPaise, defaultCopies, exchangeRates = {} }: WorkOptions,
  format: RecordFile["format"],
): Pick<FileImportOptions, "check" | "plan"> {
  return {
    check: { exchangeRates, discountPercent },
    plan: {
      source: source ?? format,
      discountPercent,
      defaultMrpPaise: defaultMrpPaise ?? null,
      ...(defaultCopies !== undefined && { defaultCopies }),
      take: [],
    },
  };
}
