import type { CsvOptions } from "#shop/catalogue/import/csv/plan-csv.ts";
import type { FileImportOptions } from "#shop/catalogue/import/import-file.server.ts";
import type { RecordFile } from "#shop/catalogue/fields/raw-record.ts";
import type { WorkOptions } from "./work-options.ts";

/** How a table is read. */
export function readingOf({ columns }: WorkOptions): CsvOptions {
  return columns ? { columns } : {};
}

/** How prices are read. */
export function checkOf({ discountPercent = 0, exchangeRates = {} }: WorkOptions): FileImportOptions["check"] {
  return { exchangeRates, discountPercent };
}

/** The fields that are taken whoever set them. */
export function takeOf({ takesTitles }: WorkOptions): string[] {
  return takesTitles ? ["title"] : [];
}

/**
 * How the records of a file of books are taken in, as the command line does where nothing is said; but capitals and categories
 * that the shop does not have are left out unless the options take them.
 */
export function takingOf(
  options: WorkOptions,
  format: RecordFile["format"],
): Pick<FileImportOptions, "check" | "plan"> {
  const { source, discountPercent = 0, defaultMrpPaise, defaultCopies, takesCapitals, takesNewCategories } = options;
  return {
    check: checkOf(options),
    plan: {
      source: source ?? format,
      discountPercent,
      defaultMrpPaise: defaultMrpPaise ?? null,
      ...(defaultCopies !== undefined && { defaultCopies }),
      take: takeOf(options),
      leave: [
        ...(takesCapitals ? [] : (["capitals"] as const)),
        ...(takesNewCategories ? [] : (["new-categories"] as const)),
      ],
    },
  };
}
